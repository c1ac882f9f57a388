import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { type AppServices, buildApp } from './app.ts';
import type { Config } from './config.ts';
import type { OpenDatabase } from './db/database.ts';
import type { JobSender } from './jobs/job.ts';
import { createReceipts } from './jobs/receipts.ts';
import { openJobRunner } from './jobs/runner.ts';
import { startJobs } from './jobs/start-jobs.ts';
import { bindJobs } from './jobs/table.ts';
import { tellPosts } from './jobs/told-posts.ts';
import { createMailer, type Mailer } from './mail/mailer.ts';
import { createMetrics, type Metrics } from './metrics/metrics.ts';
import { observeSql } from './metrics/observed-sql.ts';
import { readStoredFigures } from './metrics/stored-figures.ts';
import { createOidcProvider } from './modules/auth/oidc/provider.ts';
import { createPasswordHasher, type PasswordHasher } from './modules/auth/password-hash.ts';
import { createSessionCache } from './modules/auth/session-cache.ts';
import { createTokenLookups } from './modules/auth/token-lookups.ts';
import { type FreeBytes, freeBytesOf } from './modules/files/disk-floor.ts';
import { createInspector } from './modules/files/inspector.ts';
import { type PushPorts, systemPushPorts } from './modules/notifications/push-endpoint.ts';
import { ensureVapidKeys } from './modules/notifications/vapid-keys.ts';
import { type PreviewPorts, systemPreviewPorts } from './modules/previews/fetch-public.ts';
import { createKnownPages } from './modules/previews/known-pages.ts';
import { readWords } from './modules/search/read-words.ts';
import { createBatches } from './modules/sync/batch/batches.ts';
import type { Clock, Commit } from './modules/sync/context.ts';
import { addressOf } from './plugins/address.ts';
import { createMemoryBuckets, createRedisBuckets, type TakeFromBucket } from './plugins/buckets.ts';
import { limits } from './plugins/rate-limits.ts';
import { createRealtime, type Realtime } from './realtime/create-realtime.ts';
import { createPeerAddress } from './realtime/peer-address.ts';
import { openFileStorage } from './storage/open-storage.ts';
import type { Tracing } from './tracing/tracing.ts';
import { version } from './version.ts';

export type ServerOptions = {
  config: Config;
  /** Closed with the server. */
  database: OpenDatabase;
  clock?: Clock;
  distDir?: string;
  hasher?: PasswordHasher;
  /** Instead of the one that the configuration asks for. */
  mailer?: Mailer;
  /** How push services are reached: the open net unless told otherwise. */
  pushPorts?: PushPorts;
  /** How the pages of links are reached: the open net unless told otherwise. */
  previewPorts?: PreviewPorts;
  /** Instead of the buckets that the configuration asks for. */
  takeFromBucket?: TakeFromBucket;
  /** How much room the disk of uploads has; tests fill it. */
  freeBytes?: FreeBytes;
  /** Where spans go. Closed with the server. */
  tracing?: Tracing;
  /** See `AppOptions`. */
  eventLoopDelayMaxMs?: number;
};

/** Everything that one process serves, wired together. */
export type TambayServer = {
  app: FastifyInstance;
  realtime: Realtime;
  /** Figures for Prometheus, if the configuration has a port for them. */
  metrics: Metrics | null;
  /** From now on the health check says 503, so that a balancer sends no requests here. */
  announceStop: () => void;
  /** Ends sockets, finishes requests and jobs, and closes the database. */
  close: () => Promise<void>;
};

const systemClock: Clock = { now: () => new Date() };
const builtApp = join(import.meta.dirname, '..', 'dist');

/** Of mutations, on a database server. One queue stores a tenth more, and stands still when one chat is locked. */
const BATCHES_AT_ONCE = 2;

/** Wires database, HTTP, sockets and jobs. Nothing listens yet: `app.listen` or `app.inject`. */
export const createServer = async (options: ServerOptions): Promise<TambayServer> => {
  const {
    config,
    database,
    clock = systemClock,
    distDir = builtApp,
    hasher = createPasswordHasher(),
  } = options;
  const { db, kind, executeSql } = database;
  const { tracing } = options;
  let isStopping = false;
  // Sockets need the HTTP server, and the HTTP routes tell the sockets: the knot is untied by calling later.
  const publish = (commit: Commit): void => realtime.publish(commit);
  const jobs: JobSender = { send: (tx, job, data, how) => runner.send(tx, job, data, how) };
  const metrics =
    config.metricsPort === undefined
      ? null
      : createMetrics({
          socketCount: () => realtime.socketCount(),
          pool: database.poolState,
          stored: () => readStoredFigures(db, clock.now()),
        });
  const unobserveSql = metrics && kind === 'postgres' ? observeSql(metrics.observe.statement) : null;
  const receipts = createReceipts({ db, clock, publish });
  const buckets = openBuckets(options, clock);
  const mailer = options.mailer ?? createMailer(config);
  const storage = await openFileStorage(config);
  const inspector = createInspector();
  const liveSessions = createSessionCache(clock);
  const keys = await ensureVapidKeys(db);
  const push = { keys, subject: `mailto:${config.mailFrom}`, ports: options.pushPorts ?? systemPushPorts };
  const services: AppServices = {
    db,
    clock,
    publish,
    receipts,
    jobs,
    storage,
    inspector,
    stagingDir: join(config.dataDir, 'uploads'),
    freeBytes: options.freeBytes ?? freeBytesOf,
    pushPublicKey: keys.publicKey,
    version,
    hasher,
    oidc: config.oidc ? createOidcProvider(config.oidc, config.publicUrl.origin) : null,
    loginRequestOrigins: config.loginRequestOrigins,
    ownOrigin: config.publicUrl.origin,
    sessionEnded: ({ id }) => {
      liveSessions.clear();
      realtime.cutSession(id);
    },
    strangerChanged: (userId, chatId) => realtime.tellStranger(userId, 'stranger:changed', chatId),
    moderators: new Set(config.moderators),
    isStopping: () => isStopping,
    takeFromBucket: buckets.take,
    liveSessions,
    tokens: createTokenLookups(buckets.take, database),
    batches: createBatches(kind === 'postgres' ? BATCHES_AT_ONCE : 1, (size, seconds) => {
      metrics?.observe.batch(size, seconds);
      tracing?.batch(size, seconds);
    }),
    ...(metrics ? { observe: metrics.observe.sync } : {}),
  };
  const app = await buildApp({
    config,
    distDir,
    ...(options.eventLoopDelayMaxMs === undefined
      ? {}
      : { eventLoopDelayMaxMs: options.eventLoopDelayMaxMs }),
    ...(metrics ? { observe: metrics.observe.request } : {}),
    ...(tracing ? { tracing } : {}),
    services,
  });
  const peerAddress = createPeerAddress(config.trustProxy);
  const realtime = createRealtime(app.server, {
    db,
    clock,
    log: app.log,
    receipts,
    sessionEndedElsewhere: liveSessions.clear,
    tokens: services.tokens,
    allowedOrigins: config.origins,
    addressOf: (request) => addressOf(peerAddress(request)),
    takeHandshake: (address) => buckets.take('address', `handshake:${address}`, limits.handshake[0]),
    socketsPerAddress: config.socketsPerAddress,
    redisUrl: config.redisUrl,
    ...(metrics ? { observe: metrics.observe.sync } : {}),
  });
  const runner = await openJobRunner({
    ...{ db, kind, executeSql, log: app.log },
    ...(metrics ? { observe: metrics.observe.jobRun } : {}),
    ...(tracing ? { tracing } : {}),
  });
  const previews = { ports: options.previewPorts ?? systemPreviewPorts, known: createKnownPages() };
  await runner.work(bindJobs({ ...services, mailer, push, previews, publicUrl: config.publicUrl }));
  const intervals = startJobs({
    db,
    kind,
    log: app.log,
    receipts,
    tellPosts: () => tellPosts({ db, clock, publish }),
    readWords: () => readWords(db),
  });
  return {
    app,
    realtime,
    metrics,
    announceStop: () => {
      isStopping = true;
    },
    close: async () => {
      isStopping = true;
      await realtime.close();
      await app.close();
      await runner.close();
      await intervals.close();
      buckets.close();
      mailer.close();
      await inspector.close();
      await database.close();
      unobserveSql?.();
      // A collector that is away must not keep the process.
      await tracing
        ?.close()
        .catch((error: unknown) => app.log.info({ err: error }, 'Some spans were not sent'));
    },
  };
};

const openBuckets = ({ config, takeFromBucket }: ServerOptions, clock: Clock) => {
  const memory = takeFromBucket ?? createMemoryBuckets(() => clock.now().getTime());
  if (config.redisUrl === undefined || takeFromBucket) return { take: memory, close: () => undefined };
  return createRedisBuckets(config.redisUrl, memory);
};

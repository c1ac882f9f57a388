import './validation-messages.ts';
import compress from '@fastify/compress';
import cors from '@fastify/cors';
import underPressure from '@fastify/under-pressure';
import fastify, { type FastifyInstance, type FastifyPluginAsync } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { newId, ProtocolError } from '../protocol/index.ts';
import type { Config } from './config.ts';
import { devMailPlugin } from './mail/dev-page.ts';
import { mailFolder } from './mail/mailer.ts';
import type { Observe } from './metrics/metrics.ts';
import type { AuthServices } from './modules/auth/context.ts';
import { authModule } from './modules/auth/routes.ts';
import { sessionPlugin } from './modules/auth/session-plugin.ts';
import { chatChangesModule } from './modules/chats/change-routes.ts';
import { ownPlaceModule } from './modules/chats/place-routes.ts';
import { chatsModule } from './modules/chats/routes.ts';
import { commentsModule } from './modules/comments/routes.ts';
import { exportsModule } from './modules/exports/routes.ts';
import type { FileServices } from './modules/files/context.ts';
import { filesModule } from './modules/files/routes.ts';
import { friendsModule } from './modules/friends/routes.ts';
import { type HealthServices, healthModule } from './modules/health/routes.ts';
import { messageActionsModule } from './modules/messages/action-routes.ts';
import { messagesModule } from './modules/messages/routes.ts';
import type { ModerationServices } from './modules/moderation/context.ts';
import { moderationModule } from './modules/moderation/routes.ts';
import { type NotificationServices, notificationsModule } from './modules/notifications/routes.ts';
import { postsModule } from './modules/posts/routes.ts';
import { reportsModule } from './modules/reports/routes.ts';
import { searchModule } from './modules/search/routes.ts';
import { settingsModule } from './modules/settings/routes.ts';
import type { StrangerServices } from './modules/strangers/context.ts';
import { strangersModule } from './modules/strangers/routes.ts';
import type { MutationServices } from './modules/sync/mutation-services.ts';
import { syncModule } from './modules/sync/routes.ts';
import { usersModule } from './modules/users/routes.ts';
import { bodyDeadlinePlugin } from './plugins/body-deadline.ts';
import type { TakeFromBucket } from './plugins/buckets.ts';
import { answerClientError, answerFrameworkError, errorsPlugin } from './plugins/errors.ts';
import { jsonBodiesPlugin } from './plugins/json-bodies.ts';
import { killWorkerPlugin } from './plugins/kill-worker.ts';
import { loggerOptions } from './plugins/logging.ts';
import { openApiPlugin } from './plugins/openapi.ts';
import { rateLimitsPlugin } from './plugins/rate-limits.ts';
import { requestContextPlugin } from './plugins/request-context.ts';
import { routeContractPlugin } from './plugins/route-contract.ts';
import { securityHeadersPlugin } from './plugins/security-headers.ts';
import { shellPlugin } from './plugins/shell.ts';
import { visitorTurnsPlugin } from './plugins/visitor-turns.ts';
import type { Tracing } from './tracing/tracing.ts';

/** What the app needs from the process it runs in. */
export type AppServices = AuthServices &
  MutationServices &
  FileServices &
  NotificationServices &
  StrangerServices &
  ModerationServices &
  HealthServices & { takeFromBucket: TakeFromBucket };

export type AppOptions = {
  config: Config;
  services: AppServices;
  /** The built app. */
  distDir: string;
  /** Above this mean delay of the event loop new requests to the API are answered 503; 0 turns it off, for tests on a crowded machine. */
  eventLoopDelayMaxMs?: number;
  /** Called after each answer of the API. */
  observe?: Observe['request'];
  tracing?: Tracing;
};

// The longest upload; plugins/body-deadline.ts says how long every other body may take.
const TIMEOUTS = { requestTimeout: 30 * 60_000, handlerTimeout: 10_000, keepAliveTimeout: 65_000 };
const HEADERS_TIMEOUT_MS = 15_000;
const BODY_BYTES_MAX = 256 * 1_024;
const EVENT_LOOP_DELAY_MAX_MS = 3_000;

/** Builds the whole HTTP side, ready to be listened on or asked by `inject`. It opens no port and reads no environment. */
export const buildApp = async (options: AppOptions): Promise<FastifyInstance> => {
  const { config, services, distDir, eventLoopDelayMaxMs = EVENT_LOOP_DELAY_MAX_MS } = options;
  const app = fastify({
    ...TIMEOUTS,
    bodyLimit: BODY_BYTES_MAX,
    maxRequestsPerSocket: 1_000,
    http: { headersTimeout: HEADERS_TIMEOUT_MS },
    routerOptions: { maxParamLength: 200 },
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    logger: loggerOptions(config.logLevel),
    genReqId: () => newId(),
    requestIdHeader: false,
    // Requests that came before the server closed are answered.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    frameworkErrors: answerFrameworkError,
    clientErrorHandler: answerClientError,
  });
  // A connection that is kept open after its answer would keep a stopping process for as long.
  app.addHook('onSend', async (_request, reply) => {
    if (services.isStopping()) reply.header('connection', 'close');
  });
  const { observe } = options;
  if (observe)
    app.addHook('onResponse', async ({ method, routeOptions: { url } }, { statusCode, elapsedTime }) => {
      if (url?.startsWith('/api/')) observe(url, method, statusCode, elapsedTime / 1_000);
    });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);

  await app.register(errorsPlugin);
  await app.register(requestContextPlugin, { tracing: options.tracing });
  await app.register(securityHeadersPlugin, { publicUrl: config.publicUrl });
  await app.register(bodyDeadlinePlugin);
  await app.register(jsonBodiesPlugin);
  await app.register(cors, corsOptions(config.origins));
  await app.register(underPressure, {
    maxEventLoopDelay: eventLoopDelayMaxMs,
    // A pause as long as the time between two looks counts as endless: none that is allowed may be as long.
    sampleInterval: EVENT_LOOP_DELAY_MAX_MS,
    pressureHandler: (request) => {
      // The app's files are soon sent, and a page that is refused leaves somebody with nothing: the app can ask again.
      if (request.url.startsWith('/api/')) throw new ProtocolError('unavailable');
    },
  });
  await app.register(rateLimitsPlugin, { take: services.takeFromBucket });
  await app.register(visitorTurnsPlugin);
  await app.register(sessionPlugin, { services });
  await app.register(openApiPlugin, { version: services.version });
  if (config.isDevelopment && config.smtpUrl === undefined)
    await app.register(devMailPlugin, { folder: mailFolder(config) });
  await app.register(apiRoutes, { prefix: '/api/v1', services });
  if (config.killWorker) await app.register(killWorkerPlugin);
  await app.register(shellPlugin, { distDir, signInWith: services.oidc?.name ?? null });
  return app;
};

const apiRoutes: FastifyPluginAsync<{ services: AppServices }> = async (api, { services }) => {
  await api.register(routeContractPlugin);
  // Only here: the app's files are compressed by the build, and anyone may ask for them as often as they like.
  await api.register(compress, { threshold: 1_024, encodings: ['br', 'gzip'], globalDecompression: false });
  // Answers hold what is private, and tokens: no cache of a browser or proxy keeps them. Uploaded files say otherwise.
  api.addHook('onSend', async (_request, reply) => {
    if (reply.statusCode >= 400 || !reply.hasHeader('cache-control'))
      reply.header('cache-control', 'no-store');
  });
  await api.register(authModule, { services });
  await api.register(exportsModule, { services });
  await api.register(usersModule, { services });
  await api.register(searchModule, { services });
  await api.register(settingsModule, { services });
  await api.register(reportsModule, { services });
  await api.register(moderationModule, { services });
  await api.register(strangersModule, { services });
  await api.register(friendsModule, { services });
  await api.register(chatsModule, { services });
  await api.register(chatChangesModule, { services });
  await api.register(ownPlaceModule, { services });
  await api.register(messagesModule, { services });
  await api.register(messageActionsModule, { services });
  await api.register(postsModule, { services });
  await api.register(commentsModule, { services });
  await api.register(filesModule, { services });
  await api.register(notificationsModule, { services });
  await api.register(syncModule, { services });
  await api.register(healthModule, { services });
};

const TUS_REQUEST_HEADERS = ['Tus-Resumable', 'Upload-Length', 'Upload-Metadata', 'Upload-Offset'];
const TUS_ANSWER_HEADERS = ['Location', 'Tus-Resumable', 'Upload-Length', 'Upload-Offset', 'Upload-Expires'];

/** Tokens travel in a header that other sites cannot set, so there are no credentials to allow. */
const corsOptions = (origins: string[]) => ({
  origin: origins,
  credentials: false,
  // An OPTIONS without preflight headers is a plain 204: the plugin's own refusal is no body of ours.
  strictPreflight: false,
  methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
  allowedHeaders: [
    'Authorization',
    'Content-Type',
    'Idempotency-Key',
    'X-Acting-User',
    ...TUS_REQUEST_HEADERS,
  ],
  exposedHeaders: ['Date', 'Retry-After', 'Idempotent-Replayed', ...TUS_ANSWER_HEADERS],
  maxAge: 600,
});

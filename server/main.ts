import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { serveBackups } from './admin/backup-socket.ts';
import { type Config, ConfigError, parseConfig } from './config.ts';
import { createServer, type TambayServer } from './create-server.ts';
import { openDatabase } from './db/open-database.ts';
import { renewEpochIfMarked } from './db/renew-epoch.ts';
import { DEV_MAIL_PATH } from './mail/dev-page.ts';
import { mailFolder } from './mail/mailer.ts';
import { serveMetrics } from './metrics/metrics.ts';
import { describeStartFailure } from './start-failure.ts';
import { claimFolder } from './storage/claim-folder.ts';
import type { Tracing } from './tracing/tracing.ts';
import { version } from './version.ts';

const STOP_WITHIN_MS = 10_000;
/** Connections that the system has accepted for us but that we have not read from yet would be reset by closing at once. */
const LAST_CALL_MS = 500;
/** Ctrl-C reaches this process from the terminal and again from npm. */
const SAME_SIGNAL_MS = 1_000;

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const start = async (): Promise<void> => {
  const config = parseConfig(process.env);
  const database = await openDatabase(config);
  let server: TambayServer | undefined;
  try {
    if (await renewEpochIfMarked(database, config.dataDir))
      say('The database was restored: devices load their data again, and keep what they have not sent');
    if (config.databaseUrl !== undefined && config.storageUrl === undefined)
      await claimFolder(database.db, config.dataDir);
    const tracing = await openTracing(config);
    server = await createServer({ config, database, ...(tracing ? { tracing } : {}) });
    await server.app.listen({ host: config.host, port: config.port });
    await serveBackups(config, database);
    if (server.metrics && config.metricsPort !== undefined)
      await serveMetrics(server.metrics, config.host, config.metricsPort);
  } catch (error) {
    await (server ? server.close() : database.close());
    throw error;
  }
  announce(config, server);
  stopOnSignal(server, config.drainMs);
  stopOnBug(server, database.died);
};

/** Loaded only where it is wanted: the library takes time to start, and memory. */
const openTracing = async ({ tracesUrl }: Config): Promise<Tracing | undefined> => {
  if (tracesUrl === undefined) return undefined;
  const { openTelemetry } = await import('./tracing/open-telemetry.ts');
  return openTelemetry({ endpoint: tracesUrl, version });
};

const announce = (config: Config, { app }: TambayServer): void => {
  const { publicUrl, databaseUrl, dataDir } = config;
  const addresses = app.addresses().map((bound) => (typeof bound === 'string' ? bound : urlOf(bound)));
  say(`Tambay is at ${publicUrl.origin} (listening on ${addresses.join(', ')})`);
  if (databaseUrl === undefined) say(`Data live in ${dataDir}`);
  else say(`Data live in PostgreSQL at ${new URL(databaseUrl).host}`);
  if (config.smtpUrl === undefined) {
    const look = config.isDevelopment ? ` and shown at ${publicUrl.origin}${DEV_MAIL_PATH}` : '';
    say(`Mail is written to ${mailFolder(config)}${look}; SMTP_URL names a mail server`);
  }
};

const urlOf = ({ address, family, port }: AddressInfo): string =>
  family === 'IPv6' ? `http://[${address}]:${port}` : `http://${address}:${port}`;

/**
 * At SIGTERM the process says that it is not ready and goes on serving until load balancers have noticed, while its sockets
 * move to other nodes. Then, and at once at SIGINT, it finishes what has been asked, for at most ten seconds. A second signal
 * does not wait.
 */
const stopOnSignal = (server: TambayServer, drainMs: number): void => {
  let stoppedAt: number | undefined;
  const stop = (signal: NodeJS.Signals): void => {
    if (stoppedAt !== undefined && performance.now() - stoppedAt > SAME_SIGNAL_MS) process.exit(1);
    if (stoppedAt !== undefined) return;
    stoppedAt = performance.now();
    server.announceStop();
    goOn(server, signal === 'SIGTERM' ? drainMs : 0)
      .then(() => {
        setTimeout(() => server.app.server.closeAllConnections(), STOP_WITHIN_MS).unref();
        return server.close();
      })
      .then(
        () => process.exit(0),
        (error: unknown) => {
          server.app.log.error({ err: error }, 'Stopping failed');
          process.exit(1);
        },
      );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
};

/** Sockets stay for the first half of the time: until then a balancer may send them back here. */
const goOn = async (server: TambayServer, drainMs: number): Promise<void> => {
  await delay(Math.max(LAST_CALL_MS, drainMs / 2));
  // The whole time, also when there are few sockets or none.
  if (drainMs > 0) await Promise.all([server.realtime.drain(drainMs / 2), delay(drainMs / 2)]);
};

/** After an uncaught error the state of the process is unknown: it ends, and the next one starts from what is stored. */
const stopOnBug = ({ app }: TambayServer, databaseDied: Promise<unknown>): void => {
  const endWith =
    (reason: string) =>
    (error: unknown): void => {
      app.log.fatal({ err: error }, reason);
      process.exit(1);
    };
  process.on('uncaughtException', endWith('A bug: this process ends'));
  process.on('unhandledRejection', endWith('A bug: this process ends'));
  void databaseDied.then(endWith('The embedded database cannot go on: this process ends'));
};

start().catch((error: unknown) => {
  const lines = error instanceof ConfigError ? error.lines : [describeStartFailure(error)];
  for (const line of lines) process.stderr.write(`Tambay cannot start: ${line}\n`);
  process.exit(1);
});

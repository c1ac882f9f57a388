import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseConfig } from '../../server/config.ts';
import { createServer, type ServerOptions } from '../../server/create-server.ts';

import { openMailbox } from '../../server/testing/mailbox.ts';
import { openMemoryDatabase } from '../../server/testing/open-database.ts';
import { collectRoutes } from './routes.ts';

/** Files of all casts lie here; their names are ids, so that suites side by side do not meet. */
export const FILES_DIR = join(tmpdir(), 'tambay-security-files');

/**
 * An OpenID provider that never answers, so that the routes of a sign-in there exist and are asked, too. `fetch` itself
 * refuses this port. With a provider that answers: server/modules/auth/oidc/oidc.test.ts.
 */
const SILENT_PROVIDER = { OIDC_ISSUER: 'http://127.0.0.1:9', OIDC_CLIENT_ID: 'x', OIDC_CLIENT_SECRET: 'x' };

const endless = async () => 0;

/**
 * The whole server on an embedded database in memory, with everything real but the limits: those have a test of their own,
 * `throttles.test.ts`, which brings its buckets.
 */
export async function openApp({
  env = {},
  ...options
}: { env?: Record<string, string> } & Partial<Omit<ServerOptions, 'config' | 'database'>> = {}) {
  const database = await openMemoryDatabase();
  const config = parseConfig({
    LOG_LEVEL: process.env['TEST_LOG'] ?? 'silent',
    DATA_DIR: FILES_DIR,
    ...SILENT_PROVIDER,
    ...env,
  });
  const { built: server, routes } = await collectRoutes(async () => {
    // `inject` and the embedded database live on microtasks alone, which an app that watches its loop takes for overload.
    const quiet = { takeFromBucket: endless, eventLoopDelayMaxMs: 0, mailer: openMailbox().mailer };
    const created = await createServer({ config, database, ...quiet, ...options });
    await created.app.ready();
    return created;
  });
  return { ...server, db: database.db, database, routes };
}

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LightMyRequestResponse } from 'fastify';
import { parseConfig } from '../config.ts';
import { createServer, type ServerOptions } from '../create-server.ts';
import { createSession } from '../modules/auth/sessions.ts';
import { openMailbox } from './mailbox.ts';
import { openMemoryDatabase } from './open-database.ts';
import { type Person, World } from './world.ts';

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
export type Ask = {
  body?: unknown;
  headers?: Record<string, string>;
};

/** The whole server on a database in memory, asked without a port; its clock is the world's, and no limit is reached unless the test brings buckets. */
export const openApi = async ({
  env = {},
  ...options
}: Pick<ServerOptions, 'pushPorts' | 'previewPorts' | 'hasher' | 'freeBytes' | 'takeFromBucket'> & {
  env?: Record<string, string>;
} = {}) => {
  const database = await openMemoryDatabase();
  const world = new World(database.db);
  const mailbox = openMailbox();
  const dataDir = await mkdtemp(join(tmpdir(), 'tambay-api-'));
  const server = await createServer({
    config: parseConfig({ LOG_LEVEL: 'silent', DATA_DIR: dataDir, ...env }),
    database,
    clock: world.clock,
    mailer: mailbox.mailer,
    takeFromBucket: async () => 0,
    eventLoopDelayMaxMs: 0,
    ...options,
  });
  const tokens = new Map<string, string>();
  const tokenOf = async (person: Person): Promise<string> => {
    const known = tokens.get(person.id);
    if (known !== undefined) return known;
    const { accessToken } = await createSession(database.db, person.id, 'Test device', world.clock.now());
    tokens.set(person.id, accessToken);
    return accessToken;
  };
  const ask = async (
    person: Person | null,
    method: Method,
    path: string,
    { body, headers = {} }: Ask = {},
  ): Promise<LightMyRequestResponse> => {
    const authorization = person ? { authorization: `Bearer ${await tokenOf(person)}` } : {};
    return server.app.inject({
      method,
      url: `/api/v1${path}`,
      headers: { ...authorization, ...headers },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
      ...(body === undefined
        ? {}
        : { headers: { ...authorization, 'content-type': 'application/json', ...headers } }),
    });
  };
  const close = async (): Promise<void> => {
    await server.close();
    await rm(dataDir, { recursive: true, force: true });
  };
  const { executeSql } = database;
  return { world, ask, mailbox, executeSql, close, app: server.app, tokenOf, dataDir };
};

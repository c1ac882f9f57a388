import { NEVER } from 'rxjs';
import type { z } from '../protocol/index.ts';
import {
  callerHeaders,
  createHttpClient,
  type Engine,
  type OpenEngineOptions,
  openWorkerEngine,
  serverClock,
} from '../sync/index.ts';
import { checkedApiBase } from './api-base.ts';
import { worker } from './scope.ts';
import { readSession } from './session.ts';

export { preparePictures, readFriendLooks } from '../sync/index.ts';

/** Null: this worker was registered with an API address that is not ours. */
export const apiBase = checkedApiBase(
  new URL(worker.location.href),
  (import.meta.env['VITE_API_BASE'] ?? '').split(',').filter(Boolean),
);

/** What it writes waits for a page, which meets the faults. */
const underLab: OpenEngineOptions['ports'] = {
  online: { isOnline: () => false, changes: NEVER },
  http: { send: () => Promise.reject(new TypeError('Only pages meet the network of the lab')) },
};

/** Runs something with the engine of the signed-in member. @returns null when there is none; a frozen database stays frozen */
export const withEngine = async <R>(action: (engine: Engine) => Promise<R>): Promise<R | null> => {
  if (apiBase === null) return null;
  const session = await readSession();
  if (session === null) return null;
  const { userId, token, isLabOn, clockOffsetMs } = session;
  serverClock.begin(clockOffsetMs);
  const ports = isLabOn ? { ports: underLab } : {};
  const engine = await openWorkerEngine({ userId, baseUrl: apiBase, token: () => token, ...ports });
  try {
    return await action(engine);
  } finally {
    await engine.close();
  }
};

const http = createHttpClient({ baseUrl: apiBase ?? worker.location.origin });

/**
 * Calls the API as the signed-in member.
 * @param path below `/api/v1`
 * @returns null when there is none, or the network lab is on
 * @throws ProtocolError when the server refuses, ky's errors when it cannot be reached
 */
export const askServer = async <T>(
  schema: z.ZodMiniType<{ data: T }>,
  method: 'GET' | 'POST',
  path: string,
  body?: unknown,
): Promise<T | null> => {
  const session = await readSession();
  if (session === null || apiBase === null || session.isLabOn) return null;
  const headers = callerHeaders(session.token);
  const { data } = await http(`/api/v1${path}`, { method, headers, json: body }).json(schema);
  return data;
};

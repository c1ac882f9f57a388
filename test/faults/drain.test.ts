import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { io } from 'socket.io-client';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { PROTOCOL_VERSION } from '../../protocol/index.ts';
import { until } from './support/process.ts';
import { startServer } from './support/server-process.ts';

const PORT = 4_356;
const LIMIT_MS = 120_000;

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'tambay-drain-'));
});
afterEach(async () => {
  await rm(directory, { recursive: true, force: true });
});

const register = async (url: string): Promise<string> => {
  const answer = await fetch(`${url}/api/v1/auth/register`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      ...{ email: 'ana@example.test', password: 'correct horse battery 9' },
      ...{ firstName: 'Ana', lastName: 'Reyes', birthDate: '1990-05-05' },
    }),
  });
  const { data } = (await answer.json()) as { data: { accessToken: string } };
  return data.accessToken;
};

it('at SIGTERM a node says first that it is not ready, serves on, and lets its sockets move', {
  timeout: LIMIT_MS,
}, async () => {
  const server = await startServer(PORT, { DATA_DIR: directory, DRAIN_SECONDS: '3' });
  const token = await register(server.url);
  const socket = io(server.url, {
    ...{ transports: ['websocket'], reconnection: false, forceNew: true },
    auth: { token, deviceId: crypto.randomUUID(), protocol: PROTOCOL_VERSION },
  });
  await new Promise<void>((resolve, reject) => {
    socket.on('connect', resolve);
    socket.on('connect_error', reject);
  });
  const parted = new Promise<string>((resolve) => socket.on('disconnect', resolve));
  const status = async (path: string): Promise<number> => {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${server.url}/api/v1${path}`, { headers });
    await answer.body?.cancel();
    return answer.status;
  };
  expect(await status('/health/ready')).toBe(200);
  const exit = server.end('SIGTERM');
  await until('it is not ready', 1_500, async () => (await status('/health/ready')) === 503 || undefined);
  expect([await status('/auth/verify'), await status('/chats')]).toEqual([200, 200]);
  expect(socket.connected).toBe(true);
  expect(await parted).toMatch(/transport close|io server disconnect/);
  expect(await exit).toEqual({ code: 0, signal: null });
});

import { Agent, type IncomingMessage, request } from 'node:http';
import { expect, it } from 'vitest';
import { z } from '../protocol/index.ts';
import { parseConfig } from './config.ts';
import { createServer } from './create-server.ts';
import { openMemoryDatabase } from './testing/open-database.ts';

const address = z.object({ port: z.int() });

it('stops when the last answer is out, though its connection would be kept', async () => {
  const arrived = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<number>();
  const server = await createServer({
    config: parseConfig({ LOG_LEVEL: 'silent' }),
    database: await openMemoryDatabase(),
    eventLoopDelayMaxMs: 0,
    takeFromBucket: () => {
      arrived.resolve();
      return gate.promise;
    },
  });
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = address.parse(server.app.server.address());
  const agent = new Agent({ keepAlive: true });
  const answer = new Promise<IncomingMessage>((resolve, reject) => {
    const path = '/api/v1/auth/login';
    const headers = { 'content-type': 'application/json' };
    const asked = request({ host: '127.0.0.1', port, path, method: 'POST', agent, headers }, resolve);
    asked.on('error', reject).end('{}');
  });
  await arrived.promise;
  const closed = server.close();
  gate.resolve(0);
  const { statusCode, headers } = await answer.then((message) => message.resume());
  expect([statusCode, headers.connection]).toEqual([400, 'close']);
  await closed;
  agent.destroy();
});

it('says that it stops, not that its database is gone; and no cache keeps what the API answers', async () => {
  const server = await createServer({
    config: parseConfig({ LOG_LEVEL: 'silent' }),
    database: await openMemoryDatabase(),
    eventLoopDelayMaxMs: 0,
  });
  const health = () => server.app.inject('/api/v1/health/check');
  expect((await health()).statusCode).toBe(200);
  server.announceStop();
  const stopping = await health();
  expect(stopping.statusCode).toBe(503);
  expect(stopping.json().data).toMatchObject({ status: 'degraded', checks: { database: 'ok' } });
  for (const url of ['/api/v1/health/check', '/api/v1/auth/verify', '/api/v1/users/nobody'])
    expect((await server.app.inject(url)).headers['cache-control']).toBe('no-store');
  await server.close();
});

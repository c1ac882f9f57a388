import { connect } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { z } from '../../protocol/index.ts';
import { bodyDeadlinePlugin } from './body-deadline.ts';

const address = z.object({ port: z.int() });
let app: FastifyInstance;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  app = fastify();
  await app.register(bodyDeadlinePlugin);
  app.post('/words', async () => 'received');
  await app.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(async () => {
  vi.useRealTimers();
  await app.close();
});

it('a body that does not end within half a minute ends the connection', async () => {
  const socket = connect(address.parse(app.server.address()).port, '127.0.0.1');
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.on('error', () => undefined);
  socket.write(
    'POST /words HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 20\r\n\r\n{"a":',
  );
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1));
  await vi.advanceTimersByTimeAsync(29_000);
  expect(socket.destroyed).toBe(false);
  await vi.advanceTimersByTimeAsync(1_000);
  await closed;
});

it('a body that has come leaves no timer behind', async () => {
  const answer = await fetch(`http://127.0.0.1:${address.parse(app.server.address()).port}/words`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  expect(await answer.text()).toBe('received');
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(0));
});

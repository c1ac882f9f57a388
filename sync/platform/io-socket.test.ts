import { createServer } from 'node:http';
import { Server } from 'socket.io';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { z } from '../../protocol/index.ts';
import { createIoSocket } from './io-socket.ts';

let server: Server;
let url: string;
beforeEach(async () => {
  const http = createServer();
  server = new Server(http, { transports: ['websocket'] });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${z.object({ port: z.int() }).parse(http.address()).port}`;
});
afterEach(() => server.close());

const open = (reconnectMs = 5) => {
  const log: string[] = [];
  const received: number[] = [];
  const socket = createIoSocket(url, { reconnectMs, onReceived: (bytes) => received.push(bytes) }).open(
    () => ({ token: 't', deviceId: 'd', protocol: 1 }),
    {
      onConnect: () => log.push('up'),
      onDisconnect: () => log.push('down'),
      onEvent: (event) => log.push(event),
    },
  );
  return { log, received, socket };
};

it('comes back when the server refuses it for the moment, and when the server ends it', async () => {
  let refusals = 3;
  server.use((_socket, next) => (refusals-- > 0 ? next(new Error('busy')) : next()));
  const { log, socket } = open();
  await vi.waitFor(() => expect(log).toEqual(['up']), { timeout: 10_000 });
  server.disconnectSockets(true);
  await vi.waitFor(() => expect(log).toEqual(['up', 'down', 'up']), { timeout: 10_000 });
  socket.close();
});

it('does not come back once it is closed', async () => {
  const arrived = vi.fn();
  server.use((_socket, next) => {
    arrived();
    next(new Error('busy'));
  });
  const refused = open();
  await vi.waitFor(() => expect(arrived).toHaveBeenCalled(), { timeout: 10_000 });
  refused.socket.close();
  arrived.mockClear();
  // A socket that comes later and goes through the same door shows that nobody else did.
  const other = open();
  await vi.waitFor(() => expect(arrived.mock.calls.length).toBeGreaterThan(1), { timeout: 10_000 });
  other.socket.close();
  expect(refused.log).toEqual([]);
});

it('[CO2] connects at once when it is told that the network is back, and leaves a living connection alone', async () => {
  const refused = vi.fn();
  let isOpen = false;
  server.use((_socket, next) => {
    if (isOpen) return next();
    refused();
    next(new Error('busy'));
  });
  // A day: without help it would not come back within this test.
  const { log, socket } = open(24 * 60 * 60_000);
  await vi.waitFor(() => expect(refused).toHaveBeenCalled(), { timeout: 10_000 });
  isOpen = true;
  socket.hurry();
  await vi.waitFor(() => expect(log).toEqual(['up']), { timeout: 10_000 });
  socket.hurry();
  server.emit('hello');
  await vi.waitFor(() => expect(log).toEqual(['up', 'hello']), { timeout: 10_000 });
  socket.close();
});

it('[CO2] comes back at once after the server was away, where its own turn is far', async () => {
  const { log, socket } = open(24 * 60 * 60_000);
  await vi.waitFor(() => expect(log).toEqual(['up']), { timeout: 10_000 });
  server.disconnectSockets(true);
  await vi.waitFor(() => expect(log).toEqual(['up', 'down']), { timeout: 10_000 });
  socket.hurry();
  await vi.waitFor(() => expect(log).toEqual(['up', 'down', 'up']), { timeout: 10_000 });
  socket.close();
});

it('tells how much has come in, over each connection it makes', async () => {
  const { log, received, socket } = open();
  await vi.waitFor(() => expect(log).toEqual(['up']), { timeout: 10_000 });
  server.disconnectSockets(true);
  await vi.waitFor(() => expect(log).toEqual(['up', 'down', 'up']), { timeout: 10_000 });
  received.length = 0;
  server.emit('news', 'x'.repeat(1_000));
  await vi.waitFor(() => expect(log).toContain('news'), { timeout: 10_000 });
  // What the name and the frame add.
  expect(received).toEqual([1_000 + '42["news",""]'.length + 3]);
  socket.close();
});

import { Agent } from 'node:https';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { newId, privateChatId } from '../../protocol/index.ts';
import { postPush } from '../../server/modules/notifications/push-endpoint.ts';
import { openApi } from '../../server/testing/api.ts';
import { openPushService } from '../../server/testing/push-service.ts';
import type { Person } from '../../server/testing/world.ts';

/** A push service that a client has named, and that means harm (docs/threat-model.md T06). */
const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

const listen = async (answer: (socket: Socket) => void): Promise<number> => {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => answer(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
};

/** The sender believes that it talks TLS to a public address; its agent brings the bytes to this machine. */
const post = (port: number): Promise<number> => {
  const agent = new Agent({ keepAlive: false });
  agent.createConnection = () => connect(port, '127.0.0.1');
  closers.push(() => agent.destroy());
  return postPush(
    { resolve: async () => ['93.184.216.34'], agent },
    { endpoint: 'https://push.example/send', headers: {}, body: Buffer.from('sealed') },
    new AbortController().signal,
  );
};

describe('[T06] a push service that means harm', () => {
  it('leads nowhere else by a redirect', async () => {
    let calls = 0;
    const canary = await listen(() => {
      calls += 1;
    });
    const port = await listen((socket) =>
      socket.end(`HTTP/1.1 301 Moved\r\nLocation: http://127.0.0.1:${canary}/\r\nContent-Length: 0\r\n\r\n`),
    );
    expect(await post(port)).toBe(301);
    expect(calls).toBe(0);
  });

  it('is not listened to for ever: what it streams stays with it', async () => {
    let written = 0;
    const chunk = Buffer.alloc(64 * 1_024);
    const closed = Promise.withResolvers<void>();
    const port = await listen((socket) => {
      socket.once('close', () => closed.resolve());
      socket.write('HTTP/1.1 201 Created\r\n\r\n');
      const pour = (): void => {
        while (!socket.destroyed && socket.write(chunk)) written += chunk.length;
        if (!socket.destroyed) socket.once('drain', pour);
      };
      pour();
    });
    expect(await post(port)).toBe(201);
    await closed.promise;
    expect(written).toBeLessThan(20_000_000);
  });

  it('fills no memory with a header', async () => {
    const port = await listen((socket) => {
      socket.write(`HTTP/1.1 201 Created\r\nX-Big: ${'x'.repeat(5_000_000)}\r\n\r\n`);
    });
    await expect(post(port)).rejects.toThrow();
  });

  it('is given up after ten seconds, however it drips, while others are served', {
    timeout: 20_000,
  }, async () => {
    const dripping = await listen((socket) => {
      socket.write('HTTP/1.1 201 Created\r\nX-Slow: ');
      const timer = setInterval(() => socket.write('x'), 1_000);
      socket.once('close', () => clearInterval(timer));
    });
    const quick = await listen((socket) => socket.end('HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n'));
    const since = performance.now();
    const slow = post(dripping);
    const statuses = await Promise.all(Array.from({ length: 50 }, () => post(quick)));
    expect(new Set(statuses)).toEqual(new Set([201]));
    expect(performance.now() - since).toBeLessThan(5_000);
    await expect(slow).rejects.toThrow();
    expect(performance.now() - since).toBeLessThan(12_000);
  });

  it('is given up after ten seconds, too, when its name is never looked up', {
    timeout: 20_000,
  }, async () => {
    const since = performance.now();
    const posted = postPush(
      { resolve: () => new Promise(() => undefined) },
      { endpoint: 'https://push.example/send', headers: {}, body: Buffer.from('sealed') },
      new AbortController().signal,
    );
    await expect(posted).rejects.toThrow();
    expect(performance.now() - since).toBeLessThan(12_000);
  });

  it('of a member with ten of them leaves the pushes of others alone', { timeout: 60_000 }, async () => {
    const service = await openPushService();
    closers.push(() => service.close());
    let hanging = 0;
    const release = Promise.withResolvers<string[]>();
    const api = await openApi({
      pushPorts: {
        ...service.ports,
        resolve: (host) => {
          if (host === 'push.example') return service.ports.resolve(host);
          hanging += 1;
          return release.promise;
        },
      },
    });
    const { ana: mallory, ben } = await api.world.friends();
    const { ana: cora, ben: dina } = await api.world.friends();
    for (let count = 0; count < 10; count += 1) {
      const { path: _path, ...body } = service.subscribe(`never-${count}.example`);
      await api.ask(mallory, 'POST', '/notifications/push/register', { body });
    }
    const { path, ...body } = service.subscribe();
    await api.ask(dina, 'POST', '/notifications/push/register', { body });
    const send = (from: Person, to: Person, content: string) =>
      api.ask(from, 'POST', `/chats/${privateChatId(from.id, to.id)}/messages`, {
        body: { id: newId(), content },
      });
    await send(ben, mallory, 'Ten of them');
    await vi.waitFor(() => expect(hanging).toBeGreaterThan(0), { timeout: 25_000 });
    await send(cora, dina, 'Nasa bus na ako');
    await vi.waitFor(() => expect(service.arrived.map((one) => one.path)).toEqual([path]), {
      timeout: 25_000,
    });
    expect(hanging).toBe(1);
    release.resolve([]);
    await api.close();
  });
});

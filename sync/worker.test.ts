import { NEVER } from 'rxjs';
import { expect, it } from 'vitest';
import { newId, pushRequest } from '../protocol/index.ts';
import { type OpenEngineOptions, openEngine, openWorkerEngine } from './index.ts';
import type { Http, Ports } from './platform/ports.ts';
import { createWorld } from './testing/world.ts';

it('[WO1] the worker sends what a page has left, and a page beside it does no harm', async () => {
  const userId = newId();
  const pushed: string[] = [];
  let sockets = 0;
  const http: Http = {
    async send({ path, body }) {
      const serverTime = '2026-11-21T12:00:00.000Z';
      if (!path.endsWith('/sync/push')) {
        const statuses = Object.fromEntries(
          pushed.map((id) => [id, { status: 'applied', result: {}, vector: {} }]),
        );
        const json = { scopes: [], removed: [], statuses, more: false, lastPendingCount: null, serverTime };
        return { status: 200, json, retryAfterMs: undefined };
      }
      const { mutations } = pushRequest.parse(body);
      pushed.push(...mutations.map(({ id }) => id));
      const answers = mutations.map(({ id }) => ({ id, status: 'applied', vector: {}, entries: [] }));
      return { status: 200, json: { answers, serverTime }, retryAfterMs: undefined };
    },
  };
  let isOnline = false;
  const ports: Partial<Ports> = {
    http: { send: (request) => (isOnline ? http.send(request) : Promise.reject(new TypeError('offline'))) },
    online: { isOnline: () => isOnline, changes: NEVER },
    socket: {
      open() {
        sockets += 1;
        return { emit: () => undefined, hurry: () => undefined, close: () => undefined };
      },
    },
  };
  const options: OpenEngineOptions = { userId, baseUrl: 'http://localhost', token: () => 'token', ports };
  const page = await openEngine(options);
  const written = await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      page.mutate('sendMessage', {
        id: newId(),
        chatId: newId(),
        content: `${index}`,
        writtenAt: '2026-11-20T08:00:00.000Z',
      }),
    ),
  );
  // The page's own, which comes a moment after its tables.
  await expect.poll(() => sockets).toBe(1);
  isOnline = true;
  const worker = await openWorkerEngine(options);
  await Promise.all([worker.sync(), page.sync()]);
  await expect.poll(() => page.db.outbox.count()).toBe(0);
  expect(pushed).toHaveLength(written.length);
  expect(new Set(pushed)).toEqual(new Set(written));
  expect(sockets).toBe(1);
  expect(worker.health.value).toMatchObject({ role: 'worker', isLeader: false });
  await Promise.all([page.close(), worker.close()]);
});

it('[WO1] one flush of the worker sends the pictures, and what waits for them', async () => {
  const world = createWorld(5);
  const ana = world.addPerson('Ana');
  const chatId = world.befriend(ana, world.addPerson('Ben'));
  const device = world.addDevice(ana);
  const { engine, kill } = await device.openTab();
  await world.time.advance(2_000);
  device.setOnline(false);
  const keep = (bytes: string) =>
    engine.files.keep({ bytes: new Blob([bytes]), kind: 'image', name: `${bytes}.jpg` });
  const [inPost, inMessage] = [await keep('a'), await keep('b')];
  const writtenAt = new Date(world.time.now()).toISOString();
  await engine.mutate('createPost', { id: world.newId(), content: 'Hapon', images: [inPost] });
  await engine.mutate('sendMessage', { id: world.newId(), chatId, images: [inMessage], writtenAt });
  kill();
  device.setOnline(true);
  const flushed = device.wakeWorker();
  await world.time.advance(10_000);
  await flushed;
  expect(device.arrivedFiles).toEqual([inPost, inMessage]);
  expect(device.disk.stores.outbox.size).toBe(0);
});

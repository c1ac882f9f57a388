import { Dexie } from 'dexie';
import { NEVER, Subject } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { newId, ProtocolError, pullRequest, pushRequest } from '../protocol/index.ts';
import { deleteUserDatabase, openDeviceStore, openEngine, PENDING_ORDER } from './index.ts';
import { noSocket } from './platform/no-socket.ts';
import type { Ports, SocketHandlers } from './platform/ports.ts';

const offline: Partial<Ports> = {
  online: { isOnline: () => false, changes: NEVER },
  http: { send: () => Promise.reject(new TypeError('no network')) },
  socket: noSocket,
  channel: { post: () => undefined, messages: NEVER, close: () => undefined },
};

const open = (userId: string, ports: Partial<Ports> = offline, databaseName?: string) =>
  openEngine({
    userId,
    baseUrl: 'http://localhost',
    token: () => 'token',
    ports,
    ...(databaseName === undefined ? {} : { databaseName }),
  });

const text = (chatId: string, content: string) => ({
  id: newId(),
  chatId,
  content,
  writtenAt: '2026-11-20T08:00:00.000Z',
});

describe('on IndexedDB', () => {
  it('[OB1] keeps what was written over a closed browser, in order', async () => {
    const userId = newId();
    const chatId = newId();
    const first = await open(userId);
    await Promise.all(
      ['one', 'two', 'three'].map((content) => first.mutate('sendMessage', text(chatId, content))),
    );
    await first.close();
    const second = await open(userId);
    expect(second.deviceId).toBe(first.deviceId);
    const rows = await second.db.messages
      .where('[chatId+order]')
      .between([chatId, PENDING_ORDER], [chatId, Number.POSITIVE_INFINITY])
      .toArray();
    expect(rows.map((row) => row.content)).toEqual(['one', 'two', 'three']);
    expect(second.status.value).toMatchObject({ connection: 'offline', pending: 3 });
    await second.close();
  });

  it('[PU6] goes on after a suspension when the server opens a socket again', async () => {
    const json = { ...new ProtocolError('suspended').detail, status: 403, requestId: 'r' };
    const paths: string[] = [];
    let handlers: SocketHandlers | undefined;
    const engine = await open(newId(), {
      ...offline,
      online: { isOnline: () => true, changes: NEVER },
      http: {
        async send({ path }) {
          paths.push(path);
          return { status: 403, json, retryAfterMs: undefined };
        },
      },
      socket: {
        open(_auth, given) {
          handlers = given;
          return { emit: () => undefined, hurry: () => undefined, close: () => undefined };
        },
      },
    });
    await engine.sync();
    expect(engine.status.value.paused).toBe('suspended');
    await expect.poll(() => handlers).toBeDefined();
    const asked = paths.length;
    handlers?.onConnect();
    await expect.poll(() => paths.length).toBeGreaterThan(asked);
    await engine.close();
  });

  it('[ST4] refuses a database that newer code has made', async () => {
    const userId = newId();
    const newer = new Dexie(`tambay-${userId}`);
    newer.version(99).stores({ meta: 'key' });
    await newer.open();
    newer.close();
    await expect(open(userId)).rejects.toMatchObject({ kind: 'upgrade_required' });
  });

  it('[ST4] lets a newer version have the database, and says that a reload is due', async () => {
    const userId = newId();
    const engine = await open(userId);
    const newer = new Dexie(`tambay-${userId}`);
    newer.version(99).stores({ meta: 'key' });
    await newer.open();
    newer.close();
    expect(engine.status.value.paused).toBe('upgrade_required');
    await expect(engine.mutate('sendMessage', text(newId(), 'x'))).rejects.toBeInstanceOf(Error);
  });

  it('[ST4] does not ask for a newer app when the database was deleted under it', async () => {
    const userId = newId();
    const engine = await open(userId);
    await Dexie.delete(`tambay-${userId}`);
    expect(engine.status.value.paused).toBe('storage_lost');
    const again = await open(userId);
    await again.mutate('sendMessage', text(newId(), 'x'));
    expect(again.status.value).toMatchObject({ paused: null });
    await again.close();
  });

  it('[ST4] says how much was lost when the browser has deleted the database', async () => {
    const userId = newId();
    const before = await open(userId);
    await before.close();
    await Dexie.delete(`tambay-${userId}`);
    const pulled = {
      scopes: [],
      removed: [],
      statuses: {},
      more: false,
      lastPendingCount: 3,
      serverTime: '2026-11-20T08:00:00.000Z',
    };
    const online: Partial<Ports> = {
      ...offline,
      online: { isOnline: () => true, changes: NEVER },
      http: { send: async () => ({ status: 200, json: pulled, retryAfterMs: undefined }) },
    };
    const after = await open(userId, online);
    await after.sync();
    expect(after.status.value).toMatchObject({ lostPending: 3, connection: 'online' });
    await after.close();
    const reloaded = await open(userId);
    expect(reloaded.status.value.lostPending).toBe(3);
    reloaded.dismissLost();
    await reloaded.close();
    const read = await open(userId);
    expect(read.status.value.lostPending).toBeNull();
    await read.close();

    await deleteUserDatabase(userId);
    const onPurpose = await open(userId, online);
    await onPurpose.sync();
    expect(onPurpose.status.value.lostPending).toBeNull();
    await onPurpose.close();
  });

  it('[ST4] tells the server of what would be lost with the device, also of what was refused', async () => {
    const serverTime = '2026-11-20T08:00:00.000Z';
    const told: unknown[] = [];
    const refused = { status: 'rejected', error: { statusCode: 403, message: 'No', code: 'forbidden' } };
    const engine = await open(newId(), {
      ...offline,
      online: { isOnline: () => true, changes: NEVER },
      http: {
        send: async ({ path, body }) => {
          const isPush = path.endsWith('/sync/push');
          if (!isPush) told.push(pullRequest.parse(body).pendingCount);
          const answers = isPush
            ? pushRequest.parse(body).mutations.map(({ id }) => ({ id, ...refused }))
            : [];
          const pulled = { scopes: [], removed: [], statuses: {}, more: false, lastPendingCount: null };
          const json = isPush ? { answers, serverTime } : { ...pulled, serverTime };
          return { status: 200, json, retryAfterMs: undefined };
        },
      },
    });
    await engine.mutate('sendMessage', text(newId(), 'x'));
    await expect.poll(() => engine.status.value.attention).toBe(1);
    await engine.sync();
    expect(told.at(-1)).toBe(1);
    await engine.saveDrafts(newId(), [{ id: 'begun', content: 'half a thou' }]);
    await engine.savePostDraft(newId(), {
      content: 'An hour of writing',
      privacy: 'PUBLIC',
      anonymous: false,
    });
    await expect.poll(() => engine.status.value.drafts).toBe(2);
    await engine.sync();
    expect(told.at(-1)).toBe(3);
    await engine.close();
  });

  it('[ST4] says how much was lost when the browser has deleted everything that scripts have written', async () => {
    const pulled = {
      ...{ scopes: [], removed: [], statuses: {}, more: false, lastPendingCount: null },
      ...{ evictedPendingCount: 2, serverTime: '2026-11-20T08:00:00.000Z' },
    };
    const asked: unknown[] = [];
    const engine = await open(newId(), {
      ...offline,
      online: { isOnline: () => true, changes: NEVER },
      http: {
        send: async ({ path, isWithCookie = false }) => {
          asked.push([path, isWithCookie]);
          return { status: 200, json: pulled, retryAfterMs: undefined };
        },
      },
    });
    await engine.sync();
    expect(engine.status.value.lostPending).toBe(2);
    expect(asked).toContainEqual(['/api/v1/sync/pull', true]);
    await engine.close();
  });

  it('[TA4] keeps a draft until it is sent or emptied', async () => {
    const engine = await open(newId());
    const chatId = newId();
    await engine.saveDrafts(chatId, [{ id: 'one', content: 'half a thou' }]);
    await engine.saveDrafts(chatId, [{ id: 'two', content: 'half a thought' }], ['one']);
    expect(await engine.db.chatDrafts.toArray()).toMatchObject([
      { id: 'two', chatId, content: 'half a thought', replyToId: null },
    ]);
    await engine.saveDrafts(chatId, [{ id: 'three', content: ' ' }], ['two']);
    expect(await engine.db.chatDrafts.count()).toBe(0);
    await engine.close();
  });
});

it('[TA4] counts what another tab has begun or given up', async () => {
  const userId = newId();
  const messages = new Subject<unknown>();
  const joined: Partial<Ports> = {
    ...offline,
    channel: { post: (message) => messages.next(message), messages, close: () => undefined },
  };
  const [one, other] = [await open(userId, joined), await open(userId, joined)];
  const chatId = newId();
  await one.saveDrafts(chatId, [{ id: 'one', content: 'half a thou' }]);
  await expect.poll(() => other.status.value.drafts).toBe(1);
  await one.saveDrafts(chatId, [], ['one']);
  await expect.poll(() => other.status.value.drafts).toBe(0);
  await Promise.all([one.close(), other.close()]);
});

describe('the device', () => {
  it('[TA4] remembers who is signed in, and keeps its own id for ever', async () => {
    const store = openDeviceStore(`device-${newId()}`);
    const fresh = await store.readDevice();
    expect(fresh).toMatchObject({ userId: null, token: null });
    const userId = newId();
    await store.rememberSignIn(userId, 'secret', 5);
    expect(await store.readDevice()).toEqual({ ...fresh, userId, token: 'secret', tokenSince: 5 });
    await store.forgetSignIn();
    expect(await store.readDevice()).toEqual({ ...fresh, tokenSince: 5 });
    store.close();
  });

  it('remembers who wants to be told here until that member leaves by choice', async () => {
    const store = openDeviceStore(`device-${newId()}`);
    const [ana, ben] = [newId(), newId()];
    const wish = async () => (await store.readDevice()).pushFor;
    const leave = (userId: string | null) =>
      store.leave({
        departure: userId === null ? null : { userId, mode: 'later' },
        leftWaiting: 0,
        revocation: null,
      });
    await store.rememberSignIn(ana, 'secret', 5);
    await store.rememberPush(true);
    await leave(null);
    await store.rememberSignIn(ben, 'other', 6);
    await leave(ben);
    expect(await wish()).toBe(ana);
    await store.rememberSignIn(ana, 'third', 7);
    await leave(ana);
    expect(await wish()).toBeNull();
    store.close();
  });
});

import { describe, expect, it } from 'vitest';
import { createMemoryDisk, openMemoryStorage } from '../testing/memory-storage.ts';
import { createDexieStorage } from './dexie-storage.ts';
import { LocalDatabase } from './local-database.ts';
import { type LocalMessage, type NewOutboxRow, PENDING_ORDER, type StoreName } from './rows.ts';
import { DuplicateKeyError, type Storage } from './storage.ts';

let databases = 0;

const implementations: Record<string, () => Storage> = {
  IndexedDB: () => {
    databases += 1;
    return createDexieStorage(new LocalDatabase(`contract-${databases}`));
  },
  memory: () => openMemoryStorage(createMemoryDisk()),
};

const message = (id: string, order: number, chatId = 'chat-1'): LocalMessage => ({
  id,
  chatId,
  kind: 'user',
  seq: order,
  afterSeq: order - 1,
  senderId: null,
  content: id,
  images: [],
  files: [],
  video: null,
  media: [],
  replyToId: null,
  mentions: [],
  isForwarded: false,
  reactions: [],
  event: null,
  writtenAt: '2026-11-20T08:00:00.000Z',
  createdAt: '2026-11-20T08:00:00.000Z',
  editedAt: null,
  deletedAt: null,
  version: 1,
  order,
});

const outboxRow = (id: string): NewOutboxRow => ({
  id,
  name: 'markSeen',
  version: 1,
  args: { chatId: 'chat-1', seq: 1 },
  lane: 'chat:chat-1',
  prev: null,
  entityKey: null,
  chatId: 'chat-1',
  otherUserId: null,
  touches: [],
  files: [],
  waitsForFiles: false,
  state: 'queued',
  attempts: 0,
  refusals: 0,
  notBefore: 0,
  waitMs: 0,
  leaseOwner: null,
  leaseUntil: 0,
  error: null,
  blockedBy: null,
  vector: null,
  writtenAt: '2026-11-20T08:00:00.000Z',
});

const meta = (storage: Storage) => storage.read(['meta'], (tx) => tx.getAll('meta'));
const stores: StoreName[] = ['meta', 'messages', 'outbox', 'users', 'members'];

describe.each(Object.entries(implementations))('storage on %s', (_name, open) => {
  it('[ST2] refuses a second row with the same id, and keeps nothing of that transaction', async () => {
    const storage = open();
    await storage.write(['outbox'], (tx) => tx.append([outboxRow('a')]));
    const again = storage.write(['outbox', 'meta'], async (tx) => {
      await tx.put('meta', [{ key: 'b', value: 2 }]);
      await tx.append([outboxRow('b'), outboxRow('a')]);
    });
    await expect(again).rejects.toBeInstanceOf(DuplicateKeyError);
    expect(await meta(storage)).toEqual([]);
    expect(await storage.read(['outbox'], (tx) => tx.getAll('outbox'))).toHaveLength(1);
  });

  it('[ST1] keeps all of a transaction or nothing of it', async () => {
    const storage = open();
    await storage.write(['meta'], (tx) => tx.put('meta', [{ key: 'kept', value: 1 }]));
    const failed = storage.write(stores, async (tx) => {
      await tx.put('meta', [
        { key: 'kept', value: 2 },
        { key: 'lost', value: 3 },
      ]);
      await tx.put('messages', [message('m1', 1)]);
      await tx.append([outboxRow('a')]);
      throw new Error('stop');
    });
    await expect(failed).rejects.toThrow('stop');
    expect(await meta(storage)).toEqual([{ key: 'kept', value: 1 }]);
    expect(await storage.read(stores, (tx) => tx.getAll('outbox'))).toEqual([]);
    expect(await storage.read(stores, (tx) => tx.getAll('messages'))).toEqual([]);
  });

  it('[ST1] keeps nothing of what was asked for beside a step that fails', async () => {
    const storage = open();
    const failed = storage.write(stores, (tx) =>
      Promise.all([
        tx.put('messages', [message('m1', 1)]),
        Promise.reject(new Error('stop')),
        tx.put('meta', [{ key: 'lost', value: 1 }]),
        tx.append([outboxRow('a')]),
      ]),
    );
    await expect(failed).rejects.toThrow('stop');
    expect(await meta(storage)).toEqual([]);
    expect(await storage.read(stores, (tx) => tx.isEmpty('outbox'))).toBe(true);
    expect(await storage.read(stores, (tx) => tx.isEmpty('messages'))).toBe(true);
    await storage.write(['meta'], (tx) => tx.put('meta', [{ key: 'kept', value: 1 }]));
    expect(await storage.read(['meta'], (tx) => tx.isEmpty('meta'))).toBe(false);
    expect(await storage.read(stores, (tx) => Promise.all([tx.count('meta'), tx.count('outbox')]))).toEqual([
      1, 0,
    ]);
  });

  it('[ST1] lets write transactions follow one another', async () => {
    const storage = open();
    await storage.write(['meta'], (tx) => tx.put('meta', [{ key: 'count', value: 0 }]));
    const increment = () =>
      storage.write(['meta'], async (tx) => {
        const row = await tx.get('meta', 'count');
        await tx.put('meta', [{ key: 'count', value: Number(row?.value) + 1 }]);
      });
    await Promise.all(Array.from({ length: 20 }, increment));
    expect(await meta(storage)).toEqual([{ key: 'count', value: 20 }]);
  });

  it('[ST1] shows a transaction its own writes', async () => {
    const storage = open();
    const seen = await storage.write(stores, async (tx) => {
      await tx.put('messages', [message('m1', 1)]);
      await tx.delete('messages', ['m1']);
      await tx.put('messages', [message('m2', 2)]);
      return tx.getAll('messages');
    });
    expect(seen).toEqual([message('m2', 2)]);
  });

  it('[ST1] refuses a store that the transaction has not named', async () => {
    const storage = open();
    await expect(
      storage.write(['meta'], (tx) => tx.put('messages', [message('m1', 1)])),
    ).rejects.toBeInstanceOf(Error);
    await expect(storage.read(['meta'], (tx) => tx.getAll('messages'))).rejects.toBeInstanceOf(Error);
  });

  it('[ST2] numbers the outbox upwards, also after rows have left it', async () => {
    const storage = open();
    const append = (...ids: string[]) =>
      storage.write(['outbox'], (tx) => tx.append(ids.map((id) => outboxRow(id))));
    const [first = 0, second = 0] = await append('a', 'b');
    expect(second).toBeGreaterThan(first);
    await storage.write(['outbox'], (tx) => tx.delete('outbox', [first, second]));
    const [third = 0] = await append('c');
    expect(third).toBeGreaterThan(second);
    expect(await storage.read(['outbox'], (tx) => tx.getAll('outbox'))).toEqual([
      { ...outboxRow('c'), seq: third },
    ]);
  });

  it('[ST2] adds and finds hundreds of rows in order', async () => {
    const storage = open();
    const ids = Array.from({ length: 200 }, (_, index) => `m${String(index).padStart(3, '0')}`);
    const seqs = await storage.write(stores, async (tx) => {
      await tx.put('messages', ids.map((id, index) => message(id, index + 1)).reverse());
      return tx.append(ids.map(outboxRow));
    });
    expect(seqs).toEqual([...seqs].sort((a, b) => a - b));
    expect(new Set(seqs).size).toBe(200);
    const found = await storage.read(stores, (tx) => tx.getMany('messages', ['m199', 'none', 'm000']));
    expect(found.map((row) => row?.id)).toEqual(['m199', undefined, 'm000']);
    await storage.write(stores, (tx) => tx.delete('messages', ids.slice(0, 150)));
    const left = await storage.read(stores, (tx) => tx.getAll('messages'));
    expect(left.map((row) => row.id)).toEqual(ids.slice(150));
  });

  it("[ST3] reads a chat's messages by order, the end left out", async () => {
    const storage = open();
    await storage.write(stores, (tx) =>
      tx.put('messages', [
        message('pending', PENDING_ORDER + 1),
        message('system', 2.5),
        message('m2', 2),
        message('m1', 1),
        message('other', 2, 'chat-2'),
      ]),
    );
    const range = (from: number, before: number) =>
      storage.read(['messages'], async (tx) =>
        (await tx.getMessages('chat-1', from, before)).map((row) => row.id),
      );
    expect(await range(2, PENDING_ORDER)).toEqual(['m2', 'system']);
    expect(await range(0, Number.MAX_SAFE_INTEGER)).toEqual(['m1', 'm2', 'system', 'pending']);
    expect(await range(0, 2)).toEqual(['m1']);
  });

  it('[ST3] finds rows by an index', async () => {
    const storage = open();
    const user = (id: string, uniqueCode: string) => ({
      id,
      uniqueCode,
      firstName: 'Ana',
      middleName: null,
      lastName: 'Reyes',
      avatarId: null,
      createdAt: '2026-11-20T08:00:00.000Z',
      version: 1,
    });
    await storage.write(stores, (tx) => tx.put('users', [user('u1', 'AAAA'), user('u2', 'BBBB')]));
    const found = await storage.read(['users'], (tx) => tx.getAllBy('users', 'uniqueCode', 'BBBB'));
    expect(found).toEqual([user('u2', 'BBBB')]);
  });

  it('[ST1] fails, rather than forgets, once closed', async () => {
    const storage = open();
    await meta(storage);
    await storage.close();
    await expect(
      storage.write(['meta'], (tx) => tx.put('meta', [{ key: 'a', value: 1 }])),
    ).rejects.toBeInstanceOf(Error);
  });
});

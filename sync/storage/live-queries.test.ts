import { liveQuery } from 'dexie';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { newId } from '../../protocol/index.ts';
import { createDexieStorage } from './dexie-storage.ts';
import { LocalDatabase, type LocalTables } from './local-database.ts';
import type { StoreRows } from './rows.ts';

const member = (id: string, chatId: string, userId: string): StoreRows['members'] => ({
  ...{ id, chatId, userId, role: 'MEMBER', joinedSeq: 0, deliveredSeq: 0, seenSeq: 0 },
  joinedAt: '2026-11-20T08:00:00.000Z',
  version: 1,
});

const message = (id: string, chatId: string, order: number): StoreRows['messages'] => ({
  ...{ id, chatId, kind: 'user', seq: order, afterSeq: order, senderId: null, content: 'Tara!' },
  ...{ images: [], files: [], video: null, media: [], replyToId: null, mentions: [] },
  ...{ isForwarded: false, reactions: [], event: null, editedAt: null, deletedAt: null },
  ...{ writtenAt: '2026-11-20T08:00:00.000Z', createdAt: '2026-11-20T08:00:00.000Z', version: 1, order },
});

const opened: LocalDatabase[] = [];
const open = (name = `live-${newId()}`) => {
  const db = new LocalDatabase(name);
  opened.push(db);
  return { db, storage: createDexieStorage(db) };
};
afterEach(() => {
  for (const db of opened.splice(0)) db.close();
});

const live = <T>(db: LocalDatabase, query: (tables: LocalTables) => PromiseLike<T>) =>
  liveQuery(() => db.read(['members', 'messages'], query));

/** The answers of a live query, one after the other. */
const watch = <T>(db: LocalDatabase, query: (tables: LocalTables) => PromiseLike<T>): T[] => {
  const shown: T[] = [];
  live(db, query).subscribe((answer) => void shown.push(answer));
  return shown;
};

const settle = () => new Promise((resolve) => setTimeout(resolve, 30));

const idsOf =
  (chatId: string) =>
  async ({ members }: LocalTables) =>
    (await members.where('chatId').equals(chatId).toArray()).map(({ id }) => id);

describe('a live query of what the engine writes', () => {
  const setUp = async () => {
    const { db, storage } = open();
    await storage.write(['members'], (tx) =>
      tx.put('members', [member('a', 'chat-1', 'u1'), member('b', 'chat-2', 'u2')]),
    );
    const mine = watch(db, idsOf('chat-1'));
    const others = watch(db, idsOf('chat-2'));
    await expect.poll(() => others.length).toBe(1);
    return { db, storage, mine, others };
  };

  it('[ST10] shows a row that comes, moves and goes, and what is beside it does not look again', async () => {
    const { storage, mine, others } = await setUp();
    await storage.write(['members'], (tx) => tx.put('members', [member('c', 'chat-1', 'u3')]));
    await expect.poll(() => mine.at(-1)).toEqual(['a', 'c']);
    await storage.write(['members'], (tx) => tx.put('members', [member('c', 'chat-3', 'u3')]));
    await expect.poll(() => mine.at(-1)).toEqual(['a']);
    await storage.write(['members'], (tx) => tx.delete('members', ['a']));
    await expect.poll(() => mine.at(-1)).toEqual([]);
    await settle();
    expect(others).toEqual([['b']]);
    await storage.write(['members'], (tx) => tx.clear('members'));
    await expect.poll(() => others.at(-1)).toEqual([]);
  });

  it('[ST10] has nothing to look at again when a transaction was undone', async () => {
    const { storage, mine } = await setUp();
    const undone = storage.write(['members'], async (tx) => {
      await tx.put('members', [member('c', 'chat-1', 'u3')]);
      throw new Error('stop');
    });
    await expect(undone).rejects.toThrow('stop');
    await settle();
    expect(mine).toEqual([['a']]);
  });

  it('[ST10] shows nothing of what the disk refuses in the end', async () => {
    const { storage, mine } = await setUp();
    const commit = vi.spyOn(IDBTransaction.prototype, 'commit').mockImplementation(function (
      this: IDBTransaction,
    ) {
      commit.mockRestore();
      this.abort();
    });
    const refused = storage.write(['members'], (tx) => tx.put('members', [member('c', 'chat-1', 'u3')]));
    await expect(refused).rejects.toBeDefined();
    await settle();
    expect(mine).toEqual([['a']]);
  });

  it('[ST10] learns of what another tab has written, and of nothing else', async () => {
    const { db, mine, others } = await setUp();
    const tab = open(db.name);
    await tab.storage.write(['members'], (tx) => tx.put('members', [member('c', 'chat-1', 'u3')]));
    await expect.poll(() => mine.at(-1)).toEqual(['a', 'c']);
    await settle();
    expect(others).toEqual([['b']]);
  });

  it('[ST10] shows what was written while it was being read', async () => {
    const { db, storage } = await setUp();
    const shown: string[][] = [];
    const isRead = Promise.withResolvers<void>();
    const isWritten = Promise.withResolvers<void>();
    liveQuery(async () => {
      const ids = await db.read(['members'], idsOf('chat-1'));
      // Not within Dexie's context of the query, in which the test could not write.
      setTimeout(isRead.resolve);
      await isWritten.promise;
      return ids;
    }).subscribe((ids) => void shown.push(ids));
    await isRead.promise;
    await storage.write(['members'], (tx) => tx.put('members', [member('c', 'chat-1', 'u3')]));
    isWritten.resolve();
    await expect.poll(() => shown.at(-1)).toEqual(['a', 'c']);
  });

  it('[ST10] is not shown anything any more once nobody listens', async () => {
    const { db, storage } = await setUp();
    const shown: string[][] = [];
    const subscription = live(db, idsOf('chat-1')).subscribe((ids) => void shown.push(ids));
    await expect.poll(() => shown.length).toBe(1);
    subscription.unsubscribe();
    await storage.write(['members'], (tx) => tx.put('members', [member('c', 'chat-1', 'u3')]));
    await settle();
    expect(shown).toEqual([['a']]);
  });

  it('[ST10] shows the newest of a chat', async () => {
    const { db, storage } = open();
    await storage.write(['messages'], (tx) =>
      tx.put(
        'messages',
        [7, 8, 9].map((order) => message(`m${order}`, 'chat-1', order)),
      ),
    );
    const newest = watch(db, async ({ messages }) => {
      const rows = await messages
        .where('[chatId+order]')
        .between(['chat-1', 0], ['chat-1', Infinity])
        .reverse()
        .limit(2)
        .toArray();
      return rows.map(({ order }) => order);
    });
    await expect.poll(() => newest).toEqual([[9, 8]]);
    await storage.write(['messages'], (tx) => tx.put('messages', [message('m6', 'chat-1', 6)]));
    await settle();
    expect(newest.at(-1)).toEqual([9, 8]);
    await storage.write(['messages'], (tx) => tx.put('messages', [message('m8.5', 'chat-1', 8.5)]));
    await expect.poll(() => newest.at(-1)).toEqual([9, 8.5]);
    await storage.write(['messages'], (tx) => tx.delete('messages', ['m9']));
    await expect.poll(() => newest.at(-1)).toEqual([8.5, 8]);
  });

  it('[ST10] does not answer from a cache of a row that it did not ask for meanwhile', async () => {
    const { db, storage } = open();
    const put = (...rows: StoreRows['members'][]) =>
      storage.write(['members'], (tx) => tx.put('members', rows));
    await put(member('switch', 'on', 'u1'), member('a', 'chat-1', 'u1'));
    const shown: (string | undefined)[] = [];
    live(db, async ({ members }) => {
      const isOn = (await members.get('switch'))?.chatId === 'on';
      return isOn ? (await members.get('a'))?.userId : 'off';
    }).subscribe((answer) => void shown.push(answer));
    await expect.poll(() => shown).toEqual(['u1']);
    await put(member('switch', 'off', 'u1'));
    await expect.poll(() => shown).toEqual(['u1', 'off']);
    await put(member('a', 'chat-1', 'u2'));
    await put(member('switch', 'on', 'u1'));
    await expect.poll(() => shown.at(-1)).not.toBe('off');
    expect(shown).toEqual(['u1', 'off', 'u2']);
  });
});

describe('every kind of query', () => {
  const ids = ['a', 'b', 'c', 'd', 'e'] as const;
  const id = fc.constantFrom(...ids);
  const orders = fc.integer({ min: 0, max: 6 });
  const step = fc.oneof(
    fc.record({
      kind: fc.constant('put' as const),
      rows: fc.array(fc.tuple(id, id, orders), { minLength: 1, maxLength: 4 }),
    }),
    fc.record({ kind: fc.constant('delete' as const), ids: fc.array(id, { minLength: 1, maxLength: 3 }) }),
    fc.record({ kind: fc.constant('clear' as const) }),
  );

  /** By name, so that a failure says which. */
  const queries: Record<string, (tables: LocalTables) => PromiseLike<unknown>> = {
    get: ({ messages }) => messages.get('a'),
    bulkGet: ({ messages }) => messages.bulkGet(['a', 'e', 'x']),
    all: ({ messages }) => messages.toArray(),
    count: ({ messages }) => messages.count(),
    countBetween: ({ messages }) => messages.where('[chatId+order]').between(['a', 0], ['c', 3]).count(),
    newest: ({ messages }) =>
      messages.where('[chatId+order]').between(['a', 0], ['a', Infinity]).reverse().limit(2).toArray(),
    oldest: ({ messages }) =>
      messages.where('[chatId+order]').between(['b', 1], ['b', 5], false, true).limit(2).toArray(),
    keys: ({ messages }) => messages.where('[chatId+order]').between(['a', 0], ['d', 2]).primaryKeys(),
    above: ({ messages }) => messages.where('id').above('b').limit(2).toArray(),
    chosen: ({ messages }) =>
      messages
        .where('[chatId+order]')
        .between(['a', 0], ['e', 9])
        .reverse()
        .filter(({ order }) => order % 2 === 0)
        .first(),
    filtered: ({ messages }) =>
      messages
        .toCollection()
        .filter(({ order }) => order > 3)
        .toArray(),
    anyOf: ({ members }) => members.where('chatId').anyOf(['b', 'a', 'b']).toArray(),
    equals: ({ members }) => members.where('userId').equals('c').toArray(),
    chain: async ({ members, messages }) => {
      const held = await members.where('chatId').equals('a').toArray();
      return messages.bulkGet(held.map(({ userId }) => userId));
    },
    last: ({ messages }) => messages.toCollection().last(),
    follows: async ({ members }) => {
      const found = [];
      for (let next: string | undefined = 'a'; next !== undefined && found.length < ids.length; ) {
        const row: StoreRows['members'] | undefined = await members.get(next);
        found.push(row);
        next = row?.userId;
      }
      return found;
    },
    depends: async ({ members, messages }) => {
      const held = await members.get('b');
      if (held === undefined || held.chatId < 'c') return held;
      const [one, others] = await Promise.all([
        messages.get('c'),
        messages.where('[chatId+order]').between(['b', 0], ['d', 9]).limit(2).toArray(),
      ]);
      return [one, ...others];
    },
    newestOf: ({ members }) => members.where('chatId').anyOf(['d', 'a', 'c']).reverse().limit(2).toArray(),
    someChosen: ({ messages }) => {
      const all = () => messages.where('[chatId+order]').between(['a', 0], ['e', 9]).limit(2);
      return Promise.all([
        all()
          .filter(({ order }) => order < 3)
          .toArray(),
        all()
          .filter(({ order }) => order > 3)
          .toArray(),
        all().toArray(),
      ]);
    },
  };

  it('[ST10] shows in the end what a new look finds, whatever was written, by whichever tab', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.boolean(), fc.boolean(), fc.array(step, { minLength: 1, maxLength: 3 })), {
          maxLength: 5,
        }),
        async (transactions) => {
          const here = open();
          const there = open(here.db.name);
          const shown: Record<string, unknown> = {};
          for (const [name, read] of Object.entries(queries)) {
            live(here.db, read).subscribe((answer) => {
              shown[name] = answer;
            });
          }
          for (const [isHere, isAwaited, steps] of transactions) {
            // What is shown by then is brought up to date; what is being read is read again.
            if (isAwaited) await new Promise((resolve) => setTimeout(resolve, 4));
            await (isHere ? here : there).storage.write(['members', 'messages'], async (tx) => {
              for (const one of steps) {
                if (one.kind === 'clear') await tx.clear('messages');
                else if (one.kind === 'delete') {
                  await tx.delete('messages', one.ids);
                  await tx.delete('members', one.ids);
                } else {
                  await tx.put(
                    'messages',
                    one.rows.map((parts) => message(...parts)),
                  );
                  await tx.put(
                    'members',
                    one.rows.map(([key, chat, order]) => member(key, chat, ids[order % 5] ?? 'a')),
                  );
                }
              }
            });
          }
          await expect
            .poll(async () => {
              const stale: string[] = [];
              for (const [name, read] of Object.entries(queries)) {
                const fresh = await here.db.read(['members', 'messages'], read);
                if (JSON.stringify(fresh) !== JSON.stringify(shown[name])) stale.push(name);
              }
              return stale;
            })
            .toEqual([]);
          here.db.close();
          there.db.close();
        },
      ),
      { numRuns: 40 },
    );
  });
});

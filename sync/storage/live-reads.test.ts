import 'fake-indexeddb/auto';
import { Dexie, type IndexableType, liveQuery, type ObservabilitySet, RangeSet } from 'dexie';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { newId } from '../../protocol/index.ts';
import { createIndexedDbStorage } from './indexeddb-storage.ts';
import { LocalDatabase } from './local-database.ts';
import type { StoreRows } from './rows.ts';

const member = (id: string, chatId: string, userId: string): StoreRows['members'] => ({
  ...{ id, chatId, userId, role: 'MEMBER', joinedSeq: 0, deliveredSeq: 0, seenSeq: 0 },
  joinedAt: '2026-11-20T08:00:00.000Z',
  version: 1,
});

const opened: LocalDatabase[] = [];
const open = () => {
  const db = new LocalDatabase(`live-${newId()}`);
  opened.push(db);
  return { db, storage: createIndexedDbStorage(db) };
};
afterEach(() => {
  for (const db of opened.splice(0)) db.close();
});

/** What a screen that asks this has been shown, one answer after the other. */
const watch = <T>(query: () => Promise<T>): T[] => {
  const shown: T[] = [];
  liveQuery(query).subscribe((answer) => void shown.push(answer));
  return shown;
};

const settle = () => new Promise((resolve) => setTimeout(resolve, 30));

describe('a live read of what the engine writes', () => {
  const setUp = async () => {
    const { db, storage } = open();
    await storage.write(['members'], (tx) =>
      tx.put('members', [member('a', 'chat-1', 'u1'), member('b', 'chat-2', 'u2')]),
    );
    const idsOf = (chatId: string) => async () =>
      (await db.members.where('chatId').equals(chatId).toArray()).map(({ id }) => id);
    const mine = watch(idsOf('chat-1'));
    const others = watch(idsOf('chat-2'));
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
});

describe('what live reads are told', () => {
  type Told = Map<string, Set<string>>;

  /** The keys of each part, without parts that name none. */
  const keysOf = (parts: ObservabilitySet, name: string): Told => {
    const told: Told = new Map();
    for (const [part, tree] of Object.entries(parts)) {
      const keys = [...new RangeSet().add(tree)].flatMap(({ from, to }) =>
        from === undefined ? [] : [JSON.stringify([from, to])],
      );
      if (keys.length > 0) told.set(part.replace(name, 'db'), new Set(keys));
    }
    return told;
  };

  const listen = async (name: string, action: () => Promise<unknown>): Promise<Told> => {
    const all: ObservabilitySet[] = [];
    const hear = (parts: ObservabilitySet) => void all.push(parts);
    Dexie.on.storagemutated.subscribe(hear);
    try {
      await action();
    } finally {
      Dexie.on.storagemutated.unsubscribe(hear);
    }
    expect(all).toHaveLength(1);
    return keysOf(all[0] ?? {}, name);
  };

  it('[ST10] is what Dexie itself would have told', async () => {
    const id = fc.constantFrom('a', 'b', 'c', 'd', 'e');
    const row = fc.tuple(id, id, id).map((parts) => member(...parts));
    const step = fc.oneof(
      fc.record({ kind: fc.constant('put' as const), rows: fc.array(row, { minLength: 1, maxLength: 40 }) }),
      fc.record({ kind: fc.constant('delete' as const), ids: fc.array(id, { minLength: 1, maxLength: 5 }) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 5 }), async (steps) => {
        const [native, plain] = [open(), open()];
        await Promise.all([native.db.open(), plain.db.open()]);
        const ours = await listen(native.db.name, () =>
          native.storage.write(['members'], async (tx) => {
            for (const one of steps) {
              if (one.kind === 'put') await tx.put('members', one.rows);
              else await tx.delete('members', one.ids);
            }
          }),
        );
        const theirs = await listen(plain.db.name, () =>
          plain.db.transaction('rw', plain.db.members, async () => {
            for (const one of steps) {
              if (one.kind === 'put') await plain.db.members.bulkPut(one.rows);
              else await plain.db.members.bulkDelete(one.ids);
            }
          }),
        );
        expect(ours).toEqual(theirs);
        expect(await native.db.members.toArray()).toEqual(await plain.db.members.toArray());
        native.db.close();
        plain.db.close();
      }),
      { numRuns: 30 },
    );
  });

  it('[ST10] names a row of a compound index by all its parts', async () => {
    const { db, storage } = open();
    await db.open();
    const order: IndexableType = ['chat-1', 4];
    const told = await listen(db.name, () =>
      storage.write(['messages'], (tx) =>
        tx.put('messages', [
          {
            ...{
              id: 'm',
              chatId: 'chat-1',
              kind: 'user',
              seq: 4,
              afterSeq: 3,
              senderId: null,
              content: 'Tara!',
            },
            ...{ images: [], files: [], video: null, media: [], replyToId: null, mentions: [] },
            ...{ isForwarded: false, reactions: [], event: null, editedAt: null, deletedAt: null },
            writtenAt: '2026-11-20T08:00:00.000Z',
            createdAt: '2026-11-20T08:00:00.000Z',
            version: 1,
            order: 4,
          },
        ]),
      ),
    );
    expect(told.get('idb://db/messages/[chatId+order]')).toEqual(new Set([JSON.stringify([order, order])]));
  });
});

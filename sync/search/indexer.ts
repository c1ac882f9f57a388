import { indexedTextOf, indexedWordsOf } from '../../protocol/index.ts';
import { databaseIdOf } from '../apply/database-id.ts';
import type { LocalDatabase } from '../storage/local-database.ts';
import type { LocalMessage } from '../storage/rows.ts';
import { idsOfUnindexed, toUnindexed } from '../storage/unindexed.ts';
import type { SearchDatabase, SegmentHead } from './search-database.ts';
import {
  buildSegment,
  docsAmong,
  type IndexedDoc,
  idToBytes,
  mergeSegments,
  type Segment,
} from './segment.ts';

/** So many messages are read at once: a step takes some milliseconds, also on a slow phone. */
const STEP = 250;
/** A segment of this size is left alone. */
const FULL_DOCS = 4_096;
/** So many of about one size are joined; each size is eight times the one before. */
const FAN = 8;

const DATABASE_ID_KEY = 'birth';
/** Another number where other words of a message are indexed: an index of the old ones is made anew. */
const WORDS_VERSION = 5;
/** The id up to which the first pass has come; `DONE` when it is over. */
const BUILT_TO = 'builtTo';
const DONE = '~';

const toDoc = (message: LocalMessage): IndexedDoc[] => {
  if (indexedTextOf(message) === '') return [];
  const { id, chatId, createdAt } = message;
  const seconds = Math.floor(Date.parse(createdAt) / 1_000);
  return [{ id, chatId, seconds, words: indexedWordsOf(message) }];
};

const isSame = (a: LocalMessage | undefined, b: LocalMessage | undefined): boolean =>
  (a && indexedTextOf(a)) === (b && indexedTextOf(b));

const tierOf = (docs: number): number => Math.floor(Math.log2(Math.max(1, docs)) / Math.log2(FAN));

/** Which segments to join now: eight small ones of about one size. */
export const segmentsToJoin = (heads: readonly SegmentHead[]): number[] => {
  const tiers = Map.groupBy(
    heads.filter(({ docs }) => docs < FULL_DOCS),
    ({ docs }) => tierOf(docs),
  );
  for (const [, alike] of [...tiers].sort(([a], [b]) => a - b)) {
    if (alike.length >= FAN) return alike.map(({ no }) => no);
  }
  return [];
};

export type Indexer = {
  /** Does a little of what is left. @returns whether there was anything to do */
  step(): Promise<boolean>;
  /** Messages that wait to be indexed, about. */
  remaining(): Promise<number>;
};

/**
 * Keeps the index up with the tables, in small steps: first one pass over all messages, then what `unindexed` names. The
 * engine writes there, in the transaction that changes a message, so nothing is forgotten and nothing is looked at twice.
 */
export const createIndexer = (db: LocalDatabase, index: SearchDatabase): Indexer => {
  let carried: IndexedDoc[] = [];

  /** An index of another database, one that was cleared or restored, is worth nothing. */
  const begin = async (): Promise<string> => {
    const databaseId = `${WORDS_VERSION} ${await databaseIdOf(db)}`;
    const known = await index.meta.get(DATABASE_ID_KEY);
    if (known?.value !== databaseId) {
      const { segments, heads, meta } = index;
      await index.transaction('rw', segments, heads, meta, async () => {
        await Promise.all([segments.clear(), heads.clear(), meta.clear()]);
        await meta.bulkPut([
          { key: DATABASE_ID_KEY, value: databaseId },
          { key: BUILT_TO, value: '' },
        ]);
      });
      carried = [];
    }
    return (await index.meta.get(BUILT_TO))?.value ?? '';
  };

  const queuedIds = async (): Promise<string[]> =>
    (await db.unindexed.toCollection().primaryKeys()).flatMap(idsOfUnindexed);

  /** The position of the first pass while `carried` holds what is not written yet. */
  let readTo: string | null = null;

  const build = async (builtTo: string): Promise<void> => {
    const rows = await db.messages
      .where('id')
      .above(readTo ?? builtTo)
      .limit(STEP)
      .toArray();
    // What the queue names comes by it.
    const queued = new Set(await queuedIds());
    carried.push(...rows.filter(({ id }) => !queued.has(id)).flatMap(toDoc));
    const isOver = rows.length < STEP;
    readTo = rows.at(-1)?.id ?? readTo;
    if (!isOver && carried.length < FULL_DOCS) return;
    await index.replaceSegments(
      [],
      [buildSegment(carried)],
      [{ key: BUILT_TO, value: isOver ? DONE : (readTo ?? builtTo) }],
    );
    carried = [];
  };

  /** Takes messages out of the segments that hold them: a deleted text is really gone. */
  const forget = async (ids: readonly string[]): Promise<void> => {
    const wanted = ids.map(idToBytes);
    for (const no of await index.heads.toCollection().primaryKeys()) {
      const segment = await index.segments.get(no);
      if (segment === undefined) continue;
      const gone = new Set(docsAmong(segment, wanted));
      if (gone.size > 0)
        await index.replaceSegments([no], [mergeSegments([segment], (_, doc) => !gone.has(doc))]);
    }
  };

  /** As much of the queue as one step takes. */
  const nextInQueue = async () => {
    const rows = (await db.unindexed.limit(STEP).toArray()).map((row) => ({
      ...row,
      ids: idsOfUnindexed(row.id),
    }));
    let count = 0;
    return rows.filter(({ ids }, at) => {
      count += ids.length;
      return at === 0 || count <= STEP;
    });
  };

  const drain = async (): Promise<boolean> => {
    const queue = await nextInQueue();
    if (queue.length === 0) return false;
    // An edit may have followed the page that its message came with.
    const ids = [...new Set(queue.flatMap((one) => one.ids))];
    const rows = await db.messages.bulkGet(ids);
    const held = queue.filter(({ wasHeld }) => wasHeld).flatMap((one) => one.ids);
    if (held.length > 0) await forget(held);
    await index.replaceSegments([], [buildSegment(rows.flatMap((row) => (row ? toDoc(row) : [])))]);
    await db.transaction('rw', db.unindexed, db.messages, async () => {
      const now = await db.messages.bulkGet(ids);
      // What was edited in between is looked at again, and what stands in the index now is forgotten then.
      const changed = ids.filter((_, at) => !isSame(now[at], rows[at]));
      await db.unindexed.bulkDelete(queue.map(({ id }) => id));
      await db.unindexed.bulkPut(toUnindexed(changed.map((id) => ({ id, wasHeld: true }))));
    });
    return true;
  };

  const join = async (): Promise<boolean> => {
    const chosen = segmentsToJoin(await index.heads.toArray());
    if (chosen.length === 0) return false;
    const segments = (await index.segments.bulkGet(chosen)).filter(
      (row): row is Segment & { no: number } => row !== undefined,
    );
    await index.replaceSegments(chosen, [mergeSegments(segments)]);
    return true;
  };

  return {
    async step() {
      const builtTo = await begin();
      if (builtTo !== DONE) {
        await build(builtTo);
        return true;
      }
      return (await drain()) || (await join());
    },
    async remaining() {
      const builtTo = await begin();
      const queued = new Set(await queuedIds()).size;
      if (builtTo === DONE) return queued;
      return (
        queued +
        (await db.messages
          .where('id')
          .above(readTo ?? builtTo)
          .count())
      );
    },
  };
};

/** Three ways to search the same messages offline, each in an IndexedDB of its own, in the page. */
import { Dexie, type Table } from 'dexie';
import MiniSearch from 'minisearch';
import { wordsOf } from '../../../protocol/search-words.ts';
import { segmentsToJoin } from '../../../sync/search/indexer.ts';
import {
  buildSegment,
  bytesOf,
  docCount,
  idAt,
  lookUp,
  mergeSegments,
  openSegment,
  type Segment,
} from '../../../sync/search/segment.ts';

export type Doc = { id: string; chatId: string; seconds: number; content: string };
export type Engine = 'segments' | 'minisearch' | 'multi-entry';
export type Results = {
  buildMs: number;
  /** What the index adds to the device: of the multi-entry index as the browser reports its store, of the others as written. */
  bytes: number;
  /** From an open database to an index that can be asked. */
  loadMs: number;
  queryMs: number[];
  /** One new message, from its words to the commit. */
  updateMs: number[];
  /** Of the first queries, to see that all engines find the same. */
  found: number[];
};

/** An engine on its own database. */
type Index = {
  build(docs: readonly Doc[]): Promise<void>;
  bytes(): Promise<number>;
  load(): Promise<void>;
  /** The ids of all matches, the newest first: each typed word begins a word of the message. */
  query(text: string): Promise<string[]>;
  add(doc: Doc): Promise<void>;
};

const CHUNK = 4_096;
const chunksOf = <T>(items: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(items.length / CHUNK) }, (_, at) =>
    items.slice(at * CHUNK, (at + 1) * CHUNK),
  );
const durable = { chromeTransactionDurability: 'strict' } as const;

const toIndexed = ({ id, chatId, seconds, content }: Doc) => ({
  id,
  chatId,
  seconds,
  words: wordsOf(content),
});

/** The index of `sync/search`: immutable segments, joined as the indexer joins them. */
const createSegments = (): Index => {
  class Database extends Dexie {
    readonly segments!: Table<Segment & { no: number }, number>;
  }
  const db = new Database('segments', durable);
  db.version(1).stores({ segments: 'no' });
  let opened: { no: number; at: ReturnType<typeof openSegment> }[] = [];
  const replace = async (old: readonly number[], segment: Segment): Promise<void> => {
    const no = (opened.at(-1)?.no ?? 0) + 1;
    await db.transaction('rw', db.segments, async () => {
      await Promise.all([db.segments.bulkDelete([...old]), db.segments.put({ ...segment, no })]);
    });
    opened = [...opened.filter((one) => !old.includes(one.no)), { no, at: openSegment(segment) }];
  };
  return {
    async build(docs) {
      for (const chunk of chunksOf(docs)) await replace([], buildSegment(chunk.map(toIndexed)));
    },
    async bytes() {
      return (await db.segments.toArray()).reduce((total, segment) => total + bytesOf(segment), 0);
    },
    async load() {
      opened = (await db.segments.toArray()).map((segment) => ({ no: segment.no, at: openSegment(segment) }));
    },
    async query(text) {
      const words = wordsOf(text);
      return opened
        .flatMap(({ at }) =>
          lookUp(at, words, null).map((doc) => ({ at, doc, seconds: at.segment.times[doc] ?? 0 })),
        )
        .sort((a, b) => b.seconds - a.seconds)
        .map(({ at, doc }) => idAt(at.segment, doc));
    },
    async add(doc) {
      await replace([], buildSegment([toIndexed(doc)]));
      const heads = opened.map(({ no, at }) => ({ no, docs: docCount(at.segment), bytes: 0 }));
      const chosen = segmentsToJoin(heads);
      if (chosen.length === 0) return;
      const parts = opened.filter(({ no }) => chosen.includes(no)).map(({ at }) => at.segment);
      await replace(chosen, mergeSegments(parts));
    },
  };
};

const miniSearchOptions = {
  fields: ['content'],
  // The filter by chat and the order by time.
  storeFields: ['chatId', 'seconds'],
  tokenize: (text: string) => wordsOf(text),
  processTerm: (term: string) => term,
  searchOptions: { prefix: true, combineWith: 'AND' as const },
};

/** MiniSearch with our words, kept as its serialised form: it has no smaller unit to write. */
const createMiniSearch = (): Index => {
  class Database extends Dexie {
    readonly indexes!: Table<{ key: string; json: string }, string>;
  }
  const db = new Database('minisearch', durable);
  db.version(1).stores({ indexes: 'key' });
  let index = new MiniSearch<Doc>(miniSearchOptions);
  const store = () => db.indexes.put({ key: 'messages', json: JSON.stringify(index) });
  return {
    async build(docs) {
      index.addAll(docs);
      await store();
    },
    async bytes() {
      return new TextEncoder().encode((await db.indexes.get('messages'))?.json ?? '').byteLength;
    },
    async load() {
      const kept = await db.indexes.get('messages');
      if (kept === undefined) throw new Error('Nothing is stored');
      index = MiniSearch.loadJSON<Doc>(kept.json, miniSearchOptions);
    },
    async query(text) {
      return index
        .search(text)
        .sort((a, b) => Number(b['seconds']) - Number(a['seconds']))
        .map(({ id }) => String(id));
    },
    async add(doc) {
      index.add(doc);
      await store();
    },
  };
};

/** A multi-entry index of Dexie on the words of each message. */
const createMultiEntry = (): Index => {
  class Database extends Dexie {
    readonly docs!: Table<{ id: string; chatId: string; seconds: number; words: string[] }, string>;
  }
  const db = new Database('multi-entry', durable);
  db.version(1).stores({ docs: 'id, *words' });
  return {
    async build(docs) {
      for (const chunk of chunksOf(docs)) await db.docs.bulkAdd(chunk.map(toIndexed));
    },
    async bytes() {
      return (await navigator.storage.estimate()).usage ?? Number.NaN;
    },
    async load() {
      await db.open();
    },
    async query(text) {
      let found: Set<string> | undefined;
      for (const word of wordsOf(text)) {
        const ids = new Set(await db.docs.where('words').startsWith(word).primaryKeys());
        found = found === undefined ? ids : found.intersection(ids);
      }
      const rows = await db.docs.bulkGet([...(found ?? [])]);
      return rows
        .flatMap((row) => row ?? [])
        .sort((a, b) => b.seconds - a.seconds)
        .map(({ id }) => id);
    },
    async add(doc) {
      await db.docs.add(toIndexed(doc));
    },
  };
};

const engines: Readonly<Record<Engine, () => Index>> = {
  segments: createSegments,
  minisearch: createMiniSearch,
  'multi-entry': createMultiEntry,
};

const timed = async (action: () => Promise<unknown>): Promise<number> => {
  const from = performance.now();
  await action();
  return performance.now() - from;
};

/** @param news are indexed one by one after the queries */
export async function measure(
  engine: Engine,
  { docs, queries, news }: { docs: readonly Doc[]; queries: readonly string[]; news: readonly Doc[] },
): Promise<Results> {
  const index = engines[engine]();
  const buildMs = await timed(() => index.build(docs));
  const bytes = await index.bytes();
  const loadMs = await timed(() => index.load());
  const queryMs: number[] = [];
  const found: number[] = [];
  for (const text of queries) {
    let count = 0;
    queryMs.push(
      await timed(async () => {
        count = (await index.query(text)).length;
      }),
    );
    found.push(count);
  }
  const updateMs: number[] = [];
  for (const doc of news) updateMs.push(await timed(() => index.add(doc)));
  return { buildMs, bytes, loadMs, queryMs, updateMs, found };
}

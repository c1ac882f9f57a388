import type { Key } from './schema.ts';
import type { StoreWrites, Writes } from './writes.ts';

type StoreReads = {
  keys: Set<Key>;
  /** By index; '' is the primary key. */
  ranges: { index: string; range: IDBKeyRange }[];
  isAll: boolean;
  isCounted: boolean;
};

/** What a live read has looked at: what it showed, and where something would have been shown. */
export type Observed = {
  keys(store: string, keys: Iterable<Key>): void;
  range(store: string, index: string, range: IDBKeyRange): void;
  all(store: string): void;
  /** Only a number was asked for: which rows it counted is not known. */
  counted(store: string): void;
  isTouchedBy(writes: Writes): boolean;
};

const touches = (reads: StoreReads, { keys, places, isReplaced, isCleared }: StoreWrites): boolean => {
  if (isCleared || reads.isAll || (reads.isCounted && isReplaced)) return true;
  if (keys.some((key) => reads.keys.has(key))) return true;
  return reads.ranges.some(({ index, range }) =>
    (index === '' ? keys : (places[index] ?? [])).some((key) => range.includes(key)),
  );
};

export const createObserved = (): Observed => {
  const stores = new Map<string, StoreReads>();
  const of = (store: string): StoreReads => {
    const known = stores.get(store);
    if (known !== undefined) return known;
    const made: StoreReads = { keys: new Set(), ranges: [], isAll: false, isCounted: false };
    stores.set(store, made);
    return made;
  };
  return {
    keys(store, keys) {
      const reads = of(store);
      for (const key of keys) reads.keys.add(key);
    },
    range: (store, index, range) => void of(store).ranges.push({ index, range }),
    all(store) {
      of(store).isAll = true;
    },
    counted(store) {
      of(store).isCounted = true;
    },
    isTouchedBy: (writes) =>
      Object.entries(writes).some(([store, written]) => {
        const reads = stores.get(store);
        return reads !== undefined && touches(reads, written);
      }),
  };
};

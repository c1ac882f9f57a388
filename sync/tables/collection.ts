import { getAll, getAllKeys, walk } from './get-all.ts';
import { KeptRows, KeptUnknown, keyPathOf, NotKept, questionOf } from './kept-answers.ts';
import { resultsOf } from './requests.ts';
import { type Key, keyIn, primaryKeyOf, type StoreSchema } from './schema.ts';
import type { Source } from './source.ts';
import { storeIn } from './writes.ts';

/** '' names the primary key. */
export const PRIMARY = '';

type Query<Row> = {
  readonly index: string;
  /** One after the other; null: everything. */
  readonly ranges: readonly (IDBKeyRange | null)[];
  readonly direction: 'next' | 'prev';
  readonly limit: number;
  readonly isWanted: ((row: Row) => boolean) | null;
};

/** Rows of a table in the order of an index. Asks nothing before its last call. */
export class Collection<Row extends object, K extends Key> {
  readonly #source: Source;
  readonly #store: string;
  readonly #query: Query<Row>;

  constructor(source: Source, store: string, query: Query<Row>) {
    this.#source = source;
    this.#store = store;
    this.#query = query;
  }

  #with(change: Partial<Query<Row>>): Collection<Row, K> {
    return new Collection(this.#source, this.#store, { ...this.#query, ...change });
  }

  reverse(): Collection<Row, K> {
    return this.#with({ direction: this.#query.direction === 'next' ? 'prev' : 'next' });
  }

  limit(limit: number): Collection<Row, K> {
    return this.#with({ limit });
  }

  /** Only rows that are wanted; `limit` counts these. */
  filter(isWanted: (row: Row) => boolean): Collection<Row, K> {
    const before = this.#query.isWanted;
    return this.#with({ isWanted: before === null ? isWanted : (row) => before(row) && isWanted(row) });
  }

  async first(): Promise<Row | undefined> {
    return (await this.limit(1).toArray())[0];
  }

  last(): Promise<Row | undefined> {
    return this.reverse().first();
  }

  async toArray(): Promise<Row[]> {
    const { direction, limit, ranges } = this.#query;
    if (limit === 0) return [];
    const ordered = direction === 'next' ? ranges : ranges.toReversed();
    const parts = await Promise.all(ordered.map((range) => this.#rowsIn(range)));
    return parts.length === 1 ? (parts[0] ?? []) : parts.flat().slice(0, limit);
  }

  /** The primary keys, in the order of the index. */
  primaryKeys(): Promise<K[]> {
    const { direction, limit, ranges, isWanted } = this.#query;
    if (isWanted !== null) throw new TypeError('Keys tell nothing that rows could be filtered by.');
    const question = questionOf('keys', this.#store, []);
    this.#source.answers?.keep(question, new KeptUnknown(this.#store));
    return this.#source.read(this.#store, async (store) => {
      const from = this.#from(store);
      const ordered = direction === 'next' ? ranges : ranges.toReversed();
      const parts = await Promise.all(
        ordered.map((range) => getAllKeys<K>(from, { range, direction, limit })),
      );
      const keys = parts.flat().slice(0, limit);
      for (const range of ranges) this.#observe(range);
      this.#source.observed?.keys(this.#store, keys);
      return keys;
    });
  }

  async count(): Promise<number> {
    const { limit, ranges, isWanted } = this.#query;
    if (isWanted !== null || limit !== Number.POSITIVE_INFINITY) return (await this.toArray()).length;
    this.#source.answers?.keep(questionOf('count', this.#store, []), new KeptUnknown(this.#store));
    return this.#source.read(this.#store, async (store) => {
      const from = this.#from(store);
      const counts = await resultsOf(
        ranges.map((range) => (range === null ? from.count() : from.count(range))),
      );
      for (const range of ranges) this.#observe(range);
      this.#source.observed?.counted(this.#store);
      return counts.reduce((sum, count) => sum + count, 0);
    });
  }

  get #schema(): StoreSchema {
    return storeIn(this.#source.schema, this.#store);
  }

  #from(store: IDBObjectStore): IDBObjectStore | IDBIndex {
    return this.#query.index === PRIMARY ? store : store.index(this.#query.index);
  }

  async #rowsIn(range: IDBKeyRange | null): Promise<Row[]> {
    const { limit, isWanted } = this.#query;
    const { rows, isCut } = await this.#stretchOf(range);
    const wanted = (isWanted === null ? rows : rows.filter(isWanted)).slice(0, limit);
    // Kept rows may have become too few, and there are more behind them.
    if (wanted.length < limit && isCut) throw new NotKept();
    this.#observeRows(rows, range, isCut);
    return wanted;
  }

  /** The first rows of a range, as many as it takes to find those that are wanted. */
  async #stretchOf(range: IDBKeyRange | null): Promise<KeptRows<Row>> {
    const { index, direction, limit, isWanted } = this.#query;
    const { answers } = this.#source;
    const span = range === null ? null : [range.lower, range.upper, range.lowerOpen, range.upperOpen];
    // What is wanted is asked anew each time: a function has no name.
    const question = questionOf('rows', this.#store, [index, span, direction, limit, isWanted !== null]);
    const known = answers?.recall(question);
    if (known instanceof KeptRows) return known;
    const { rows, isCut } = await this.#source.read(this.#store, (store) =>
      this.#readRows(this.#from(store), range),
    );
    const kept = new KeptRows<Row>(
      {
        ...{ store: this.#store, index, range, direction },
        // Of filtered rows nobody knows how many it takes.
        limit: isWanted === null ? limit : Number.POSITIVE_INFINITY,
      },
      rows,
      isCut,
    );
    answers?.keep(question, kept);
    return kept;
  }

  async #readRows(
    from: IDBObjectStore | IDBIndex,
    range: IDBKeyRange | null,
  ): Promise<{ rows: Row[]; isCut: boolean }> {
    const { direction, limit, isWanted } = this.#query;
    if (isWanted === null || limit === Number.POSITIVE_INFINITY) {
      const rows = await getAll<Row>(from, { range, direction, limit });
      return { rows, isCut: rows.length === limit };
    }
    const rows: Row[] = [];
    let wanted = 0;
    await walk(from, { range, direction }, ({ value }: { value: Row }) => {
      rows.push(value);
      if (isWanted(value)) wanted += 1;
      return wanted < limit;
    });
    return { rows, isCut: wanted === limit };
  }

  #observeRows(rows: readonly Row[], range: IDBKeyRange | null, isCut: boolean): void {
    const { observed } = this.#source;
    if (observed === null) return;
    observed.keys(
      this.#store,
      rows.map((row) => primaryKeyOf(row, this.#schema)),
    );
    this.#observe(isCut ? this.#upTo(rows.at(-1), range) : range);
  }

  /** The part of a range that was looked at: what comes beyond the last row of a full answer changes nothing. */
  #upTo(last: Row | undefined, range: IDBKeyRange | null): IDBKeyRange | null {
    const keyPath = keyPathOf(this.#source.schema, { store: this.#store, index: this.#query.index });
    const end = last === undefined ? undefined : keyIn(last, keyPath);
    if (end === undefined) return range;
    if (this.#query.direction === 'prev')
      return range === null || range.upper === undefined
        ? IDBKeyRange.lowerBound(end)
        : IDBKeyRange.bound(end, range.upper, false, range.upperOpen);
    return range === null || range.lower === undefined
      ? IDBKeyRange.upperBound(end)
      : IDBKeyRange.bound(range.lower, end, range.lowerOpen, false);
  }

  #observe(range: IDBKeyRange | null): void {
    const { observed } = this.#source;
    if (range === null) observed?.all(this.#store);
    else observed?.range(this.#store, this.#query.index, range);
  }
}

/** A part of an index that is to be named. */
export class Where<Row extends object, K extends Key> {
  readonly #ranged: (ranges: readonly (IDBKeyRange | null)[]) => Collection<Row, K>;

  constructor(ranged: (ranges: readonly (IDBKeyRange | null)[]) => Collection<Row, K>) {
    this.#ranged = ranged;
  }

  equals(key: IDBValidKey): Collection<Row, K> {
    return this.#ranged([IDBKeyRange.only(key)]);
  }

  anyOf(keys: readonly IDBValidKey[]): Collection<Row, K> {
    const sorted = [...new Set(keys)].sort((a, b) => indexedDB.cmp(a, b));
    return this.#ranged(sorted.map((key) => IDBKeyRange.only(key)));
  }

  above(key: IDBValidKey): Collection<Row, K> {
    return this.#ranged([IDBKeyRange.lowerBound(key, true)]);
  }

  /** From `lower`, included unless told otherwise, to `upper`, which is not unless told otherwise. */
  between(
    lower: IDBValidKey,
    upper: IDBValidKey,
    includesLower = true,
    includesUpper = false,
  ): Collection<Row, K> {
    const order = indexedDB.cmp(lower, upper);
    const isEmpty = order > 0 || (order === 0 && !(includesLower && includesUpper));
    return this.#ranged(isEmpty ? [] : [IDBKeyRange.bound(lower, upper, !includesLower, !includesUpper)]);
  }
}

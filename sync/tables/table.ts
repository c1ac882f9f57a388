import { Collection, PRIMARY, Where } from './collection.ts';
import { KeptValues, questionOf } from './kept-answers.ts';
import { resultsOf } from './requests.ts';
import type { Key } from './schema.ts';
import type { Source } from './source.ts';
import { storeIn } from './writes.ts';

/** Below and above every key, also as a part of a compound one. */
export const MIN_KEY = Number.NEGATIVE_INFINITY;
export const MAX_KEY: IDBValidKey = [[]];

/** The rows of one store. Reading notes what was looked at; writing tells who shows it. */
export class Table<Row extends object, K extends Key> {
  readonly name: string;
  readonly #source: Source;

  constructor(source: Source, name: string) {
    this.#source = source;
    this.name = name;
  }

  async get(key: K): Promise<Row | undefined> {
    return (await this.bulkGet([key]))[0];
  }

  /** In the order of `keys`. */
  async bulkGet(keys: readonly K[]): Promise<(Row | undefined)[]> {
    const { answers, observed } = this.#source;
    observed?.keys(this.name, keys);
    const question = questionOf('values', this.name, keys);
    const known = answers?.recall(question);
    if (known instanceof KeptValues) return [...known.rows];
    const rows = await this.#source.read(this.name, (store) =>
      resultsOf<Row | undefined>(keys.map((key) => store.get(key))),
    );
    answers?.keep(question, new KeptValues<Row>(this.name, keys, rows));
    return rows;
  }

  /** Everything, in the order of the primary key. */
  toCollection(): Collection<Row, K> {
    return this.orderBy(PRIMARY);
  }

  orderBy(index: string): Collection<Row, K> {
    return this.#ranged(index, [null]);
  }

  toArray(): Promise<Row[]> {
    return this.toCollection().toArray();
  }

  limit(limit: number): Collection<Row, K> {
    return this.toCollection().limit(limit);
  }

  count(): Promise<number> {
    return this.toCollection().count();
  }

  /** @param index the primary key when there is no such index */
  where(index: string): Where<Row, K> {
    return new Where((ranges) => this.#ranged(index, ranges));
  }

  async put(row: Row): Promise<void> {
    await this.bulkPut([row]);
  }

  bulkPut(rows: readonly Row[]): Promise<void> {
    return this.#source.write(this.name, async (store, log) => {
      // Not waited for: one that fails ends the transaction, and what is read after them sees them.
      for (const row of rows) store.put(row);
      log.put(this.name, rows);
    });
  }

  async delete(key: K): Promise<void> {
    await this.bulkDelete([key]);
  }

  bulkDelete(keys: readonly K[]): Promise<void> {
    return this.#source.write(this.name, async (store, log) => {
      for (const key of keys) store.delete(key);
      log.delete(this.name, keys);
    });
  }

  clear(): Promise<void> {
    return this.#source.write(this.name, async (store, log) => {
      store.clear();
      log.clear(this.name);
    });
  }

  #ranged(index: string, ranges: readonly (IDBKeyRange | null)[]): Collection<Row, K> {
    const { keyPath } = storeIn(this.#source.schema, this.name);
    return new Collection(this.#source, this.name, {
      index: index === keyPath ? PRIMARY : index,
      ranges,
      direction: 'next',
      limit: Number.POSITIVE_INFINITY,
      isWanted: null,
    });
  }
}

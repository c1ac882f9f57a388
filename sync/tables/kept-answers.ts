import { type DatabaseSchema, type Key, keyIn, primaryKeyOf } from './schema.ts';
import { type RowChange, storeIn } from './writes.ts';

/** An answer of the database that can be brought up to date beside it. */
export type Kept = {
  /** @returns false where only the database knows what the answer is now */
  patch(changes: readonly RowChange[], schema: DatabaseSchema): boolean;
};

/** Which rows: those of a range of an index, '' for the primary key, in its order. */
export type Stretch = {
  readonly store: string;
  readonly index: string;
  readonly range: IDBKeyRange | null;
  readonly direction: 'next' | 'prev';
  readonly limit: number;
};

/** The key path of an index. */
export const keyPathOf = (schema: DatabaseSchema, { store, index }: Pick<Stretch, 'store' | 'index'>) => {
  const { keyPath, indexes } = storeIn(schema, store);
  return index === '' ? keyPath : (indexes.find(({ name }) => name === index)?.keyPath ?? keyPath);
};

/** The first rows of a stretch without a hole; with `isCut` there may be more behind them. */
export class KeptRows<Row extends object> implements Kept {
  readonly #stretch: Stretch;
  #rows: readonly Row[];
  #isCut: boolean;

  constructor(stretch: Stretch, rows: readonly Row[], isCut: boolean) {
    this.#stretch = stretch;
    this.#rows = rows;
    this.#isCut = isCut;
  }

  get rows(): readonly Row[] {
    return this.#rows;
  }

  get isCut(): boolean {
    return this.#isCut;
  }

  patch(changes: readonly RowChange<Row>[], schema: DatabaseSchema): boolean {
    const own = changes.filter(({ store }) => store === this.#stretch.store);
    if (own.length === 0) return true;
    // Of one row only its last change counts.
    const last = new Map(own.map(({ key, row }) => [key, row]));
    const described = storeIn(schema, this.#stretch.store);
    const rows = this.#rows.filter((row) => !last.has(primaryKeyOf(row, described)));
    for (const row of last.values()) if (row !== null) this.#insert(rows, row, schema);
    const { limit } = this.#stretch;
    this.#isCut ||= rows.length > limit;
    this.#rows = rows.slice(0, limit);
    return true;
  }

  #insert(rows: Row[], row: Row, schema: DatabaseSchema): void {
    const { range, direction, store } = this.#stretch;
    const keyPath = keyPathOf(schema, this.#stretch);
    const described = storeIn(schema, store);
    const place = keyIn(row, keyPath);
    if (place === undefined || range?.includes(place) === false) return;
    const key = primaryKeyOf(row, described);
    const stands = (other: Row): number => {
      const order =
        indexedDB.cmp(keyIn(other, keyPath), place) || indexedDB.cmp(primaryKeyOf(other, described), key);
      return direction === 'next' ? order : -order;
    };
    const [first, last] = [rows[0], rows.at(-1)];
    let [low, high] = [0, rows.length];
    // What is new mostly stands at one end, and each comparison is the browser's, not the language's.
    if (first !== undefined && stands(first) > 0) high = 0;
    else if (last !== undefined && stands(last) < 0) low = high;
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = rows[middle];
      if (other !== undefined && stands(other) < 0) low = middle + 1;
      else high = middle;
    }
    // What stands between the last one and it is not known.
    if (low === rows.length && this.#isCut) return;
    rows.splice(low, 0, row);
  }
}

/** Rows by their keys, in the order in which they were asked for. */
export class KeptValues<Row extends object> implements Kept {
  readonly #store: string;
  readonly #keys: readonly Key[];
  #rows: readonly (Row | undefined)[];

  constructor(store: string, keys: readonly Key[], rows: readonly (Row | undefined)[]) {
    this.#store = store;
    this.#keys = keys;
    this.#rows = rows;
  }

  get rows(): readonly (Row | undefined)[] {
    return this.#rows;
  }

  patch(changes: readonly RowChange<Row>[]): boolean {
    for (const { store, key, row } of changes) {
      if (store !== this.#store || !this.#keys.includes(key)) continue;
      this.#rows = this.#rows.map((known, at) => (this.#keys[at] === key ? (row ?? undefined) : known));
    }
    return true;
  }
}

/** Keys or a number: which rows they are of is not known. */
export class KeptUnknown implements Kept {
  readonly #store: string;

  constructor(store: string) {
    this.#store = store;
  }

  patch(changes: readonly RowChange[]): boolean {
    return changes.every(({ store }) => store !== this.#store);
  }
}

/** A live read asks for something that its last run did not: only the database knows. */
export class NotKept extends Error {}

/** More than these are read again: each is put in its place by hand. */
const PATCH_MAX = 200;

/** What one live read was answered, by question. */
export class KeptAnswers {
  readonly #schema: DatabaseSchema;
  #answers = new Map<string, Kept>();
  /** Those that the replay has asked for. */
  #asked = new Map<string, Kept>();
  /** Answers come from here alone, and not from the database. */
  isReplay = false;

  constructor(schema: DatabaseSchema) {
    this.#schema = schema;
  }

  /** @throws NotKept in a replay */
  recall(question: string): Kept | undefined {
    if (!this.isReplay) return undefined;
    const known = this.#answers.get(question);
    if (known === undefined) throw new NotKept();
    this.#asked.set(question, known);
    return known;
  }

  /** After a replay: nobody looks out any more for what changes in an answer that it had no use for. */
  forgetUnasked(): void {
    this.#answers = this.#asked;
    this.#asked = new Map();
  }

  keep(question: string, answer: Kept): void {
    this.#answers.set(question, answer);
  }

  /** @returns whether all of it is up to date */
  patch(changes: readonly RowChange[]): boolean {
    let isCurrent = changes.length <= PATCH_MAX;
    for (const answer of this.#answers.values()) isCurrent &&= answer.patch(changes, this.#schema);
    return isCurrent;
  }
}

const textOf = (_: string, value: unknown): unknown =>
  typeof value === 'number' && !Number.isFinite(value) ? String(value) : value;

/** A name for a question: the same for the same one. */
export const questionOf = (kind: string, store: string, parts: readonly unknown[]): string =>
  `${kind} ${store} ${JSON.stringify(parts, textOf)}`;

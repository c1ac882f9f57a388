/**
 * The rows of one table that a batch has read, as they are and as they will be. What a mutation writes is seen by those
 * after it, and `rollback` takes it back when the mutation is refused.
 */
export class WorkingRows<R extends { version: number }> {
  readonly #keyOf: (row: R) => string;
  readonly #rows = new Map<string, R>();
  readonly #changed = new Set<string>();
  readonly #added = new Set<string>();
  #undo: (() => void)[] = [];

  /**
   * @param keyOf names a row within its table
   * @param rows as they are in the database
   */
  constructor(keyOf: (row: R) => string, rows: Iterable<R> = []) {
    this.#keyOf = keyOf;
    this.hold(rows);
  }

  /** Takes rows over from the database. */
  hold(rows: Iterable<R>): void {
    for (const row of rows) this.#rows.set(this.#keyOf(row), row);
  }

  get(key: string): R | undefined {
    return this.#rows.get(key);
  }

  /** Changes fields of a row that is held and locked; its version counts the change. @returns the row as it is then */
  change(row: R, fields: Partial<R>): R {
    const changed = { ...row, ...fields, version: row.version + 1 };
    this.#write(changed, this.#added.has(this.#keyOf(row)) ? this.#added : this.#changed);
    return changed;
  }

  /** Adds a row that is not in the database. */
  add(row: R): R {
    this.#write(row, this.#added);
    return row;
  }

  /** Rows to update. */
  get changed(): R[] {
    return this.#pick(this.#changed);
  }

  /** Rows to insert. */
  get added(): R[] {
    return this.#pick(this.#added);
  }

  /** Keeps what was written since the last `keep` or `rollback`. */
  keep(): void {
    this.#undo = [];
  }

  /** Takes back what was written since the last `keep` or `rollback`. */
  rollback(): void {
    for (const undo of this.#undo.toReversed()) undo();
    this.#undo = [];
  }

  #write(row: R, marks: Set<string>): void {
    const key = this.#keyOf(row);
    const before = this.#rows.get(key);
    const wasMarked = marks.has(key);
    this.#rows.set(key, row);
    marks.add(key);
    this.#undo.push(() => {
      if (before === undefined) this.#rows.delete(key);
      else this.#rows.set(key, before);
      if (!wasMarked) marks.delete(key);
    });
  }

  #pick(keys: ReadonlySet<string>): R[] {
    return [...keys].flatMap((key) => this.#rows.get(key) ?? []);
  }
}

/**
 * The rows of one table that a batch has read, as they are and as they will be. What a mutation writes is seen by those
 * after it, and `rollback` takes it back when the mutation is refused.
 */
export class WorkingRows<R extends { version: number }> {
  readonly #keyOf: (row: R) => string;
  readonly #rows = new Map<string, R>();
  /** As they are in the database. */
  readonly #held = new Map<string, R>();
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
    for (const row of rows) {
      const key = this.#keyOf(row);
      this.#rows.set(key, row);
      this.#held.set(key, row);
    }
  }

  get(key: string): R | undefined {
    return this.#rows.get(key);
  }

  /** All rows, as they will be. */
  get rows(): R[] {
    return [...this.#rows.values()];
  }

  /** Changes fields of a row that is held and locked; its version counts the change. @returns the row as it is then */
  change(row: R, fields: Partial<R>): R {
    return this.#replace({ ...row, ...fields, version: row.version + 1 });
  }

  /** The same for what no reader is told: the version stays. */
  note(row: R, fields: Partial<Omit<R, 'version'>>): R {
    return this.#replace({ ...row, ...fields });
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

  /** Whether anything was written. */
  get isTouched(): boolean {
    return this.#changed.size + this.#added.size > 0;
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

  /** By how much the batch changes the number of rows that count. */
  changeOfCount(counts: (row: R) => boolean): number {
    const before = [...this.#changed].flatMap((key) => this.#held.get(key) ?? []);
    return [...this.changed, ...this.added].filter(counts).length - before.filter(counts).length;
  }

  #replace(row: R): R {
    const key = this.#keyOf(row);
    this.#write(row, this.#added.has(key) ? this.#added : this.#changed);
    return row;
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

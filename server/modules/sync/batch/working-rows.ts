type Row = { id: string; version: number };

/**
 * The rows of one table that a batch has read, as they are and as they will be. What a mutation writes is seen by those
 * after it, and `rollback` takes it back when the mutation is refused.
 */
export class WorkingRows<R extends Row> {
  readonly #rows = new Map<string, R>();
  readonly #changed = new Set<string>();
  readonly #added = new Set<string>();
  #undo: (() => void)[] = [];

  /** Takes rows over from the database. */
  hold(rows: Iterable<R>): void {
    for (const row of rows) this.#rows.set(row.id, row);
  }

  get(id: string): R | undefined {
    return this.#rows.get(id);
  }

  /** Changes fields of a row that is held and locked; its version counts the change. @returns the row as it is then */
  change(row: R, fields: Partial<R>): R {
    const changed = { ...row, ...fields, version: row.version + 1 };
    this.#write(changed, this.#added.has(row.id) ? this.#added : this.#changed);
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
    const before = this.#rows.get(row.id);
    const wasMarked = marks.has(row.id);
    this.#rows.set(row.id, row);
    marks.add(row.id);
    this.#undo.push(() => {
      if (before === undefined) this.#rows.delete(row.id);
      else this.#rows.set(row.id, before);
      if (!wasMarked) marks.delete(row.id);
    });
  }

  #pick(ids: ReadonlySet<string>): R[] {
    return [...ids].flatMap((id) => this.#rows.get(id) ?? []);
  }
}

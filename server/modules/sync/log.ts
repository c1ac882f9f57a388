import { sql } from 'drizzle-orm';
import { type Change, chatScope, type ScopeEntry, type ScopeId, userScope } from '../../../protocol/index.ts';
import type { Transaction } from '../../db/database.ts';
import { lineage, scopeLog, scopes } from '../../db/schema.ts';

/** Somebody gained or lost a chat's scope. */
export type Passage = { userId: string; chatId: string };

type Operation = (typeof scopeLog.$inferInsert)['op'];
type Logged = { change: Change; op: Operation };
type Head = { seq: number; epoch: string };

/**
 * Collects what a transaction changes, and writes it as one numbered entry per scope (design.md §3.1).
 *
 * Counters are locked after all other rows and in sorted order of their scopes, which is why two writers never wait for
 * each other in a circle. The numbers have no gaps: a rollback takes its number back, because the counter's row is
 * locked until the transaction ends.
 */
export class LogWriter {
  readonly #tx: Transaction;
  readonly #at: Date;
  readonly #mutationId: string | null;
  readonly #changesByScope = new Map<ScopeId, Map<string, Logged>>();
  readonly #heads = new Map<ScopeId, Head>();
  readonly joined: Passage[] = [];
  readonly left: Passage[] = [];

  constructor(tx: Transaction, at: Date, mutationId: string | null) {
    this.#tx = tx;
    this.#at = at;
    this.#mutationId = mutationId;
  }

  /** Logs a row's newest state in a scope; a later state of the same row takes its place. */
  put(scope: ScopeId, ...changes: readonly Change[]): void {
    for (const change of changes) this.#add(scope, change, change.row === null ? 'delete' : 'put');
  }

  /** Logs that a person now holds a chat's scope. */
  join(passage: Passage, membership: Change): void {
    this.joined.push(passage);
    this.#add(userScope(passage.userId), membership, 'join');
  }

  /** Logs that a person no longer holds a chat's scope. */
  leave(passage: Passage, membership: Change): void {
    this.left.push(passage);
    this.#add(userScope(passage.userId), membership, 'leave');
  }

  /**
   * Takes a chat scope's next number ahead of `flush`, for a row that stores it, together with those of all scopes logged
   * so far. Call it once, when all other rows are locked.
   */
  async reserve(chatId: string): Promise<number> {
    const scope = chatScope(chatId);
    if (this.#heads.size > 0) throw new Error('A second reservation would break the order of locks.');
    await this.#number(new Set([scope, ...this.#changesByScope.keys()]));
    const head = this.#heads.get(scope);
    if (!head) throw new Error('The counter of a scope gave no number.');
    return head.seq;
  }

  /** Numbers the scopes and writes the log: the last statements of a transaction. */
  async flush(): Promise<ScopeEntry[]> {
    const { entries, rows } = await this.seal();
    if (rows.length > 0) await this.#tx.insert(scopeLog).values(rows);
    return entries;
  }

  /** Numbers the scopes. What it answers as `rows` has yet to be written, with the transaction's last statement. */
  async seal(): Promise<{ entries: ScopeEntry[]; rows: (typeof scopeLog.$inferInsert)[] }> {
    if (this.#changesByScope.size === 0) return { entries: [], rows: [] };
    await this.#number(new Set(this.#changesByScope.keys()).difference(this.#heads));
    const rows: (typeof scopeLog.$inferInsert)[] = [];
    const entries: ScopeEntry[] = [];
    for (const [scope, logged] of this.#changesByScope) {
      const head = this.#heads.get(scope);
      if (!head) throw new Error('A scope was logged without a number.');
      const { seq, epoch } = head;
      for (const { change, op } of logged.values()) {
        const row = { scope, seq, tableName: change.table, rowId: change.id, op, at: this.#at };
        rows.push({ ...row, mutationId: this.#mutationId });
      }
      const changes = [...logged.values()].map(({ change }) => change);
      entries.push({ scope, epoch, prevSeq: seq - 1, seq, changes });
    }
    return { entries, rows };
  }

  #add(scope: ScopeId, change: Change, op: Operation): void {
    const logged = this.#changesByScope.get(scope) ?? new Map<string, Logged>();
    this.#changesByScope.set(scope, logged);
    const key = `${change.table}:${change.id}`;
    const before = logged.get(key)?.op;
    // A further change of a row in the same transaction does not undo what it did to who holds the scope.
    logged.set(key, { change, op: op === 'put' && before === 'join' ? before : op });
  }

  /** `ON CONFLICT` takes the rows in the order of the list: sorted lists lock in sorted order. */
  async #number(wanted: ReadonlySet<ScopeId>): Promise<void> {
    if (wanted.size === 0) return;
    const epoch = sql`(select ${lineage.epoch} from ${lineage})`;
    const numbered = await this.#tx
      .insert(scopes)
      .values([...wanted].sort((a, b) => (a < b ? -1 : 1)).map((id) => ({ id, seq: 1, epoch })))
      .onConflictDoUpdate({ target: scopes.id, set: { seq: sql`${scopes.seq} + 1` } })
      .returning({ id: scopes.id, seq: scopes.seq, epoch: scopes.epoch });
    const headById = new Map(numbered.map(({ id, ...head }) => [id, head]));
    for (const scope of wanted) {
      const head = headById.get(scope);
      if (head) this.#heads.set(scope, head);
    }
  }
}

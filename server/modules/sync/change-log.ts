import { type Change, type ScopeEntry, type ScopeId, userScope } from '../../../protocol/index.ts';
import type { scopeLog } from '../../db/schema.ts';

/** Somebody gained or lost a chat's scope. */
export type Passage = { userId: string; chatId: string };

/** Where a scope's counter stands. */
export type Head = { seq: number; epoch: string };

export type LogRow = typeof scopeLog.$inferInsert;
type Operation = LogRow['op'];
type Logged = { change: Change; op: Operation };

/** What one mutation changes in each scope, before the scopes are numbered. */
export class ChangeLog {
  readonly #at: Date;
  readonly #mutationId: string | null;
  readonly #changesByScope = new Map<ScopeId, Map<string, Logged>>();
  readonly #heads = new Map<ScopeId, Head>();
  readonly joined: Passage[] = [];
  readonly left: Passage[] = [];

  constructor(at: Date, mutationId: string | null) {
    this.#at = at;
    this.#mutationId = mutationId;
  }

  /** The scopes that are logged so far and have no number yet. */
  get unnumbered(): readonly ScopeId[] {
    return [...this.#changesByScope.keys()].filter((scope) => !this.#heads.has(scope));
  }

  /** Gives a scope its number. */
  take(scope: ScopeId, head: Head): void {
    this.#heads.set(scope, head);
  }

  /** The number of a scope. @throws Error when it has none */
  numberOf(scope: ScopeId): number {
    const head = this.#heads.get(scope);
    if (!head) throw new Error('A scope has no number.');
    return head.seq;
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

  /** One entry per scope, and the rows of the log that stand for them, once each scope has its number. */
  number(): { entries: ScopeEntry[]; rows: LogRow[] } {
    const rows: LogRow[] = [];
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
}

import {
  auditSum,
  type Change,
  type Cursor,
  isMessageAudited,
  type PullResponse,
  type PullScope,
  type ScopeEntry,
  type ScopeId,
  type TableName,
} from '../../protocol/index.ts';

/**
 * The simplest device that keeps to the protocol: what it shows is what the server's own query has to show (law L3).
 * Rows belong to the scopes that brought them; a version never falls.
 */
export class Device {
  readonly cursors: Record<ScopeId, Cursor> = {};
  readonly #rows = new Map<string, { change: Change; scopes: Set<ScopeId> }>();

  /** Applies everything that a pull brings, and asks again while there is more. */
  async sync(pull: (cursors: Record<ScopeId, Cursor>) => Promise<PullResponse>): Promise<void> {
    for (let hasMore = true; hasMore; ) {
      const answer = await pull({ ...this.cursors });
      for (const scope of answer.removed) this.#drop(scope);
      for (const scope of answer.scopes) this.#applyScope(scope);
      hasMore = answer.more;
    }
  }

  /** Applies a socket's entry, if it is the next one of a scope that the device holds. Answers whether it did. */
  receive(entry: ScopeEntry): boolean {
    const cursor = this.cursors[entry.scope];
    if (cursor?.epoch !== entry.epoch || cursor.seq !== entry.prevSeq) return false;
    for (const change of entry.changes) this.#apply(entry.scope, change);
    this.cursors[entry.scope] = { epoch: entry.epoch, seq: entry.seq };
    return true;
  }

  /** Rows by table, sorted; people whom nothing refers to are left out, and so is what one has deleted for oneself. */
  view(): Record<string, unknown[]> {
    const changes = [...this.#rows.values()].map(({ change }) => change);
    const cleared = new Map(changes.flatMap(clearedOf));
    const isShown = ({ table, row }: Change): boolean =>
      row !== null &&
      (table !== 'messages' ||
        !('afterSeq' in row) ||
        (row.seq ?? row.afterSeq + 1) > (cleared.get(row.chatId) ?? 0));
    const kept = changes.filter(isShown);
    const referred = new Set(kept.flatMap(peopleOf));
    const shown = kept.filter(({ table, id }) => table !== 'users' || referred.has(id));
    const tables = Object.groupBy(shown, ({ table }) => table);
    const byId = (a: Change, b: Change): number => (a.id < b.id ? -1 : 1);
    return Object.fromEntries(
      Object.entries(tables).map(([table, rows]) => [table, rows.toSorted(byId).map(({ row }) => row)]),
    );
  }

  /** The checksum of a scope as this device holds it: what an audit compares. */
  sum(scope: ScopeId, fromSeq: number | null): string {
    const held = [...this.#rows.values()].filter(({ scopes }) => scopes.has(scope));
    const isInside = ({ table, row }: Change): boolean =>
      table !== 'messages' || fromSeq === null || (row !== null && isMessageAudited(row, fromSeq));
    return auditSum(held.map(({ change }) => change).filter(isInside));
  }

  count(table: TableName): number {
    return this.view()[table]?.length ?? 0;
  }

  #applyScope(answer: PullScope): void {
    if (answer.kind === 'reset') this.#drop(answer.scope);
    for (const change of answer.changes) this.#apply(answer.scope, change);
    this.cursors[answer.scope] = { epoch: answer.epoch, seq: answer.to };
  }

  #apply(scope: ScopeId, change: Change): void {
    if (isListed(scope, change)) return;
    const key = `${change.table}/${change.id}`;
    const known = this.#rows.get(key);
    const scopes = known?.scopes ?? new Set();
    scopes.add(scope);
    const isNewer = !known || change.version > known.change.version;
    this.#rows.set(key, { change: isNewer ? change : known.change, scopes });
  }

  #drop(scope: ScopeId): void {
    delete this.cursors[scope];
    for (const [key, { scopes }] of this.#rows) {
      scopes.delete(scope);
      if (scopes.size === 0) this.#rows.delete(key);
    }
  }
}

/**
 * Others' posts are lists and no part of a scope: a log only freshens them. One's own comments are in it for as long as the
 * post may be read, of which a scope does not tell.
 */
const isListed = (scope: ScopeId, { table, row }: Change): boolean =>
  table === 'comments' ||
  (table === 'posts' && row !== null && 'author' in row && scope !== `user:${row.creatorId}`);
const clearedOf = ({ row }: Change): [string, number][] =>
  row && 'clearedSeq' in row ? [[row.chatId, row.clearedSeq]] : [];

const peopleOf = ({ table, row }: Change): string[] => {
  if (!row) return [];
  if (table === 'friendships' && 'requesterId' in row) return [row.requesterId, row.requesteeId];
  if (table === 'settings') return [row.id];
  if ((table === 'blocks' || table === 'authorMutes') && 'userId' in row) return [row.userId];
  if (table === 'members' && 'userId' in row) return [row.userId];
  if (table === 'invitations' && 'inviterId' in row) return [row.inviterId, row.userId];
  if (table === 'pinnedMessages' && 'pinnedBy' in row)
    return row.message.senderId === null ? [] : [row.message.senderId];
  if (table === 'messages' && 'senderId' in row)
    return [...(row.senderId ? [row.senderId] : []), ...(row.event?.people ?? [])];
  return [];
};

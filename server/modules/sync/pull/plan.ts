import { type Cursor, LIMITS, type ScopeId } from '../../../../protocol/index.ts';
import type { HeldScope } from '../scopes.ts';

/** A scope in which a device is behind. `from: null`: it has to start again with a snapshot. */
export type StaleScope = { held: HeldScope; from: number | null };
export type PullPlan = { removed: ScopeId[]; stale: StaleScope[] };

/**
 * Compares what a device holds with what its person may hold. Another epoch (a restored database), a cursor from the
 * future and one from before the log's floor mean: start again.
 */
export const planPull = (held: readonly HeldScope[], cursors: Readonly<Record<string, Cursor>>): PullPlan => {
  const heldIds = new Set<string>(held.map(({ scope }) => scope));
  const stale: StaleScope[] = [];
  for (const scope of held) {
    const cursor = cursors[scope.scope];
    const isFollowing =
      cursor?.epoch === scope.epoch && cursor.seq <= scope.seq && cursor.seq >= scope.floorSeq;
    if (!cursor || !isFollowing) stale.push({ held: scope, from: null });
    else if (cursor.seq < scope.seq) stale.push({ held: scope, from: cursor.seq });
  }
  const removed = Object.keys(cursors).filter((scope): scope is ScopeId => !heldIds.has(scope));
  return { removed, stale };
};

/** About how many rows a scope will bring; a snapshot of one's own scope is counted as nothing, for it always comes. */
const estimateRows = ({ held: { chat, seq }, from }: StaleScope): number => {
  if (from !== null) return Math.min(seq - from, LIMITS.tailMessagesMax);
  if (!chat) return 0;
  return (
    Math.min(chat.lastSeq, LIMITS.snapshotMessages) + (chat.type === 'PRIVATE' ? 5 : LIMITS.groupMembersMax)
  );
};

/** The first scopes whose rows fit into one answer, and at least one, so that every pull gets on. */
export const takeWithinBudget = (stale: readonly StaleScope[]): { taken: StaleScope[]; hasMore: boolean } => {
  let rows = 0;
  const taken = stale.filter((scope, index) => {
    rows += estimateRows(scope);
    return index === 0 || rows <= LIMITS.pullRowsMax;
  });
  return { taken, hasMore: taken.length < stale.length };
};

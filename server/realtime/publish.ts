import { and, eq, gte, isNull } from 'drizzle-orm';
import { type Change, chatScope, type ScopeEntry, type ScopeId, userScope } from '../../protocol/index.ts';
import type { Queryable } from '../db/database.ts';
import { members } from '../db/schema.ts';
import type { Commit } from '../modules/sync/context.ts';
import type { RealtimeServer } from './context.ts';
import { publishHints } from './post-subscriptions.ts';

/** The place in its chat of a message that was changed after it was sent; null for every other change. */
const changedSeqOf = (change: Change): number | null => {
  if (change.row === null || change.version <= 1) return null;
  if (change.table === 'pinnedMessages') return change.row.message.seq;
  return change.table === 'messages' ? (change.row.seq ?? change.row.afterSeq + 1) : null;
};

type LateMember = { userId: string; joinedSeq: number };

/** Members who joined after one of the messages that an entry changes: a GROUP's new member sees only what is newer. */
const findLateMembers = async (db: Queryable, scope: ScopeId, fromSeq: number): Promise<LateMember[]> =>
  db
    .select({ userId: members.userId, joinedSeq: members.joinedSeq })
    .from(members)
    .where(
      and(
        eq(members.chatId, scope.slice('chat:'.length)),
        isNull(members.leftAt),
        gte(members.joinedSeq, fromSeq),
      ),
    );

const withoutOlder = (entry: ScopeEntry, joinedSeq: number): ScopeEntry => ({
  ...entry,
  changes: entry.changes.filter((change) => (changedSeqOf(change) ?? Number.POSITIVE_INFINITY) > joinedSeq),
});

/**
 * Sends what was committed to the sockets in the rooms of its scopes. An entry that changes an old message of a chat waits for
 * a look at who joined after it; what comes behind it in that scope keeps its place.
 * @param onError is told what could not be sent: sockets find the gap in the numbers, or by the next heads
 */
export const createPublisher = (
  io: RealtimeServer,
  { db, onError }: { db: Queryable; onError: (error: unknown) => void },
): ((commit: Commit) => void) => {
  const queues = new Map<ScopeId, Promise<void>>();

  const send = (entry: ScopeEntry, actor: Commit['actor'], late: readonly LateMember[]): void => {
    const lateRooms = late.map(({ userId }) => userScope(userId));
    for (const { userId, joinedSeq } of late)
      io.to(userScope(userId)).emit('changes', withoutOlder(entry, joinedSeq));
    if (!actor?.scopes.has(entry.scope)) {
      io.to(entry.scope).except(lateRooms).emit('changes', entry);
      return;
    }
    // The actor's own sockets also learn which mutation it was.
    const own = userScope(actor.userId);
    io.to(own)
      .except(lateRooms)
      .emit('changes', { ...entry, mutationIds: [actor.mutationId] });
    if (entry.scope !== own)
      io.to(entry.scope)
        .except([own, ...lateRooms])
        .emit('changes', entry);
  };

  const sendInTurn = (entry: ScopeEntry, actor: Commit['actor']): void => {
    const { scope } = entry;
    const changed = scope.startsWith('chat:') ? entry.changes.flatMap((one) => changedSeqOf(one) ?? []) : [];
    const before = queues.get(scope);
    if (changed.length === 0 && before === undefined) {
      send(entry, actor, []);
      return;
    }
    const sent = (before ?? Promise.resolve())
      .then(async () => {
        const late = changed.length === 0 ? [] : await findLateMembers(db, scope, Math.min(...changed));
        send(entry, actor, late);
      })
      .catch(onError)
      .finally(() => {
        if (queues.get(scope) === sent) queues.delete(scope);
      });
    queues.set(scope, sent);
  };

  return ({ entries, joined, left, actor, hints }) => {
    // Rooms first, so that a member who joined receives it and one who left does not.
    for (const { userId, chatId } of left) io.in(userScope(userId)).socketsLeave(chatScope(chatId));
    for (const { userId, chatId } of joined) io.in(userScope(userId)).socketsJoin(chatScope(chatId));
    for (const entry of entries) sendInTurn(entry, actor);
    if (hints) publishHints(io, hints);
  };
};

import { and, count, eq, isNotNull, isNull, ne, not, sql } from 'drizzle-orm';
import { LIMITS, type MutationArgs, ProtocolError } from '../../../protocol/index.ts';
import { chats, memberships } from '../../db/schema.ts';
import type { CommandContext, CommandResult } from '../sync/context.ts';
import { lockOwnPlace, writeOwnPlace } from './own-place.ts';
import { isInSight, isRequestTo } from './queries.ts';

/** Has one transaction at a time decide what the actor pins, so that two devices together do not pin more than one may. */
const lockPinning = async ({ tx, actorId }: CommandContext): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`pinning:${actorId}`}, 0))`);
};

/**
 * A pinned chat that has become a message request is not in the list, and takes no place there; accepted, it is back on top.
 * @throws ProtocolError `pins_full` when another chat does not fit in. After `lockPinning`.
 */
const assertRoomForPin = async ({ tx, actorId }: CommandContext, placeId: string): Promise<void> => {
  const [others] = await tx
    .select({ count: count() })
    .from(memberships)
    .innerJoin(chats, eq(chats.id, memberships.chatId))
    .where(
      and(
        eq(memberships.userId, actorId),
        isNull(memberships.leftAt),
        isNotNull(memberships.pinRank),
        ne(memberships.id, placeId),
        isInSight,
        not(isRequestTo(actorId)),
      ),
    );
  if ((others?.count ?? 0) >= LIMITS.pinnedChatsMax) throw new ProtocolError('pins_full');
};

/**
 * Keeps a chat on top of the actor's list, moves it there, or takes the pin away. What waits for an answer, and what the
 * actor has put out of sight, is not in the list: it cannot be pinned (`forbidden`).
 */
export const setChatPin = async (
  context: CommandContext,
  { chatId, rank, isMove = false }: MutationArgs<'setChatPin'>,
): Promise<CommandResult> => {
  await lockPinning(context);
  const { place, lastSeq, type, requestedBy } = await lockOwnPlace(context, chatId);
  const { id, pinRank, isArchived, isDeclined, clearedSeq } = place;
  if (isMove && pinRank === null) return { id };
  if (rank !== null) {
    const isRequest = requestedBy !== null && requestedBy !== context.actorId;
    const isEmptied = type === 'PRIVATE' && clearedSeq > 0 && lastSeq <= clearedSeq;
    if (isRequest || isDeclined || isEmptied) throw new ProtocolError('forbidden');
    if (pinRank === null) await assertRoomForPin(context, id);
  }
  if (rank !== pinRank || (rank !== null && isArchived))
    await writeOwnPlace(context, chatId, { pinRank: rank, isArchived: isArchived && rank === null });
  return { id };
};

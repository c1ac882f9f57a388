import { and, asc, eq, isNull } from 'drizzle-orm';
import { LIMITS, type MutationArgs, ProtocolError, starId, userScope } from '../../../protocol/index.ts';
import { messages, starredMessages } from '../../db/schema.ts';
import { type BatchedCommand, NeedsPreparation } from '../sync/batch/command.ts';
import { loadState, type Needs } from '../sync/batch/state.ts';
import type { CommandContext } from '../sync/context.ts';
import { endStar } from './loaded-stars.ts';
import { openMessage } from './own-place.ts';
import { isHiddenFrom } from './queries.ts';
import { type StoredStar, starChange } from './stars.ts';

type Args = MutationArgs<'starMessage'>;
/** The star that makes room for another one, if there is such. */
type Room = { unseen: StoredStar | undefined };

/**
 * Who leaves or clears the chat at this moment writes the place, and ends the stars there: no star is made behind that. The
 * message says whether it was starred, and its lock keeps whoever changes it from missing a star.
 */
const needsOfStar = ({ chatId, messageId }: Args, userId: string): Needs => ({
  chats: [chatId],
  places: [{ chatId, userId }],
  lockedMessages: [messageId],
  stars: [starId(userId, messageId)],
  starsOf: [userId],
});

/** Stars a message for the actor alone, or takes the star away. Other people are not told. */
export const starMessage: BatchedCommand<Args, Room> = {
  needs: needsOfStar,
  decide: (context, args, room) => {
    const { state, log, actorId, now } = context;
    const { chatId, messageId, isStarred } = args;
    const id = starId(actorId, messageId);
    const before = state.stars.get(id);
    const isStanding = before !== undefined && before.deletedAt === null;
    // One's own star may be taken away also where nothing can be done to the message any more: across a block.
    if (!isStarred && isStanding && before.chatId === chatId) {
      endStar(context, before);
      return { id: messageId };
    }
    const message = openMessage(state, args, actorId);
    if (!isStarred || isStanding) return { id: messageId };
    if (message.deletedAt !== null) throw new ProtocolError('conflict');
    if (state.countStars(actorId) >= LIMITS.starredMessagesMax) {
      if (!room) throw new NeedsPreparation();
      if (!room.unseen) throw new ProtocolError('too_many_starred');
      endStar(context, room.unseen);
    }
    if (!message.wasStarred) state.messages.note(message, { wasStarred: true });
    const keys = { id, userId: actorId, chatId, messageId };
    const after = before
      ? state.stars.change(before, { starredAt: now, deletedAt: null })
      : state.stars.add({ ...keys, starredAt: now, deletedAt: null, version: 1 });
    log.put(userScope(actorId), starChange(after, message));
    return { id: messageId };
  },
  prepare: async (context, args) => {
    // Locks in the order of a batch: place, message, and then the stars.
    await loadState(context.tx, [needsOfStar(args, context.actorId)]);
    return { unseen: await lockUnseenStar(context) };
  },
};

/**
 * The oldest star on a message that the actor has deleted for themselves: it is in no list, so the actor could not take it
 * away where there are as many stars as there may be.
 */
const lockUnseenStar = async ({ tx, actorId }: CommandContext): Promise<StoredStar | undefined> => {
  const [unseen] = await tx
    .select({ star: starredMessages })
    .from(starredMessages)
    .innerJoin(messages, eq(messages.id, starredMessages.messageId))
    .where(
      and(eq(starredMessages.userId, actorId), isNull(starredMessages.deletedAt), isHiddenFrom(tx, actorId)),
    )
    .orderBy(asc(starredMessages.starredAt), asc(starredMessages.id))
    .limit(1)
    .for('no key update', { of: starredMessages });
  return unseen?.star;
};

import { and, asc, eq, isNull } from 'drizzle-orm';
import {
  LIMITS,
  type MutationArgs,
  memberId,
  ProtocolError,
  starId,
  userScope,
} from '../../../protocol/index.ts';
import { memberships, messages, starredMessages } from '../../db/schema.ts';
import type { CommandContext, CommandResult } from '../sync/context.ts';
import { increment } from '../sync/increment.ts';
import { lockReadableMessage } from './lock-message.ts';
import { isHiddenFrom } from './queries.ts';
import { goneChange, type StoredStar, starChange } from './stars.ts';

/** Stars a message for the actor alone, or takes the star away. Other people are not told. */
export const starMessage = async (
  context: CommandContext,
  { chatId, messageId, isStarred }: MutationArgs<'starMessage'>,
): Promise<CommandResult> => {
  const { tx, log, actorId, now } = context;
  const id = starId(actorId, messageId);
  const isOwn = eq(starredMessages.id, id);
  if (!isStarred) {
    // One's own star may be taken away also where nothing can be done to the message any more: across a block.
    const standing = and(isOwn, isNull(starredMessages.deletedAt));
    const [own] = await tx.select().from(starredMessages).where(standing).for('no key update');
    if (own?.chatId === chatId) {
      const gone = await write(context, own, { ...own, deletedAt: now });
      log.put(userScope(actorId), goneChange(gone));
      return { id: messageId };
    }
  }
  // Who leaves or clears the chat at this moment writes this row, and ends the stars there: no star is made behind that.
  const place = eq(memberships.id, memberId(chatId, actorId));
  await tx.select({ id: memberships.id }).from(memberships).where(place).for('no key update');
  // The message's lock keeps two devices of the actor from inserting at once.
  const message = await lockReadableMessage(context, { chatId, messageId });
  const [before] = await tx.select().from(starredMessages).where(isOwn);
  if (!isStarred || before?.deletedAt === null) return { id: messageId };
  if (message.deletedAt !== null) throw new ProtocolError('conflict');
  await makeRoom(context);
  if (!message.wasStarred)
    await tx.update(messages).set({ wasStarred: true }).where(eq(messages.id, messageId));
  const keys = { id, userId: actorId, chatId, messageId };
  const after = await write(context, before, { ...keys, starredAt: now, deletedAt: null });
  log.put(userScope(actorId), starChange(after, message));
  return { id: messageId };
};

/**
 * Takes away the oldest star on a message that the actor has deleted for themselves, where there are as many stars as there may
 * be: it is in no list, so the actor could not.
 * @throws ProtocolError `too_many_starred` where all of them are shown
 */
const makeRoom = async (context: CommandContext): Promise<void> => {
  const { tx, log, actorId, now } = context;
  const own = and(eq(starredMessages.userId, actorId), isNull(starredMessages.deletedAt));
  if ((await tx.$count(starredMessages, own)) < LIMITS.starredMessagesMax) return;
  const [unseen] = await tx
    .select({ star: starredMessages })
    .from(starredMessages)
    .innerJoin(messages, eq(messages.id, starredMessages.messageId))
    .where(and(own, isHiddenFrom(tx, actorId)))
    .orderBy(asc(starredMessages.starredAt), asc(starredMessages.id))
    .limit(1);
  if (!unseen) throw new ProtocolError('too_many_starred');
  const gone = await write(context, unseen.star, { ...unseen.star, deletedAt: now });
  log.put(userScope(actorId), goneChange(gone));
};

const write = async (
  { tx }: CommandContext,
  before: StoredStar | undefined,
  { starredAt, deletedAt, ...keys }: Omit<StoredStar, 'version'>,
): Promise<StoredStar> => {
  const [after] = before
    ? await tx
        .update(starredMessages)
        .set({ starredAt, deletedAt, version: increment(starredMessages.version) })
        .where(eq(starredMessages.id, before.id))
        .returning()
    : await tx
        .insert(starredMessages)
        .values({ ...keys, starredAt, deletedAt })
        .returning();
  if (!after) throw new ProtocolError('not_found');
  return after;
};

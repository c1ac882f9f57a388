import { and, eq, isNull } from 'drizzle-orm';
import { LIMITS, type MutationArgs, ProtocolError, starId, userScope } from '../../../protocol/index.ts';
import { messages, starredMessages } from '../../db/schema.ts';
import type { CommandContext, CommandResult } from '../sync/context.ts';
import { increment } from '../sync/increment.ts';
import { lockReadableMessage } from './lock-message.ts';
import { goneChange, type StoredStar, starChange } from './stars.ts';

/** Stars a message for the actor alone, or takes the star away. Other people are not told. */
export const starMessage = async (
  context: CommandContext,
  { chatId, messageId, isStarred }: MutationArgs<'starMessage'>,
): Promise<CommandResult> => {
  const { tx, log, actorId, now } = context;
  const id = starId(actorId, messageId);
  const find = () => tx.select().from(starredMessages).where(eq(starredMessages.id, id));
  if (!isStarred) {
    // One's own star may be taken away also where nothing can be done to the message any more: across a block.
    const [own] = await find().for('no key update');
    if (own?.chatId === chatId && own.deletedAt === null) {
      const gone = await write(context, own, { ...own, deletedAt: now });
      log.put(userScope(actorId), goneChange(gone));
      return { id: messageId };
    }
  }
  // The message's lock keeps two devices of the actor from inserting at once.
  const message = await lockReadableMessage(context, { chatId, messageId });
  const [before] = await find();
  if (!isStarred || before?.deletedAt === null) return { id: messageId };
  if (message.deletedAt !== null) throw new ProtocolError('conflict');
  const own = and(eq(starredMessages.userId, actorId), isNull(starredMessages.deletedAt));
  if ((await tx.$count(starredMessages, own)) >= LIMITS.starredMessagesMax)
    throw new ProtocolError('too_many_starred');
  if (!message.wasStarred)
    await tx.update(messages).set({ wasStarred: true }).where(eq(messages.id, messageId));
  const keys = { id, userId: actorId, chatId, messageId };
  const after = await write(context, before, { ...keys, starredAt: now, deletedAt: null });
  log.put(userScope(actorId), starChange(after, message));
  return { id: messageId };
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

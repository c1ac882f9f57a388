import { and, eq } from 'drizzle-orm';
import { LIMITS, ProtocolError } from '../../../protocol/index.ts';
import { messages } from '../../db/schema.ts';
import type { CommandContext } from '../sync/context.ts';
import { loadOpen } from './policy.ts';
import type { StoredMessage } from './presenter.ts';

type Target = { chatId: string; messageId: string };

const readable = async (
  { tx, actorId }: CommandContext,
  { chatId, messageId }: Target,
  isLocked: boolean,
): Promise<StoredMessage> => {
  const { joinedSeq, isMember } = await loadOpen(tx, chatId, actorId);
  if (!isMember) throw new ProtocolError('forbidden');
  const found = tx
    .select()
    .from(messages)
    .where(and(eq(messages.id, messageId), eq(messages.chatId, chatId), eq(messages.kind, 'user')));
  const [message] = await (isLocked ? found.for('no key update') : found);
  if (!message || message.seq === null || message.seq <= joinedSeq) throw new ProtocolError('not_found');
  return message;
};

/**
 * A message that the actor may read, locked. To everybody else it does not exist: in a chat one is not in, across a block,
 * or from before one joined.
 */
export const lockReadableMessage = (context: CommandContext, target: Target): Promise<StoredMessage> =>
  readable(context, target, true);

/** The same without a lock: for what is locked before its message. */
export const findReadableMessage = (context: CommandContext, target: Target): Promise<StoredMessage> =>
  readable(context, target, false);

/** An own message that may still be changed. The server's clock decides: a change that waited too long is too late. */
export const lockOwnRecentMessage = async (
  context: CommandContext,
  target: Target,
): Promise<StoredMessage> => {
  const message = await lockReadableMessage(context, target);
  if (message.senderId !== context.actorId) throw new ProtocolError('forbidden');
  const ageMs = context.now.getTime() - message.createdAt.getTime();
  if (ageMs > LIMITS.messageChangeMs) throw new ProtocolError('too_late');
  return message;
};

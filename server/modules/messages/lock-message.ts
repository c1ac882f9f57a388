import { and, eq } from 'drizzle-orm';
import { ProtocolError } from '../../../protocol/index.ts';
import { messages } from '../../db/schema.ts';
import type { CommandContext } from '../sync/context.ts';
import { readableMessage } from './message-rules.ts';
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
  return readableMessage(message, { chatId, messageId }, joinedSeq);
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

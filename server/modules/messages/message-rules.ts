import { LIMITS, ProtocolError, savedMessagesId } from '../../../protocol/index.ts';
import type { StoredMessage } from './presenter.ts';

type Target = { chatId: string; messageId: string };

/**
 * A message that the actor may read. To everybody else it does not exist: in a chat one is not in, or from before one joined.
 * @param joinedSeq the last number that the actor may not read
 * @throws ProtocolError `not_found`
 */
export const readableMessage = (
  message: StoredMessage | undefined,
  { chatId }: Target,
  joinedSeq: number,
): StoredMessage => {
  if (message?.chatId === chatId && message.kind === 'user' && (message.seq ?? 0) > joinedSeq) return message;
  throw new ProtocolError('not_found');
};

/**
 * A member may change their own message for a limited time, and a saved message at any time, because nobody else has read it.
 * The server's clock decides.
 * @throws ProtocolError `forbidden`, `too_late`
 */
export const assertOwnRecent = (
  message: StoredMessage,
  { actorId, now }: { actorId: string; now: Date },
): void => {
  if (message.senderId !== actorId) throw new ProtocolError('forbidden');
  if (message.chatId === savedMessagesId(actorId)) return;
  const ageMs = now.getTime() - message.createdAt.getTime();
  if (ageMs > LIMITS.messageChangeMs) throw new ProtocolError('too_late');
};

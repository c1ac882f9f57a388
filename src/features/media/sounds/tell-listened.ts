import { DEFAULT_SETTINGS } from '../../../../protocol/index.ts';
import type { Engine } from '../../../../sync/index.ts';

type Place = { readonly chatId: string; readonly messageId: string };

/** Tells the sender of a voice message that it was listened to, once, if the member tells such things. */
export const tellListened = async (
  { db, userId, mutate }: Pick<Engine, 'db' | 'userId' | 'mutate'>,
  { chatId, messageId }: Place,
): Promise<void> => {
  const [message, settings] = [await db.messages.get(messageId), await db.settings.get(userId)];
  if (!message || message.senderId === userId || message.seq === null) return;
  if (message.listens?.some((listen) => listen.userId === userId)) return;
  if (!(settings?.sendReadReceipts ?? DEFAULT_SETTINGS.sendReadReceipts)) return;
  await mutate('markListened', { chatId, messageId });
};

import { DEFAULT_SETTINGS } from '../../../../protocol/index.ts';
import type { Engine } from '../../../../sync/index.ts';
import { hasReceipts } from '../../../queries/receipts.ts';

type Place = { readonly chatId: string; readonly messageId: string };

/** Tells the sender of a voice message that it was listened to, once, where such things are told. */
export const tellListened = async (
  { db, userId, mutate }: Pick<Engine, 'db' | 'userId' | 'mutate'>,
  { chatId, messageId }: Place,
): Promise<void> => {
  const [message, settings, chat, members] = await Promise.all([
    db.messages.get(messageId),
    db.settings.get(userId),
    db.chats.get(chatId),
    db.members.where('chatId').equals(chatId).toArray(),
  ]);
  if (!message || message.senderId === userId || message.seq === null) return;
  if (message.listens?.some((listen) => listen.userId === userId)) return;
  if (!(settings?.sendReadReceipts ?? DEFAULT_SETTINGS.sendReadReceipts)) return;
  if (!hasReceipts({ chat, others: members.filter((member) => member.userId !== userId) })) return;
  await mutate('markListened', { chatId, messageId });
};

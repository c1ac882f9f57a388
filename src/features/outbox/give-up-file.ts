import type { Engine } from '../../../sync/index.ts';

/** Gives up the sending of a file whose words have arrived, and tells whoever waits for it. */
export const giveUpFile = async (engine: Engine, fileId: string): Promise<void> => {
  const messages = await engine.db.messages.toArray();
  const carrier = messages.find(
    ({ senderId, media }) =>
      senderId === engine.userId && media.some(({ id, state }) => id === fileId && state === 'awaited'),
  );
  // Told first: what is still sent after that fills its frame again.
  if (carrier) await engine.mutate('withdrawFile', { chatId: carrier.chatId, messageId: carrier.id, fileId });
  await engine.files.discard([fileId]);
};

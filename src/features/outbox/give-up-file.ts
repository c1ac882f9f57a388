import type { Engine } from '../../../sync/index.ts';

/** Gives up the sending of a file whose words have arrived, and tells the devices that wait for it. */
export const giveUpFile = async (engine: Engine, fileId: string): Promise<void> => {
  const messages = await engine.db.messages.toArray();
  const carriers = messages.filter(
    ({ senderId, media }) =>
      senderId === engine.userId && media.some(({ id, state }) => id === fileId && state === 'awaited'),
  );
  // Told first: what is still sent after that fills its frame again.
  for (const { id, chatId } of carriers)
    await engine.mutate('withdrawFile', { chatId, messageId: id, fileId });
  await engine.files.release([fileId]);
  await engine.files.discard([fileId]);
};

import type { Engine } from '../../../sync/index.ts';

/** Gives up the sending of a file whose words have arrived, and tells the devices that wait for it. It is for good, for all of them. */
export const giveUpFile = async (engine: Engine, fileId: string): Promise<void> => {
  const messages = await engine.db.messages.toArray();
  const carriers = messages.filter(
    ({ senderId, media }) =>
      senderId === engine.userId && media.some(({ id, state }) => id === fileId && state === 'awaited'),
  );
  // Noted first: from then on the bytes wait until the server knows, whatever else they are sent for.
  for (const { id, chatId } of carriers)
    await engine.mutate('withdrawFile', { chatId, messageId: id, fileId });
  await engine.files.giveUp(fileId);
};

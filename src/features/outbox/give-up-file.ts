import type { Engine } from '../../../sync/index.ts';

/**
 * Gives up the sending of a file whose words have arrived, and tells the devices that wait for it. It is for good.
 * @param messageId the message that goes without it; null: all that wait for it
 */
export const giveUpFile = async (engine: Engine, fileId: string, messageId: string | null): Promise<void> => {
  const messages =
    messageId === null
      ? await engine.db.messages.toArray()
      : (await engine.db.messages.bulkGet([messageId])).filter((row) => row !== undefined);
  const carriers = messages.filter(
    ({ senderId, media }) =>
      senderId === engine.userId && media.some(({ id, state }) => id === fileId && state === 'awaited'),
  );
  // Noted first: from then on the bytes wait until the server knows, whatever else they are sent for.
  for (const { id, chatId } of carriers)
    await engine.mutate('withdrawFile', { chatId, messageId: id, fileId });
  await engine.files.giveUp(fileId, messageId ?? undefined);
};

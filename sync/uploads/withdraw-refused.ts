import type { MutateOptions, MutationInput } from '../engine-types.ts';
import type { FileOwnerRow } from '../storage/rows.ts';
import type { Storage } from '../storage/storage.ts';
import { isRefusedForGood, type UploadRow } from './upload-row.ts';

const PREFIX = 'message:';

/** A file that will never arrive, and a message that has arrived and waits for it. */
export type RefusedFile = { readonly fileId: string; readonly messageId: string };

export const refusedFiles = (
  uploads: readonly UploadRow[],
  owners: readonly FileOwnerRow[],
): RefusedFile[] => {
  const refused = new Set(uploads.filter(isRefusedForGood).map(({ id }) => id));
  if (refused.size === 0) return [];
  return owners
    .filter(({ owner }) => owner.startsWith(PREFIX))
    .flatMap(({ owner, files }) =>
      files
        .filter((id) => refused.has(id))
        .map((fileId) => ({ fileId, messageId: owner.slice(PREFIX.length) })),
    );
};

/**
 * Tells the readers of messages that a file will never come, so that nobody waits for it. The device keeps the file, the claim
 * of its message and the reason, until its sender has seen them: the bytes may be nowhere else.
 */
export const createWithdrawRefused = (options: {
  storage: Storage;
  userId: string;
  mutate(name: 'withdrawFile', args: MutationInput<'withdrawFile'>, more: MutateOptions): Promise<string>;
}): ((refused: readonly RefusedFile[]) => Promise<void>) => {
  const { storage, userId, mutate } = options;
  return async (refused) => {
    if (refused.length === 0) return;
    const open = await storage.read(['messages', 'outbox'], async (tx) => {
      const ids = refused.map(({ messageId }) => messageId);
      const messages = new Map(
        (await tx.getMany('messages', ids)).flatMap((row) => (row === undefined ? [] : [[row.id, row]])),
      );
      // Also one that the server has refused: it would refuse the next.
      const told = new Set(
        (await tx.getAll('outbox')).flatMap(({ name, args }) =>
          name === 'withdrawFile' ? [`${args.messageId} ${args.fileId}`] : [],
        ),
      );
      return refused.flatMap(({ fileId, messageId }) => {
        const message = messages.get(messageId);
        const isAwaited = message?.media.some(({ id, state }) => id === fileId && state === 'awaited');
        if (!message || !isAwaited || message.senderId !== userId) return [];
        return told.has(`${messageId} ${fileId}`) ? [] : [{ chatId: message.chatId, messageId, fileId }];
      });
    });
    // Several tabs find it at once.
    for (const args of open)
      await mutate('withdrawFile', args, { source: `refused ${args.messageId} ${args.fileId}` });
  };
};

import { keepPushedMessage } from '../apply/pushed-message.ts';
import type { Loop } from '../connectivity/loop.ts';
import { createNotes } from '../device/notes.ts';
import type { Diagnose } from '../diagnose.ts';
import type { EngineCore } from '../engine-types.ts';
import type { Cancel } from '../outbox/cancel.ts';
import { exportOutbox } from '../outbox/export-outbox.ts';
import type { WriteAhead } from '../outbox/write-ahead.ts';
import type { Network } from '../platform/ports.ts';
import type { Storage } from '../storage/storage.ts';
import { filesOf, ownerOf } from '../uploads/file-owners.ts';
import { countSendable, refusedForNow } from '../uploads/queue-files.ts';
import type { Uploader } from '../uploads/uploader.ts';
import { historyOf, type LoadList } from '../windows/load-list.ts';
import type { Revalidate } from '../windows/revalidate.ts';
import type { SessionPolicy } from './session-policy.ts';

export type FacadeParts = Pick<
  EngineCore,
  | 'userId'
  | 'deviceId'
  | 'databaseId'
  | 'status'
  | 'health'
  | 'live'
  | 'mutate'
  | 'files'
  | 'dismissLost'
  | 'close'
> & {
  storage: Storage;
  serverNow(): number;
  network: Network;
  loop: Loop;
  policy: SessionPolicy;
  cancel: Cancel;
  uploader: Uploader;
  writeAhead: WriteAhead;
  lists: LoadList;
  revalidate: Revalidate;
  onDrafts(): void;
  diagnose: Diagnose;
  /** Aborts when the engine closes. */
  closed: AbortSignal;
};

/** What the app is given of an engine. */
export const createFacade = (parts: FacadeParts): EngineCore => {
  const { userId, deviceId, databaseId, status, health, live, mutate, files, dismissLost, close } = parts;
  const { storage, loop, policy, cancel, uploader, lists, closed } = parts;

  const sendAgain = async (ids: readonly string[] | 'all', fileIds: readonly string[]): Promise<void> => {
    for (const fileId of fileIds) await files.resume(fileId);
    await cancel.retry(ids);
    policy.resume();
    loop.request({ push: true }, true);
  };

  const sync = async (): Promise<void> => {
    policy.resume();
    await cancel.hurry().catch(policy.reportError);
    uploader.request(true);
    loop.request({ push: true, pull: true }, true);
    await loop.idle();
  };

  return {
    ...{ userId, deviceId, databaseId, status, health, live, mutate, files, dismissLost, close },
    ...parts.diagnose,
    ...createNotes({
      ...{ storage, databaseId, serverNow: parts.serverNow, writeAhead: parts.writeAhead },
      onDrafts: parts.onDrafts,
    }),
    sync,
    async flush(until) {
      await sync();
      await uploader.finish(until);
      await loop.idle();
      return status.value.paused === null ? countSendable(storage, parts.network) : 0;
    },
    keepPushed: (message) => keepPushedMessage(storage, userId, message),
    loadOlderMessages: (chatId) => lists.older(historyOf(chatId), closed),
    loadMessagesBefore: (chatId, seq) => lists.before(historyOf(chatId), seq, closed),
    async loadMessagesUpTo(chatId, seq) {
      const chat = await storage.read(['chats'], (tx) => tx.get('chats', chatId));
      // A page claims all numbers up to its end: it has none that are not given yet.
      return lists.alone(historyOf(chatId), Math.min(seq, chat?.lastSeq ?? seq) + 1, closed);
    },
    loadOlder: (list) => lists.older(list, closed),
    loadAll: (list, { rowsMax, signal } = {}) =>
      lists.all(list, {
        ...(rowsMax === undefined ? {} : { rowsMax }),
        signals: signal === undefined ? [closed] : [closed, signal],
      }),
    loadNewest: (list) => lists.newest(list, closed),
    async revalidate(list) {
      await parts.revalidate(list, closed);
    },
    exportOutbox: () => exportOutbox(storage),
    retry: async (id) =>
      sendAgain([id], await storage.read(['fileOwners'], (tx) => filesOf(tx, ownerOf('outbox', id)))),
    retryAll: async () => sendAgain('all', await storage.read(['outbox', 'uploads'], refusedForNow)),
    async cancel(id) {
      const outcome = await cancel.discard(id, closed);
      uploader.review();
      if (outcome !== 'cancelled') loop.request({ push: true, pull: true });
      return outcome;
    },
  };
};

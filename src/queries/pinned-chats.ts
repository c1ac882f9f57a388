import { comparePins } from '../../protocol/index.ts';
import type { Engine, LocalTables } from '../../sync/index.ts';
import { useLocalQuery } from './use-local-query.ts';

export type PinnedChat = { readonly chatId: string; readonly rank: string };

const readPins = async ({ memberships }: Pick<LocalTables, 'memberships'>): Promise<PinnedChat[]> =>
  (await memberships.toArray())
    .flatMap(({ chatId, pinRank }) => (pinRank == null ? [] : [{ chatId, rank: pinRank }]))
    .sort(comparePins);

/** What stands on top of the list of chats now, the first one first. */
export const readPinnedChats = ({ db }: Pick<Engine, 'db'>): Promise<readonly PinnedChat[]> =>
  db.read(['memberships'], readPins);

/** See `readPinnedChats`. */
export const usePinnedChats = (): readonly PinnedChat[] | undefined =>
  useLocalQuery({ name: 'pinned chats', stores: ['memberships'], read: readPins });

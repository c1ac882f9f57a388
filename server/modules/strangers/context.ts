import type { SyncServices } from '../sync/context.ts';

/** What the strangers module needs from the process it runs in. */
export type StrangerServices = SyncServices & {
  /** Tells all sockets of a person, on every node, that their chat of strangers has changed. It carries no name. */
  strangerChanged: (userId: string, chatId: string) => void;
};

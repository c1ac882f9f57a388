import type { SyncServices } from '../sync/context.ts';

/** What moderation needs from the process it runs in. */
export type ModerationServices = SyncServices & {
  /** Whom the configuration names, by their codes: drawn by the server, so that nobody can register as one. */
  moderators: ReadonlySet<string>;
  /** Tells every node that a session has ended: its sockets are cut at once. */
  sessionEnded: (session: { id: string; userId: string }) => void;
  /** Tells somebody that their chat of strangers has changed. */
  strangerChanged: (userId: string, chatId: string) => void;
};

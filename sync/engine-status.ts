export type EngineRole = 'page' | 'worker';

/** Why nothing of this account is sent until somebody acts. */
export type PauseReason =
  | 'session_dead'
  | 'wrong_account'
  | 'suspended'
  | 'upgrade_required'
  | 'storage_full'
  | 'storage_lost';

export type EngineStatus = {
  connection: 'offline' | 'connecting' | 'online';
  /** Written here and not yet acknowledged, `sending` included, `marks` not. */
  pending: number;
  sending: number;
  /** Rejected or parked: waits for the user. */
  attention: number;
  /** All that the outbox holds but `marks`, whatever stands with it: also what has arrived and is not confirmed yet. */
  unsettled: number;
  /** What one has seen, still to be told: sent like anything else, and nothing that a member waits for. */
  marks: number;
  /** Files that are still to be sent though what named them has arrived. */
  files: number;
  /** Begun here and not sent, in chats, under posts and as posts. */
  drafts: number;
  paused: PauseReason | null;
  isCatchingUp: boolean;
  /** Epoch milliseconds of the last complete pull, over restarts. */
  lastSyncedAt: number | null;
  /** How much unsent work the browser deleted with its storage; null when nothing is known to be lost. */
  lostPending: number | null;
  /** What a device like this new one had not sent, and when it was last seen: it may have been this one. */
  similarDevice: { readonly pendingCount: number; readonly seenAt: string } | null;
  /** Something has waited for minutes though nothing stands in its way, and all that the engine can try was tried. */
  isStuck: boolean;
};

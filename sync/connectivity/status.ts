import { BehaviorSubject } from 'rxjs';
import type { EngineStatus } from '../engine-status.ts';
import { isQuietMark } from '../outbox/quiet-mark.ts';
import type { FileOwnerRow, OutboxRow, StoreName } from '../storage/rows.ts';
import type { ReadTransaction } from '../storage/storage.ts';
import type { UploadRow } from '../uploads/upload-row.ts';
import { waitingFiles } from '../uploads/waiting-files.ts';

export const createStatus = (initial: Partial<EngineStatus>): BehaviorSubject<EngineStatus> =>
  new BehaviorSubject<EngineStatus>({
    connection: 'connecting',
    pending: 0,
    sending: 0,
    attention: 0,
    unsettled: 0,
    marks: 0,
    files: 0,
    drafts: 0,
    paused: null,
    isCatchingUp: false,
    lastSyncedAt: null,
    lostPending: null,
    similarDevice: null,
    isStuck: false,
    ...initial,
  });

type OutboxCounts = Pick<EngineStatus, 'pending' | 'sending' | 'attention' | 'unsettled' | 'marks' | 'files'>;

/** What the status strip and the bottom bar say about the outbox. */
export const countOutbox = (
  outbox: readonly OutboxRow[],
  uploads: readonly UploadRow[] = [],
  owners: readonly FileOwnerRow[] = [],
): OutboxCounts => {
  const things = outbox.filter((row) => !isQuietMark(row));
  const count = (...states: OutboxRow['state'][]): number =>
    things.filter((row) => states.includes(row.state)).length;
  return {
    pending: count('queued', 'sending'),
    sending: count('sending'),
    // A group is one thing to decide about.
    attention: outbox.filter(
      ({ state, blockedBy }) => blockedBy === null && (state === 'rejected' || state === 'parked'),
    ).length,
    unsettled: things.length,
    marks: outbox.length - things.length,
    files: waitingFiles(outbox, uploads, owners).length,
  };
};

export const draftStores = ['chatDrafts', 'postDrafts'] as const satisfies readonly StoreName[];

/** How many things were begun and not sent. */
export const countDrafts = async (tx: ReadTransaction): Promise<number> =>
  (await Promise.all(draftStores.map((store) => tx.count(store)))).reduce((a, b) => a + b);

/** What would be lost with the database, as src/session/unsent.ts says it: also what was refused and waits for a decision, pictures whose words have arrived, and drafts. */
export const countAtRisk = ({
  pending,
  attention,
  files,
  drafts,
}: Pick<EngineStatus, 'pending' | 'attention' | 'files' | 'drafts'>): number =>
  pending + attention + files + drafts;

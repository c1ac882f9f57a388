import type { Cursor, ErrorKind, ScopeId } from '../../protocol/index.ts';
import type { PauseReason } from '../engine-status.ts';
import { LEASE_MS } from '../outbox/batches.ts';
import { scopesOf } from '../rebase/settle.ts';
import type { OutboxRow, RowKey } from '../storage/rows.ts';

/** Why an item of the outbox has not ended yet. */
export type Waiting =
  | { for: 'user'; error: ErrorKind | null }
  /** Everything waits until somebody acts. */
  | { for: 'pause'; reason: PauseReason }
  | { for: 'network' }
  /** Its pictures or videos, which go before it. */
  | { for: 'files' }
  /** An earlier mutation of its lane, or one that touches a row of it. */
  | { for: 'mutation'; id: string }
  /** Its next attempt. */
  | { for: 'time'; until: number; error: ErrorKind | null }
  /** The answer of a request on its way, held by this tab. */
  | { for: 'answer'; owner: string | null; until: number }
  /** The data: its entry in this scope has this number, and the device stands before it. */
  | { for: 'scope'; scope: ScopeId; seq: number; cursor: number | null }
  /** A pull that knows its status. */
  | { for: 'status' }
  /** The server's word that a late copy cannot act. */
  | { for: 'cancellation' }
  | { for: 'turn' };

export type WaitingContext = {
  outbox: readonly OutboxRow[];
  /** The rows that wait for files, by their ids. */
  held: ReadonlyMap<string, unknown>;
  cursors: ReadonlyMap<ScopeId, Cursor>;
  now: number;
  isOnline: boolean;
  paused: PauseReason | null;
};

const waitOfAcked = ({ vector }: OutboxRow, cursors: ReadonlyMap<ScopeId, Cursor>): Waiting => {
  for (const scope of vector === null ? [] : scopesOf(vector)) {
    const entry = vector?.[scope];
    const cursor = cursors.get(scope);
    if (entry === undefined) continue;
    const isHeld = cursor?.epoch === entry.epoch && cursor.seq >= entry.seq;
    if (!isHeld) return { for: 'scope', scope, seq: entry.seq, cursor: cursor?.seq ?? null };
  }
  return { for: 'status' };
};

const isOpen = ({ state }: OutboxRow): boolean => state === 'queued' || state === 'sending';

const findEarlier = (row: OutboxRow, outbox: readonly OutboxRow[]): OutboxRow | undefined => {
  const keys = new Set<RowKey>(row.touches);
  return outbox.find(
    (other) =>
      other.seq < row.seq &&
      isOpen(other) &&
      (other.lane === row.lane || other.touches.some((key) => keys.has(key))),
  );
};

/** Why one item waits, the reason that has to end first. */
export const waitingOf = (row: OutboxRow, context: WaitingContext): Waiting => {
  const { outbox, held, cursors, now, isOnline, paused } = context;
  const error = row.error?.code ?? null;
  switch (row.state) {
    case 'rejected':
    case 'parked':
      return { for: 'user', error };
    case 'blocked':
      return { for: 'mutation', id: row.blockedBy ?? row.id };
    case 'cancelling':
      return { for: 'cancellation' };
    case 'acked':
      return waitOfAcked(row, cursors);
    case 'queued':
    case 'sending':
      break;
  }
  if (paused !== null) return { for: 'pause', reason: paused };
  if (!isOnline) return { for: 'network' };
  if (row.state === 'sending' && row.leaseUntil > now && row.leaseUntil - now <= LEASE_MS)
    return { for: 'answer', owner: row.leaseOwner, until: row.leaseUntil };
  const earlier = findEarlier(row, outbox);
  if (earlier !== undefined) return { for: 'mutation', id: earlier.id };
  if (held.has(row.id)) return { for: 'files' };
  if (row.notBefore > now && row.notBefore - now <= row.waitMs)
    return { for: 'time', until: row.notBefore, error };
  return { for: 'turn' };
};

/** In one line, for a report: no words of anybody. */
export const waitingText = (waiting: Waiting): string => {
  switch (waiting.for) {
    case 'user':
      return `the user: ${waiting.error ?? 'parked'}`;
    case 'pause':
      return `paused: ${waiting.reason}`;
    case 'mutation':
      return `mutation ${waiting.id}`;
    case 'time':
      return `time ${waiting.until}: ${waiting.error ?? 'no error'}`;
    case 'answer':
      return `answer to ${waiting.owner ?? 'nobody'} until ${waiting.until}`;
    case 'scope':
      return `scope ${waiting.scope} seq ${waiting.seq} at ${waiting.cursor ?? 'nothing'}`;
    default:
      return waiting.for;
  }
};

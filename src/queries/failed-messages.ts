import type { ErrorKind } from '../../protocol/index.ts';
import type { OutboxRow, OutboxRowOf } from '../../sync/index.ts';

/** A message that waits for its writer: refused for good, parked after too many refusals, or blocked by such a one. */
export const needsAttention = (row: OutboxRow): row is OutboxRowOf<'sendMessage'> =>
  row.name === 'sendMessage' &&
  (row.state === 'rejected' || row.state === 'parked' || row.state === 'blocked');

/** The kind of error that a refused mutation met; a parked one was refused by something that is not our server. */
export const failureKind = (row: Pick<OutboxRow, 'error'>): ErrorKind => row.error?.code ?? 'internal';

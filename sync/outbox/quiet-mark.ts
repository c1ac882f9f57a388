import type { MutationName } from '../../protocol/index.ts';
import type { OutboxRow } from '../storage/rows.ts';

const MARKS: ReadonlySet<MutationName> = new Set(['markSeen', 'markScreenSeen']);

/** What one has seen, on its way: nobody waits for it, unless it needs a hand like anything else. */
export const isQuietMark = ({ name, state }: Pick<OutboxRow, 'name' | 'state'>): boolean =>
  MARKS.has(name) && state !== 'rejected' && state !== 'parked';

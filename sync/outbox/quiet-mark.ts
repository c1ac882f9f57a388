import type { OutboxRow } from '../storage/rows.ts';

/** Where one has read to, on its way: nobody waits for it, unless it needs a hand like anything else. */
export const isQuietMark = ({ name, state }: Pick<OutboxRow, 'name' | 'state'>): boolean =>
  name === 'markSeen' && state !== 'rejected' && state !== 'parked';

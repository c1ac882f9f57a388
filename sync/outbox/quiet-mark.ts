import type { MutationName } from '../../protocol/index.ts';
import type { OutboxRow } from '../storage/rows.ts';

const MARKS: ReadonlySet<MutationName> = new Set(['markSeen', 'markScreenSeen']);

/** A seen mark in the outbox: not counted as pending, unless it needs the user's decision. */
export const isQuietMark = ({ name, state }: Pick<OutboxRow, 'name' | 'state'>): boolean =>
  MARKS.has(name) && state !== 'rejected' && state !== 'parked';

import type { MutationName } from '../../protocol/index.ts';
import type { OutboxRow } from '../storage/rows.ts';

const MARKS: ReadonlySet<MutationName> = new Set(['markSeen', 'markScreenSeen']);

/** Made by reading, not by a press. */
export const isMark = (name: MutationName): boolean => MARKS.has(name);

/** A seen mark in the outbox: not counted as pending, unless it needs the user's decision. */
export const isQuietMark = ({ name, state }: Pick<OutboxRow, 'name' | 'state'>): boolean =>
  isMark(name) && state !== 'rejected' && state !== 'parked';

import type { MutationName } from '../../protocol/index.ts';
import type { OutboxRow } from '../storage/rows.ts';

const MARKS: ReadonlySet<MutationName> = new Set(['markSeen', 'markScreenSeen', 'markListened']);

/** Made by reading and listening, not by a wish to tell. */
export const isMark = (name: MutationName): boolean => MARKS.has(name);

/** Such a mark in the outbox: not counted as pending, unless it needs the user's decision. */
export const isQuietMark = ({ name, state }: Pick<OutboxRow, 'name' | 'state'>): boolean =>
  isMark(name) && state !== 'rejected' && state !== 'parked';

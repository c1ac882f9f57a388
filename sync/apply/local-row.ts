import type { MessageRow } from '../../protocol/index.ts';
import type { LocalMessage } from '../storage/rows.ts';

/** A system line stands after the message it names. */
export const toLocalMessage = (row: MessageRow): LocalMessage => ({
  ...row,
  order: row.seq ?? row.afterSeq + 0.5,
});

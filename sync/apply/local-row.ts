import type { MessageRow } from '../../protocol/index.ts';
import type { LocalMessage } from '../storage/rows.ts';

/** A system line stands after the message it names. */
export const orderOf = (row: MessageRow): number => row.seq ?? row.afterSeq + 0.5;

export const toLocalMessage = (row: MessageRow): LocalMessage => ({ ...row, order: orderOf(row) });

import type { MutationArgs, MutationName, TableName } from '../../protocol/index.ts';
import type { OutboxRow, OutboxRowOf, RowKey, StoreRows } from '../storage/rows.ts';
import type { ReadTransaction } from '../storage/storage.ts';

/** The rows a mutation touches, for its effect to change. */
export type Draft = {
  get<T extends TableName>(table: T, id: string): StoreRows[T] | null;
  /** The row as the server last said it, without what this device has changed since. */
  settled<T extends TableName>(table: T, id: string): StoreRows[T] | null;
  put<T extends TableName>(table: T, row: StoreRows[T]): void;
  delete(table: TableName, id: string): void;
};

export type EffectContext = {
  readonly userId: string;
  /** The numbers of my own messages in a chat, ascending, of those that the effect said it needs. */
  ownSeqs(chatId: string): readonly number[];
};

export type OwnMessagesNeed = { chatId: string; afterSeq: number };

/** What is found out once, in the transaction that writes the mutation. */
export type Prepared = {
  touches: RowKey[];
  entityKey?: string;
  chatId?: string;
  otherUserId?: string;
  /** Instead of the one that the declaration names, when that takes more than the arguments to know. */
  lane?: string;
};

/**
 * What a mutation does to the screen before the server has done it. `run` is pure and synchronous and changes fields: it
 * is run again over each new base, also over one that contains the mutation's own result already.
 */
export type Effect<N extends MutationName> = {
  /** Every table that `prepare` reads or `run` changes. */
  readonly tables: readonly TableName[];
  prepare(args: MutationArgs<N>, tx: ReadTransaction, userId: string): Promise<Prepared>;
  run(draft: Draft, mutation: OutboxRowOf<N>, context: EffectContext): void;
  /** Nothing that anybody wrote: refused, it is dropped instead of waiting for a hand that cannot help. */
  readonly isDisposable?: boolean;
  /** Files of this device that the mutation names; with `wait` it goes only once they have arrived. */
  files?(args: MutationArgs<N>): { ids: readonly string[]; wait: boolean };
  /** Rows that exist only because of this mutation: when it fails, what needs them is blocked with it as one group. */
  creates?(args: MutationArgs<N>): RowKey[];
  /** Rows without which it makes no sense. Only rows that another mutation `creates` matter. */
  needs?(args: MutationArgs<N>): RowKey[];
  ownMessagesNeed?(args: MutationArgs<N>): OwnMessagesNeed;
  /** One mutation for two of which the earlier was never attempted; null when they must stay two. */
  coalesce?(earlier: MutationArgs<N>, later: MutationArgs<N>): MutationArgs<N> | null;
  /** The same for an earlier mutation of another kind that takes this one into itself. */
  joins?(earlier: OutboxRow, later: MutationArgs<N>): OutboxRow | null;
};

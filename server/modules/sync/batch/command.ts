import type { Transaction } from '../../../db/database.ts';
import type { JobSender } from '../../../jobs/job.ts';
import type { ChangeLog } from '../change-log.ts';
import type { CommandContext, CommandResult, ReceiptSink } from '../context.ts';
import type { BatchState, Needs } from './state.ts';

/** What a command decides with: rows in memory, and no database. */
export type DecideContext = {
  state: BatchState;
  log: ChangeLog;
  actorId: string;
  now: Date;
  receipts: ReceiptSink;
  jobs: JobSender;
  /** Runs once the transaction is committed. */
  afterCommit: (effect: () => void) => void;
  /** Runs in the transaction, after the rows are written. Of those with the same key in a batch, one runs. */
  beforeCommit: (key: string, work: (tx: Transaction) => Promise<void>) => void;
};

/**
 * Thrown by `decide` when the loaded rows are not enough, as for a first message, which makes its chat. The mutation then
 * runs in a transaction of its own, after `prepare`.
 */
export class NeedsPreparation extends Error {}

/**
 * A mutation that is carried out in batches: its rows are loaded together with those of others (`needs`), `decide` judges
 * them one after the other in memory, and all changes are written together. A rule stands in `decide` alone.
 */
export type BatchedCommand<Args, Prepared = never> = {
  needs: (args: Args, actorId: string) => Needs;
  /** @throws ProtocolError a refusal; NeedsPreparation, unless `prepared` is given */
  decide: (context: DecideContext, args: Args, prepared?: Prepared) => CommandResult;
  /** What takes statements of its own and happens rarely. It writes through `context`, in the mutation's transaction. */
  prepare?: (context: CommandContext, args: Args) => Promise<Prepared>;
};

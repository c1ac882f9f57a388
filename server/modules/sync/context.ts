import type { Cursor, ScopeEntry, ScopeId } from '../../../protocol/index.ts';
import type { Database, Transaction } from '../../db/database.ts';
import type { JobSender } from '../../jobs/job.ts';
import type { TakeFromBucket } from '../../plugins/buckets.ts';
import type { LogWriter, Passage } from './log.ts';

export type Clock = { now: () => Date };

/** What one transaction changed, told to the world after it is committed and never before. */
export type Commit = {
  /** At most one entry per scope. */
  entries: ScopeEntry[];
  joined: Passage[];
  left: Passage[];
  /** Whose mutation it was, and which of the scopes that person holds now; null for the server's own doing. */
  actor: { userId: string; mutationId: string; scopes: ReadonlySet<ScopeId> } | null;
  /** Posts that have changed, for those who have them on the screen. */
  hints?: PostHint[];
};

/** A post has changed, or is new to the feed. It carries no name. */
export type PostHint = { postId: string; version: number; isNew: boolean };

/** One step of a seen mark: where it stood before, and when the server was told. */
export type SeenStep = { from: number; at: Date };

/** Takes note of how far people have got in chats; writes receipts in batches (jobs/receipts.ts). */
export type ReceiptSink = {
  /** A device of this person has stored the chat's scope up to this cursor. */
  stored: (userId: string, chatId: string, cursor: Cursor) => void;
  /** This person's seen mark in the chat has moved. */
  seen: (userId: string, chatId: string, step: SeenStep) => void;
};

/** What commands and pulls need from the process they run in. */
export type SyncServices = {
  db: Database;
  clock: Clock;
  publish: (commit: Commit) => void;
  receipts: ReceiptSink;
  jobs: JobSender;
  takeFromBucket: TakeFromBucket;
};

/** What a command sees while it acts. */
export type CommandContext = {
  tx: Transaction;
  log: LogWriter;
  actorId: string;
  now: Date;
  receipts: ReceiptSink;
  /** `jobs.send(tx, …)`: sent if the mutation is applied, and only then. */
  jobs: JobSender;
  /** Takes one look-up of a person from the actor's buckets. @throws ProtocolError `rate_limited` */
  chargeLookUp: () => Promise<void>;
  /** Runs once the transaction is committed. */
  afterCommit: (effect: () => void) => void;
};

/** What the parts of a command need that only write: the server's own doings have no actor. */
export type LogContext = Pick<CommandContext, 'tx' | 'log' | 'now'>;

/** The id of the row a mutation is about: its stored result. The row itself is presented as it is when somebody asks. */
export type CommandResult = { id: string };

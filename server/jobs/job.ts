import type { z } from '../../protocol/index.ts';
import type { Queryable } from '../db/database.ts';

/**
 * Durable work beside the requests: mail, push, image work, purges, exports. A job outlives the process and runs once on
 * one of all nodes, again after a failure. To add one:
 *
 * 1. Declare it beside what it is for: `export const resizeImage = declareJob({ name: 'resize-image', data: z.object({…}) })`.
 *    The data are stored as they are: ids, never a secret or what people wrote.
 * 2. Bind it to what it does in `server/jobs/table.ts`: `bindJob(resizeImage, ({ fileId }) => …)`. It may run twice (a
 *    process ends between the work and the note that it is done), so it looks first whether there is anything left to do.
 * 3. Send it: `await jobs.send(tx, resizeImage, { fileId })`, with `jobs` from the services and in the transaction that
 *    makes it necessary: if that fails, nothing is sent; once it is committed, the job starts at once.
 */
export type Job<Data extends z.ZodMiniType = z.ZodMiniType> = Readonly<{
  name: string;
  data: Data;
  /** How many times it is run again after a failure, with pauses that double from the first to the longest. */
  retries: number;
  firstPauseSeconds: number;
  longestPauseSeconds: number;
  /** A run that takes longer is given up: its signal aborts, and it counts as failed. A killed process is noticed so, too. */
  runSeconds: number;
  /** How many of them one process runs at a time. */
  concurrency: number;
  /** How long what is over is remembered. */
  keptSeconds: number;
  /** Also sent by itself, at most once in this time on all nodes together; its data are then `{}`. */
  everySeconds: number | null;
}>;

const HOUR_SECONDS = 3_600;
const DAY_SECONDS = 24 * HOUR_SECONDS;

/** Names a job and its data; what is not said is right for most. */
export const declareJob = <Data extends z.ZodMiniType>(
  job: Pick<Job<Data>, 'name' | 'data'> & Partial<Job<Data>>,
): Job<Data> => ({
  retries: 12,
  firstPauseSeconds: 5,
  longestPauseSeconds: HOUR_SECONDS,
  runSeconds: 60,
  concurrency: 1,
  keptSeconds: Math.max(HOUR_SECONDS, 2 * (job.everySeconds ?? 0)),
  everySeconds: null,
  ...job,
});

/** For housekeeping that is due once a day. */
export const DAILY = { everySeconds: DAY_SECONDS, runSeconds: 10 * 60 } as const;

export type SendOptions = {
  /** Not before then. */
  startAfter?: Date;
  /**
   * Within the same `seconds`, only one with this key is sent. `andAfter`: of those that come after it one is, at the end of
   * that time, so that nothing is missed that happened while the first one ran.
   */
  once?: { key: string; seconds: number; andAfter?: true };
  /** Of those with the same name a process runs one at a time, so that one member's slow ones leave room for the others'. */
  group?: string;
};

/** What sends jobs: part of the services of every module. */
export type JobSender = {
  /**
   * Sends a job in the caller's transaction, or at once when given the database.
   * @throws ZodError when the data are not the job's
   */
  send: <Data extends z.ZodMiniType>(
    tx: Queryable,
    job: Job<Data>,
    data: z.input<Data>,
    options?: SendOptions,
  ) => Promise<void>;
};

/** One run of a job. */
export type Run = {
  id: string;
  /** 0 at the first. */
  attempt: number;
  /** Aborts when time is up or the process stops. */
  signal: AbortSignal;
};

/** A job and what it does, behind one shape. */
export type BoundJob = { job: Job; run: (data: unknown, run: Run) => Promise<void> };

export const bindJob = <Data extends z.ZodMiniType>(
  job: Job<Data>,
  work: (data: z.output<Data>, run: Run) => Promise<void>,
): BoundJob => ({ job, run: (data, run) => work(job.data.parse(data), run) });

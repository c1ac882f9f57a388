import { setTimeout as delay } from 'node:timers/promises';
import { type SQL, sql } from 'drizzle-orm';
import { fromDrizzle, type JobWithMetadata, PgBoss } from 'pg-boss';
import { z } from '../../protocol/index.ts';
import { afterCommit, type Database, type OpenDatabase } from '../db/database.ts';
import type { Observe } from '../metrics/metrics.ts';
import type { Log } from '../realtime/context.ts';
import { currentRequestId, withRequestId } from '../request-context.ts';
import type { Tracing } from '../tracing/tracing.ts';
import type { BoundJob, Job, JobSender } from './job.ts';

/**
 * Sending wakes the workers of its own process; polling is for retries, other nodes and delayed jobs. One statement asks for all
 * of them: asked by each of thirty workers, an idle server on PGlite kept 8 % of a core busy.
 */
const POLL_MS = 4_000;
/** Each worker's own polling, should ours stop. */
const WORKER_POLL_SECONDS = 300;
/** The table and its columns are documented: https://timgit.github.io/pg-boss/#/sql */
const FIND_DUE = `SELECT name, count(*)::int AS due FROM pgboss.job
  WHERE name = ANY($1) AND state < 'active' AND NOT blocked AND start_after <= now() GROUP BY name`;
const TICK_MS = 15 * 60_000;
const STOP_WITHIN_MS = 5_000;
/** A database that is down is one line in the log now and then, not one per queue and poll. */
const COMPLAIN_EVERY_MS = 30_000;
/** Beside the data of a job, whose schemas leave it out: the request that sent it. */
const REQUEST_ID = 'requestId';
const sentBy = z.object({ [REQUEST_ID]: z.nullable(z.string()) });
const requestIdOf = (data: unknown): string | null => sentBy.safeParse(data).data?.[REQUEST_ID] ?? null;
const NO_JOB = '00000000-0000-0000-0000-000000000000';

export type JobRunner = JobSender & {
  /** Starts to carry out jobs; those that were sent before wait until then. */
  work: (jobs: readonly BoundJob[]) => Promise<void>;
  /** Waits for what runs, for some seconds; the rest is run again after the next start. */
  close: () => Promise<void>;
};

type Deps = Pick<OpenDatabase, 'executeSql' | 'kind'> & {
  db: Database;
  log: Log;
  /** Called after each run of a job. */
  observe?: Observe['jobRun'];
  tracing?: Tracing;
};

/** One of those that carry out a job in this process. */
type Worker = { id: string; isBusy: boolean };

/** What both drivers answer alike. */
const answer = z.object({ rows: z.array(z.unknown()) });
const dueRows = z.array(z.object({ name: z.string(), due: z.number() }));

const queueOptions = (job: Job) => ({
  retryLimit: job.retries,
  retryDelay: job.firstPauseSeconds,
  retryBackoff: true,
  retryDelayMax: job.longestPauseSeconds,
  expireInSeconds: job.runSeconds,
  deleteAfterSeconds: job.keptSeconds,
});

/** Jobs on pg-boss: its tables live in a schema of their own beside ours, on PGlite as on PostgreSQL. */
export const openJobRunner = async ({
  db,
  executeSql,
  kind,
  log,
  observe = () => undefined,
  tracing,
}: Deps): Promise<JobRunner> => {
  let complainedAt = 0;
  const boss = new PgBoss({
    db: { executeSql },
    backend: kind,
    schedule: false,
    // PGlite runs one statement at a time: it has no concurrent index builds, and a job of ours vacuums it.
    reindex: kind === 'postgres',
    monitorVacuum: false,
  });
  boss.on('error', (error) => {
    if (performance.now() - complainedAt < COMPLAIN_EVERY_MS && complainedAt > 0) return;
    complainedAt = performance.now();
    log.error({ err: error }, 'Jobs cannot be read or written at the moment');
  });
  boss.on('warning', ({ message }) => log.info({ warning: message }, 'The job runner has a remark'));
  await boss.start();

  const workers = new Map<string, Worker[]>();
  const isKnown = new Set((await boss.getQueues()).map(({ name }) => name));
  /** One that runs something looks again when that is done; one that is idle would otherwise sleep until its next poll. */
  const wake = (name: string): void => {
    const own = workers.get(name) ?? [];
    const worker = own.find(({ isBusy }) => !isBusy) ?? own[0];
    if (worker) boss.notifyWorker(worker.id);
  };

  const ensureQueue = async (job: Job): Promise<void> => {
    if (isKnown.has(job.name)) await boss.updateQueue(job.name, queueOptions(job));
    else await boss.createQueue(job.name, queueOptions(job));
    isKnown.add(job.name);
    // Puts the queue into pg-boss's memory. It would look it up in the middle of somebody's transaction, and on PGlite
    // wait for that for ever.
    await boss.findJobs(job.name, { id: NO_JOB });
  };

  const send: JobSender['send'] = async (tx, job, data, { startAfter, once, group } = {}) => {
    if (!isKnown.has(job.name)) throw new TypeError(`The job "${job.name}" is not in server/jobs/table.ts`);
    const parsed = job.data.parse(data);
    await boss.send(
      job.name,
      { ...Object(parsed), [REQUEST_ID]: currentRequestId() },
      {
        db: fromDrizzle({ execute: async (query: SQL) => answer.parse(await tx.execute(query)) }, sql),
        ...(startAfter ? { startAfter } : {}),
        ...(once
          ? {
              singletonKey: once.key,
              singletonSeconds: once.seconds,
              singletonNextSlot: once.andAfter ?? false,
            }
          : {}),
        ...(group === undefined ? {} : { group: { id: group } }),
      },
    );
    afterCommit(() => wake(job.name));
  };

  const runOne = async ({ job, run }: BoundJob, found: JobWithMetadata<unknown>): Promise<void> => {
    const { id, retryCount: attempt, signal } = found;
    const requestId = requestIdOf(found.data);
    const startedAt = performance.now();
    const seconds = () => (performance.now() - startedAt) / 1_000;
    try {
      const carryOut = () => run(found.data, { id, attempt, signal });
      // What it sends in turn belongs to the same request.
      const work = () => (requestId === null ? carryOut() : withRequestId(requestId, carryOut));
      await (tracing ? tracing.job(job.name, { id, requestId }, work) : work());
      observe(job.name, true, seconds());
    } catch (error) {
      observe(job.name, false, seconds());
      log.error(
        { err: error, job: job.name, jobId: id, attempt, reqId: requestId },
        'A job failed; it will run again',
      );
      // What is stored of the failure says nothing of what the job was about.
      throw new Error(error instanceof Error ? error.name : 'failed', { cause: error });
    }
  };

  const startWorker = async (bound: BoundJob): Promise<Worker> => {
    const { name } = bound.job;
    const worker: Worker = { id: '', isBusy: false };
    const options = {
      pollingIntervalSeconds: WORKER_POLL_SECONDS,
      localGroupConcurrency: 1,
      includeMetadata: true,
    } as const;
    worker.id = await boss.work<unknown, void, typeof options>(name, options, async ([found]) => {
      if (!found) return;
      worker.isBusy = true;
      // The next one may be waiting already: one wake-up may stand for several.
      wake(name);
      try {
        await runOne(bound, found);
      } finally {
        worker.isBusy = false;
        boss.notifyWorker(worker.id);
      }
    });
    return worker;
  };

  const poll = async (): Promise<void> => {
    const { rows } = answer.parse(await executeSql(FIND_DUE, [[...workers.keys()]]));
    for (const { name, due } of dueRows.parse(rows))
      for (const { id } of (workers.get(name) ?? []).filter(({ isBusy }) => !isBusy).slice(0, due))
        boss.notifyWorker(id);
  };
  const complain = (error: unknown) => boss.emit('error', toError(error));

  const timers: NodeJS.Timeout[] = [];
  return {
    send,
    work: async (jobs) => {
      for (const bound of jobs) {
        const { job } = bound;
        await ensureQueue(job);
        const started = Array.from({ length: job.concurrency }, () => startWorker(bound));
        workers.set(job.name, await Promise.all(started));
      }
      const regular = jobs.filter(({ job }) => job.everySeconds !== null).map(({ job }) => job);
      const tick = async (): Promise<void> => {
        for (const job of regular)
          await send(db, job, {}, { once: { key: 'regular', seconds: job.everySeconds ?? 0 } });
      };
      await tick();
      timers.push(setInterval(() => void tick().catch(complain), TICK_MS).unref());
      let isPolling = false;
      const pollOnce = async (): Promise<void> => {
        if (isPolling) return;
        isPolling = true;
        await poll().catch(complain);
        isPolling = false;
      };
      timers.push(setInterval(() => void pollOnce(), POLL_MS).unref());
    },
    close: async () => {
      for (const timer of timers) clearInterval(timer);
      const late = new AbortController();
      const finished = Promise.all([...workers.keys()].map((name) => boss.offWork(name, { wait: true })));
      await Promise.race([finished, delay(STOP_WITHIN_MS, undefined, { ref: false, signal: late.signal })]);
      late.abort();
      await boss.stop({ graceful: false, close: false });
    },
  };
};

const toError = (error: unknown): Error =>
  error instanceof Error ? error : new Error('failed', { cause: error });

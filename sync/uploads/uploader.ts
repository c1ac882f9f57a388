import type { Subscription } from 'rxjs';
import { withBoundedLock } from '../leader/bounded-lock.ts';
import type { Clock, FileSender, Ids, Locks, Network } from '../platform/ports.ts';
import { sleep } from '../platform/sleep.ts';
import type { Storage } from '../storage/storage.ts';
import { backoffMs } from '../transport/backoff.ts';
import { changeUpload, noteArrived, readBytes, retryNow } from './file-store.ts';
import { forgetOldFiles } from './forget-old-files.ts';
import { sendableFiles } from './queue-files.ts';
import { detail, type Outcome, toFailure } from './upload-outcome.ts';
import { isUnfinished, type UploadRow } from './upload-row.ts';
import { withheldBy } from './withdrawn-files.ts';

export type UploaderOptions = {
  storage: Storage;
  sender: FileSender;
  clock: Clock;
  ids: Ids;
  /** False while the server is out of reach: what is queued waits for the next request. */
  isReachable(): boolean;
  /** Sends nothing before `finish` is called: a worker that a push has started for something else leaves files alone. */
  waitsForFlush: boolean;
  network: Network;
  locks: Locks;
  userId: string;
  token: () => string | null;
  /** One file is there, or will never be: what waits for it may go or has to be told. */
  onSettled(): void;
  /** The server takes nothing from this account now: the engine asks why and pauses. */
  onPause(): void;
  onProgress(id: string, sentBytes: number | null): void;
  /** Another tab or the worker may be sending what is to stop. */
  onInterrupt(): void;
  onError(error: unknown): void;
};

/**
 * Sends what is queued, one file at a time, oldest first: two at once on a bad link only make both late. One tab or worker at
 * a time sends, under a lock that it holds for `TURN_MS` and the chunk that is then under way. A file goes on where it was
 * cut, by what the server says it has.
 */
export type Uploader = {
  /** Something is new: a file, the network, the hand of the user. */
  request(isUrgent?: boolean): void;
  /** Stops sending this one now, in whichever tab or worker: its row says already why. */
  interrupt(id: string): void;
  /** Another tab has changed something: what it has paused or discarded is not sent on. */
  review(): void;
  /**
   * Resolves when nothing can be sent any more, short waits between attempts included.
   * @param until ends it after the chunk that is then under way; what is left goes at the next request
   */
  finish(until: AbortSignal): Promise<void>;
  close(): Promise<void>;
};

/** How long one sender goes on while others may be waiting: a page that shows progress, a worker that may not live long. */
const TURN_MS = 20_000;
/** A turn and a chunk without an answer: a holder that keeps the lock for longer is frozen. */
const TAKEN_AFTER_MS = TURN_MS + 40_000;
/** A link that carries something is worth so much waiting; otherwise a later wake-up is cheaper than a worker kept alive. */
const WAIT_MS_MAX = 10_000;

export const createUploader = (options: UploaderOptions): Uploader => {
  const { storage, sender, clock, ids, network, locks, userId, token } = options;
  const closing = new AbortController();
  let current: { id: string; abort: AbortController } | null = null;
  let running: Promise<void> | null = null;
  let { waitsForFlush } = options;
  let isWanted = false;
  let isUrgent = false;
  let hasArrived = false;
  /** In this turn the server has got more of some file. */
  let hasMoved = false;
  let retry: Subscription | null = null;
  /** Set by `finish`: retries that are due soon are waited for, until it aborts. */
  let until: AbortSignal | null = null;
  /** How much of each file the server had at the last attempt, and whether it was more than at the one before. */
  const kept = new Map<string, number>();
  const moving = new Set<string>();
  /** The file whose progress is on the screen. */
  let shown: string | null = null;
  const show = (id: string, sentBytes: number | null): void => {
    shown = sentBytes === null ? null : id;
    options.onProgress(id, sentBytes);
  };

  const isOver = (): boolean => closing.signal.aborted || until?.aborted === true;

  /** @returns the next file, or in how many milliseconds there will be one */
  const pick = async (): Promise<{ row: UploadRow | undefined; waitMs: number | null }> => {
    const now = clock.now();
    const open = (await storage.read(['uploads', 'outbox'], (tx) => sendableFiles(tx, network))).sort(
      (a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1),
    );
    const row = open.find(({ notBefore }) => notBefore <= now || notBefore - now > 3_600_000);
    if (shown !== null && shown !== row?.id) show(shown, null);
    if (open.length === 0) return { row, waitMs: null };
    return { row, waitMs: Math.max(250, Math.min(...open.map(({ notBefore }) => notBefore - now))) };
  };

  const stopIfUnwanted = async (id: string, abort: AbortController): Promise<void> => {
    const isUnwanted = await storage
      .read(['uploads', 'outbox'], async (tx) => {
        const row = await tx.get('uploads', id);
        return row?.state !== 'sending' || withheldBy(await tx.getAll('outbox'))(row);
      })
      .catch(() => false);
    if (isUnwanted) abort.abort();
  };

  const sendOne = async (row: UploadRow, lost: AbortSignal, isTurnOver: () => boolean): Promise<Outcome> => {
    const held = token();
    if (held === null)
      return { kind: 'failure', failure: { kind: 'unreachable' }, error: detail('session_dead') };
    const bytes = await readBytes(storage, row.id);
    // Cleared by the browser under us: nothing can send it any more.
    if (bytes === null) {
      return {
        kind: 'failure',
        failure: { kind: 'refused', code: 'unreadable_media' },
        error: detail('unreadable_media'),
      };
    }
    moving.delete(row.id);
    const abort = new AbortController();
    current = { id: row.id, abort };
    const signal = AbortSignal.any([abort.signal, closing.signal, lost]);
    let outcome: Outcome = { kind: 'interrupted' };
    show(row.id, kept.get(row.id) ?? 0);
    try {
      const answer = await sender.send({
        fileId: row.id,
        bytes,
        isBegun: row.isBegun,
        metadata: {
          id: row.id,
          ...(row.kind === 'file' ? { filename: row.name } : {}),
          ...(row.posterOf === null ? {} : { posterOf: row.posterOf }),
        },
        headers: { authorization: `Bearer ${held}`, 'x-acting-user': userId },
        isTurnOver,
        onProgress: (sent) => show(row.id, sent),
        onKept: (bytes) => {
          if (bytes > (kept.get(row.id) ?? 0)) {
            moving.add(row.id);
            hasMoved = true;
          }
          kept.set(row.id, bytes);
        },
        signal,
      });
      if (answer === null) outcome = { kind: 'turnOver' };
      else if (answer.status >= 200 && answer.status <= 299) outcome = { kind: 'done' };
      else outcome = toFailure(answer);
    } catch {
      if (!signal.aborted)
        outcome = { kind: 'failure', failure: { kind: 'unreachable' }, error: detail('unavailable') };
    } finally {
      current = null;
      // The next sender continues the same bytes: the progress stays on the screen.
      if (outcome.kind !== 'turnOver') show(row.id, null);
    }
    return outcome;
  };

  /** @returns whether to go on with the next one */
  const settle = async (
    row: UploadRow,
    outcome: Exclude<Outcome, { kind: 'turnOver' }>,
  ): Promise<boolean> => {
    if (outcome.kind === 'interrupted') return true;
    if (outcome.kind === 'done') {
      hasArrived = true;
      kept.delete(row.id);
      await noteArrived(storage, row.id, clock.now());
      options.onSettled();
      return true;
    }
    const { failure, error } = outcome;
    // A link that breaks again and again, and carries something each time, is not to be waited for ever longer.
    const attempts = moving.has(row.id) ? 0 : row.attempts;
    if (failure.kind === 'refused') {
      // What another sender has finished meanwhile stays so.
      await changeUpload(storage, row.id, (now) =>
        isUnfinished(now) ? { ...now, state: 'failed', error } : null,
      );
      options.onSettled();
      return true;
    }
    if (failure.kind === 'pause') options.onPause();
    const waitMs =
      (failure.kind === 'transient' ? failure.waitMs : undefined) ?? backoffMs(attempts, () => ids.random());
    await changeUpload(storage, row.id, (now) =>
      isUnfinished(now) ? { ...now, attempts: attempts + 1, notBefore: clock.now() + waitMs } : null,
    );
    // An unreachable server is unreachable for the next one too; the timer brings us back.
    return failure.kind === 'transient';
  };

  /** One turn. @returns in how many milliseconds the next one is wanted; null when nothing can be sent now */
  const drain = async (lost: AbortSignal): Promise<number | null> => {
    const turnEnd = clock.now() + TURN_MS;
    hasMoved = false;
    const isTurnOver = (): boolean => isOver() || lost.aborted || clock.now() >= turnEnd;
    for (;;) {
      if (isOver() || !options.isReachable()) return null;
      const { row, waitMs } = await pick();
      if (row === undefined) return waitMs;
      if (isTurnOver()) return 0;
      const begun = await changeUpload(storage, row.id, (now) =>
        isUnfinished(now) && now.state !== 'paused' ? { ...now, state: 'sending', isBegun: true } : null,
      );
      if (begun === null) continue;
      // What we wrote says "begun" already, so that a killed browser asks first; this attempt is the first.
      const outcome = await sendOne(row, lost, isTurnOver);
      if (outcome.kind === 'turnOver') return 0;
      if (!(await settle(row, outcome))) return (await pick()).waitMs;
    }
  };

  const takeTurn = (): Promise<number | null> =>
    withBoundedLock(
      {
        ...{ clock, locks, name: `upload:${userId}`, waitMs: TAKEN_AFTER_MS },
        signal: until === null ? closing.signal : AbortSignal.any([closing.signal, until]),
      },
      (lost) => drain(lost),
    );

  /** Until the next attempt: `finish` waits where the link carries something, otherwise a timer begins anew. */
  const waitFor = async (waitMs: number): Promise<void> => {
    if (waitMs > 0 && (until === null || !hasMoved || waitMs > WAIT_MS_MAX)) {
      retry = clock.schedule(() => request(), waitMs);
      return;
    }
    if (waitMs > 0 && until !== null) await sleep(clock, waitMs, AbortSignal.any([closing.signal, until]));
    isWanted = true;
  };

  const run = async (): Promise<void> => {
    while (isWanted && !isOver()) {
      isWanted = false;
      try {
        if (isUrgent) await retryNow(storage);
        isUrgent = false;
        const waitMs = await takeTurn();
        if (hasArrived) await forgetOldFiles(storage, clock.now());
        hasArrived = false;
        if (waitMs !== null && !isOver()) await waitFor(waitMs);
      } catch (error) {
        if (!isOver()) options.onError(error);
        return;
      }
    }
  };

  const start = (): void => {
    if (running !== null || waitsForFlush || isOver()) return;
    running = run().finally(() => {
      running = null;
      if (isWanted) start();
    });
  };
  const request = (urgent = false): void => {
    isWanted = true;
    isUrgent ||= urgent;
    retry?.unsubscribe();
    retry = null;
    start();
  };

  return {
    request,
    interrupt(id) {
      if (current?.id === id) current.abort.abort();
      else options.onInterrupt();
    },
    review() {
      if (current !== null) void stopIfUnwanted(current.id, current.abort);
    },
    async finish(signal) {
      until = signal;
      waitsForFlush = false;
      request(true);
      while (running !== null) await running;
      until = null;
    },
    async close() {
      closing.abort();
      retry?.unsubscribe();
      await running?.catch(() => undefined);
    },
  };
};

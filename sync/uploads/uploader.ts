import type { Subscription } from 'rxjs';
import { type ErrorDetail, type ErrorKind, errorBody, errorKinds } from '../../protocol/index.ts';
import type { Clock, FileSender, Ids, Locks, Network } from '../platform/ports.ts';
import type { Storage } from '../storage/storage.ts';
import { backoffMs } from '../transport/backoff.ts';
import { classifyAnswer, type Failure } from '../transport/failure.ts';
import { changeUpload, dropBytes, forgetFiles, readBytes } from './file-store.ts';
import { namedFiles } from './queue-files.ts';
import { isUnfinished, type UploadRow } from './upload-row.ts';

export type UploaderOptions = {
  storage: Storage;
  sender: FileSender;
  clock: Clock;
  ids: Ids;
  /** False while the server is out of reach: what is queued waits for the next request. */
  isReachable(): boolean;
  network: Network;
  locks: Locks;
  userId: string;
  token: () => string | null;
  /** One file is there, or will never be: what waits for it may go or has to be told. */
  onSettled(): void;
  /** Nothing of this account can be sent, said the server: whoever can ask it why, and stop everything, does. */
  onPause(): void;
  onProgress(id: string, sentBytes: number | null): void;
  onError(error: unknown): void;
};

/**
 * Sends what is queued, one file at a time, oldest first: two at once on a bad link only make both late. One tab at a time
 * sends. A file goes on where it was cut, by what the server says it has.
 */
export type Uploader = {
  /** Something is new: a file, the network, the hand of the user. */
  request(isUrgent?: boolean): void;
  /** Stops sending this one now. */
  interrupt(id: string): void;
  idle(): Promise<void>;
  close(): Promise<void>;
};

/** Bytes of what has arrived stay this long at most, so that one's own picture is never loaded again. */
const HELD_MS = 30 * 24 * 3_600_000;
const KEPT_BYTES_MAX = 50 * 1_024 * 1_024;

type Outcome =
  | { kind: 'done' }
  | { kind: 'interrupted' }
  | { kind: 'failure'; failure: Failure; error: ErrorDetail };

export const createUploader = (options: UploaderOptions): Uploader => {
  const { storage, sender, clock, ids, network, locks, userId, token } = options;
  const closing = new AbortController();
  let current: { id: string; abort: AbortController } | null = null;
  let running: Promise<void> | null = null;
  let isWanted = false;
  let hasArrived = false;
  let stopRetry: Subscription | null = null;
  /** How much of each file the server had at the last attempt, and whether it was more than at the one before. */
  const kept = new Map<string, number>();
  const moving = new Set<string>();

  const pick = (rows: readonly UploadRow[]): { row: UploadRow | undefined; wakeAt: number | null } => {
    const now = clock.now();
    const open = rows
      .filter((row) => row.state === 'queued' || row.state === 'sending')
      .filter((row) => !row.isWifiOnly || network.isFree())
      .sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));
    const row = open.find(({ notBefore }) => notBefore <= now || notBefore - now > 3_600_000);
    const wakeAt = open.length === 0 ? null : Math.min(...open.map(({ notBefore }) => notBefore));
    return { row, wakeAt };
  };

  const sendOne = async (row: UploadRow): Promise<Outcome> => {
    const held = token();
    if (held === null)
      return { kind: 'failure', failure: { kind: 'unreachable' }, error: detail('session_dead') };
    const bytes = await readBytes(storage, row);
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
    options.onProgress(row.id, kept.get(row.id) ?? 0);
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
        onProgress: (sent) => options.onProgress(row.id, sent),
        onKept: (bytes) => {
          if (bytes > (kept.get(row.id) ?? 0)) moving.add(row.id);
          kept.set(row.id, bytes);
        },
        signal: AbortSignal.any([abort.signal, closing.signal]),
      });
      if (answer.status >= 200 && answer.status <= 299) return { kind: 'done' };
      const failure = classifyAnswer(answer);
      const ours = errorBody.safeParse(answer.json);
      return { kind: 'failure', failure, error: ours.success ? toDetail(ours.data) : detail('internal') };
    } catch {
      if (abort.signal.aborted || closing.signal.aborted) return { kind: 'interrupted' };
      return { kind: 'failure', failure: { kind: 'unreachable' }, error: detail('unavailable') };
    } finally {
      current = null;
      options.onProgress(row.id, null);
    }
  };

  /** @returns whether to go on with the next one */
  const settle = async (row: UploadRow, outcome: Outcome): Promise<boolean> => {
    if (outcome.kind === 'interrupted') return !closing.signal.aborted;
    if (outcome.kind === 'done') {
      hasArrived = true;
      kept.delete(row.id);
      await changeUpload(storage, row.id, (now) => ({
        ...now,
        state: 'done',
        doneAt: clock.now(),
        error: null,
      }));
      options.onSettled();
      return true;
    }
    const { failure, error } = outcome;
    // A link that breaks again and again, and carries something each time, is not to be waited for ever longer.
    const attempts = moving.has(row.id) ? 0 : row.attempts;
    if (failure.kind === 'refused') {
      await changeUpload(storage, row.id, (now) => ({ ...now, state: 'failed', error }));
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

  const drain = async (): Promise<void> => {
    for (;;) {
      if (closing.signal.aborted || !options.isReachable()) return;
      const { row, wakeAt } = pick(await storage.read(['uploads'], (tx) => tx.getAll('uploads')));
      if (row === undefined) {
        wakeUpAt(wakeAt);
        return;
      }
      const begun = await changeUpload(storage, row.id, (now) =>
        isUnfinished(now) && now.state !== 'paused' ? { ...now, state: 'sending', isBegun: true } : null,
      );
      if (begun === null) continue;
      // What we wrote says "begun" already, so that a killed browser asks first; this time nobody has begun before us.
      const mayGoOn = await settle(row, await sendOne(row));
      if (!mayGoOn) {
        const after = pick(await storage.read(['uploads'], (tx) => tx.getAll('uploads')));
        wakeUpAt(after.wakeAt);
        return;
      }
    }
  };

  const wakeUpAt = (at: number | null): void => {
    stopRetry?.unsubscribe();
    stopRetry = null;
    if (at === null || closing.signal.aborted) return;
    stopRetry = clock.schedule(
      () => {
        stopRetry = null;
        request();
      },
      Math.max(250, at - clock.now()),
    );
  };

  const run = async (): Promise<void> => {
    while (isWanted && !closing.signal.aborted) {
      isWanted = false;
      try {
        await locks.withLock(`upload:${userId}`, { signal: closing.signal }, drain);
        if (hasArrived) await tidy(storage, clock.now());
        hasArrived = false;
      } catch (error) {
        if (!closing.signal.aborted) options.onError(error);
        return;
      }
    }
  };

  const request = (isUrgent = false): void => {
    isWanted = true;
    if (closing.signal.aborted) return;
    if (isUrgent) {
      stopRetry?.unsubscribe();
      stopRetry = null;
      void hurry(storage).catch(options.onError).finally(start);
    } else start();
  };
  const start = (): void => {
    if (running !== null || closing.signal.aborted) return;
    running = run().finally(() => {
      running = null;
      if (isWanted) start();
    });
  };

  return {
    request,
    interrupt(id) {
      if (current?.id === id) current.abort.abort();
    },
    async idle() {
      while (running !== null) await running;
    },
    async close() {
      closing.abort();
      stopRetry?.unsubscribe();
      await running?.catch(() => undefined);
    },
  };
};

const detail = (code: ErrorKind): ErrorDetail => ({ code, message: errorKinds[code].message });
const toDetail = ({ code, message, errors }: ErrorDetail): ErrorDetail => ({
  code,
  message,
  ...(errors ? { errors } : {}),
});

/** The world has changed: what waited for a better moment goes now. */
const hurry = (storage: Storage): Promise<void> =>
  storage.write(['uploads'], async (tx) => {
    const waiting = (await tx.getAll('uploads')).filter((row) => isUnfinished(row) && row.notBefore > 0);
    await tx.put(
      'uploads',
      waiting.map((row) => ({ ...row, notBefore: 0, attempts: 0 })),
    );
  });

/**
 * Gives up the bytes of what has long arrived and nothing in the outbox names any more, oldest first, and what was picked
 * weeks ago and never sent.
 */
export const tidy = (storage: Storage, now: number, maxBytes = KEPT_BYTES_MAX): Promise<void> =>
  storage.write(['uploads', 'blobs', 'outbox', 'drafts', 'postDrafts'], async (tx) => {
    const named = namedFiles(await tx.getAll('outbox'));
    // What somebody has begun is never cleared away.
    const drafts = [...(await tx.getAll('drafts')), ...(await tx.getAll('postDrafts'))];
    for (const { files = [] } of drafts) for (const { id } of files) named.add(id);
    const rows = await tx.getAll('uploads');
    const forgotten = rows.filter(
      (row) => row.state === 'held' && now - row.createdAt > HELD_MS && !named.has(row.id),
    );
    await forgetFiles(
      tx,
      forgotten.map(({ id }) => id),
    );
    const arrived = rows
      .filter((row) => row.state === 'done' && row.hasBytes && !named.has(row.id))
      .sort((a, b) => (b.doneAt ?? 0) - (a.doneAt ?? 0));
    let kept = 0;
    for (const row of arrived) {
      kept += row.size;
      if (kept > maxBytes) await dropBytes(tx, row);
    }
  });

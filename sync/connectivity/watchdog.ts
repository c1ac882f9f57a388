/**
 * Nothing may wait in silence. One number, the age of the oldest mutation that is not settled and could be, and what is
 * tried as it grows:
 * ```
 * 15 s ─► send and pull again   45 s ─► open the socket anew   2 min ─► open the database anew, elect again   5 min ─► tell
 * ```
 * Offline and paused time does not count, nor does a lane that moves: the age begins again with whatever its lane does.
 */
import { auditTime, Subject } from 'rxjs';
import type { Clock } from '../platform/ports.ts';
import type { OutboxRow } from '../storage/rows.ts';

export const rungs = [
  { name: 'pull', afterMs: 15_000 },
  { name: 'socket', afterMs: 45_000 },
  { name: 'database', afterMs: 2 * 60_000 },
  { name: 'tell', afterMs: 5 * 60_000 },
] as const;
export type Rung = (typeof rungs)[number]['name'];

const CHECK_MS = 5_000;

export type WatchdogOptions = {
  clock: Clock;
  readOutbox(): Promise<readonly OutboxRow[]>;
  /** Online and not paused: otherwise nothing is expected to move. */
  isExpected(): boolean;
  onRung(rung: Rung, ageMs: number): void;
  /** @param oldestMs null when nothing waits */
  onLook(oldestMs: number | null, isStuck: boolean): void;
  onError(error: unknown): void;
};

export type Watchdog = {
  /** The outbox may have changed: looks as long as something is in it. */
  wake(): void;
  close(): void;
};

const isWaiting = ({ state }: OutboxRow): boolean =>
  state === 'queued' || state === 'sending' || state === 'acked' || state === 'cancelling';

/** Something has happened in a lane when this differs. A new attempt alone is nothing: it may fail for ever. */
const progressOf = (rows: readonly OutboxRow[]): string =>
  rows.map((row) => `${row.id}${row.state === 'sending' ? 'queued' : row.state}`).join(' ');

export const createWatchdog = (options: WatchdogOptions): Watchdog => {
  const { clock } = options;
  /** Since when each lane has stood still, in time that counts. */
  const lanes = new Map<string, { progress: string; stoodMs: number }>();
  let climbed = 0;
  let checkedAt = 0;
  const checks = new Subject<void>();

  const measure = (outbox: readonly OutboxRow[], passedMs: number): number | null => {
    const byLane = Map.groupBy(outbox.filter(isWaiting), (row) => row.lane);
    for (const lane of lanes.keys()) if (!byLane.has(lane)) lanes.delete(lane);
    for (const [lane, rows] of byLane) {
      const progress = progressOf(rows);
      const known = lanes.get(lane);
      const hasMoved = known?.progress !== progress;
      lanes.set(lane, { progress, stoodMs: hasMoved ? 0 : known.stoodMs + passedMs });
    }
    return lanes.size === 0 ? null : Math.max(...[...lanes.values()].map(({ stoodMs }) => stoodMs));
  };

  const climb = (ageMs: number): void => {
    if (ageMs < rungs[0].afterMs) climbed = 0;
    for (let rung = rungs[climbed]; rung !== undefined && ageMs >= rung.afterMs; rung = rungs[climbed]) {
      climbed += 1;
      options.onRung(rung.name, ageMs);
    }
  };

  const check = async (): Promise<void> => {
    const outbox = await options.readOutbox();
    if (subscription.closed) return;
    // A frozen tab and a clock that jumped must not make a minute of an hour.
    const passedMs = Math.min(CHECK_MS * 2, Math.max(0, clock.now() - checkedAt));
    checkedAt = clock.now();
    const oldestMs = measure(outbox, options.isExpected() ? passedMs : 0);
    climb(oldestMs ?? 0);
    options.onLook(oldestMs, climbed === rungs.length);
    if (oldestMs !== null) checks.next();
  };

  const subscription = checks.pipe(auditTime(CHECK_MS, clock)).subscribe(() => {
    check().catch((error: unknown) => {
      options.onError(error);
      // A database that does not answer is itself something to watch.
      checks.next();
    });
  });

  return {
    wake: () => checks.next(),
    close: () => subscription.unsubscribe(),
  };
};

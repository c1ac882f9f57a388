import type { Subscription } from 'rxjs';
import type { Heads, ScopeEntry, ScopeId } from '../../protocol/index.ts';
import { applyEntries, tablesOfEntries } from '../apply/apply-entries.ts';
import { cursorsOf } from '../apply/apply-pull.ts';
import type { UnitRunner } from '../apply/run-unit.ts';
import type { Clock } from '../platform/ports.ts';
import { scopesOf } from '../rebase/settle.ts';

/** How long an event may wait for the one before it. Longer, and a pull is the faster way. */
const HOLD_MS = 300;
const HELD_MAX = 64;

export type Inbox = {
  /** Takes an event. Events of one tick share a transaction. */
  receive(entry: ScopeEntry): void;
  /** Entries that an own answer brought and that do not connect yet. */
  hold(entries: readonly ScopeEntry[]): void;
  /** Compares where the server stands with the tables, after all that came before it. */
  compare(heads: Heads): void;
  /** A pull is about to ask: whatever is held now, it will know better. */
  beforePull(): void;
  /** What was held may connect now. */
  afterPull(): void;
  close(): void;
};

export type InboxOptions = {
  runner: UnitRunner;
  clock: Clock;
  onNeedsPull(): void;
  /** The cursors have moved. */
  onMoved(): void;
  onError(error: unknown): void;
};

type Held = { entry: ScopeEntry; wasPulled: boolean };

/**
 * Events on their way into the tables.
 * ```
 * receive ─► applied when it connects ─► or held ≤ 300 ms, ≤ 64 ─► connects after another event or a pull
 *                                                              └─► pull
 * ```
 */
export const createInbox = ({ runner, clock, onNeedsPull, onMoved, onError }: InboxOptions): Inbox => {
  let held: Held[] = [];
  let heads: Heads | null = null;
  let isRunning = false;
  let isDirty = false;
  let isClosed = false;
  let holdTimeout: Subscription | null = null;

  const setTimer = (): void => {
    if (held.length === 0) {
      holdTimeout?.unsubscribe();
      holdTimeout = null;
      return;
    }
    holdTimeout ??= clock.schedule(() => {
      holdTimeout = null;
      if (!isClosed) onNeedsPull();
    }, HOLD_MS);
  };

  const apply = async (): Promise<void> => {
    const taken = held;
    held = [];
    const entries = taken.map(({ entry }) => entry);
    const outcome = await runner.run(tablesOfEntries(entries), async (unit) => ({
      ...applyEntries(unit, entries),
      cursors: new Map(unit.cursors),
    }));
    // A pull that began after it came knows its scope, or we may not hold it: then it has nothing to wait for.
    const isHopeless = ({ entry, wasPulled }: Held): boolean =>
      wasPulled && outcome.cursors.get(entry.scope)?.epoch !== entry.epoch;
    const holes = new Set(outcome.holes);
    const waiting = taken.filter((one) => holes.has(one.entry) && !isHopeless(one));
    held = [...waiting, ...held].slice(-HELD_MAX);
    if (outcome.hasMoved) onMoved();
    if (outcome.needsPull) onNeedsPull();
    setTimer();
  };

  const isBehind = async (expected: Heads): Promise<boolean> => {
    const cursors = await runner.storage.read(['cursors'], async (tx) =>
      cursorsOf(await tx.getAll('cursors')),
    );
    const known = expected.heads;
    const isAhead = (scope: ScopeId): boolean => {
      const head = known[scope];
      const cursor = cursors.get(scope);
      if (head === undefined) return false;
      return cursor === undefined || cursor.epoch !== head.epoch || cursor.seq < head.seq;
    };
    return (
      scopesOf(known).some(isAhead) ||
      (!expected.isPartial && [...cursors.keys()].some((scope) => known[scope] === undefined))
    );
  };

  const step = async (): Promise<void> => {
    isDirty = false;
    if (held.length > 0) await apply();
    const expected = heads;
    heads = null;
    if (expected !== null && (await isBehind(expected))) onNeedsPull();
  };

  const run = async (): Promise<void> => {
    try {
      // One turn later, so that the events of one commit share a transaction.
      await Promise.resolve();
      while (isDirty && !isClosed) await step();
    } catch (error) {
      onError(error);
    }
    isRunning = false;
  };

  const wake = (): void => {
    isDirty = true;
    if (isRunning || isClosed) return;
    isRunning = true;
    void run();
  };

  const hold = (entries: readonly ScopeEntry[]): void => {
    held.push(...entries.map((entry) => ({ entry, wasPulled: false })));
    wake();
  };

  return {
    receive: (entry) => hold([entry]),
    hold,
    compare(expected) {
      // What was told before it and is not compared yet still holds.
      heads =
        heads !== null && expected.isPartial
          ? { ...heads, heads: { ...heads.heads, ...expected.heads } }
          : expected;
      wake();
    },
    beforePull() {
      held = held.map((one) => ({ ...one, wasPulled: true }));
    },
    afterPull() {
      if (held.length > 0) wake();
    },
    close() {
      isClosed = true;
      holdTimeout?.unsubscribe();
    },
  };
};

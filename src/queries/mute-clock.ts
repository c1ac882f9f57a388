import { liveQuery } from 'dexie';
import {
  catchError,
  defer,
  distinctUntilChanged,
  from,
  fromEvent,
  map,
  merge,
  NEVER,
  type Observable,
  repeat,
  type SchedulerLike,
  share,
  startWith,
  switchMap,
  tap,
  timer,
} from 'rxjs';
import { isMutedAt, type MembershipRow } from '../../protocol/index.ts';
import { type LocalDatabase, serverClock } from '../../sync/index.ts';
import { reportFault } from '../app/faults.ts';
import { useExternalValue } from '../app/use-observable.ts';
import { useEngine } from '../session/services.tsx';

/** A timer of the browser takes 24 days at most. */
const WAIT_MAX_MS = 24 * 60 * 60 * 1_000;

/**
 * The latest end of a mute that has passed, in epoch milliseconds and 0 before the first; again when the next one passes.
 * It has one timer, for the next end alone.
 * @param ends of all mutes, whenever they change
 * @param wakes the timer may have stood still until now, as in sleep
 */
export const passedEnds = (
  ends: Observable<readonly number[]>,
  { now, wakes, scheduler }: { now: () => number; wakes: Observable<unknown>; scheduler?: SchedulerLike },
): Observable<number> =>
  ends.pipe(
    switchMap((all) => {
      const nextEnd = defer(() => {
        const waitMs = Math.min(...all.filter((end) => end > now())) - now();
        return waitMs === Number.POSITIVE_INFINITY ? NEVER : timer(Math.min(waitMs, WAIT_MAX_MS), scheduler);
      });
      return wakes.pipe(
        startWith(null),
        switchMap(() => nextEnd.pipe(repeat(), startWith(null))),
        map(() => Math.max(0, ...all.filter((end) => end <= now()))),
      );
    }),
    distinctUntilChanged(),
  );

const wakes = defer(() =>
  merge(
    fromEvent(document, 'visibilitychange'),
    fromEvent(document, 'resume'),
    ...['focus', 'pageshow', 'online'].map((type) => fromEvent(window, type)),
  ),
);

type MuteClock = { readonly changes: Observable<number>; readonly read: () => number };

const clocks = new WeakMap<LocalDatabase, MuteClock>();

/** One for all screens. */
const clockOf = (db: LocalDatabase): MuteClock => {
  const known = clocks.get(db);
  if (known) return known;
  let passed = 0;
  const ends = from(
    liveQuery(() =>
      db.read(['memberships'], async ({ memberships }) =>
        (await memberships.toArray()).flatMap(({ isMuted, mutedUntil }) =>
          isMuted && mutedUntil != null ? [Date.parse(mutedUntil)] : [],
        ),
      ),
    ),
  );
  const changes = passedEnds(ends, { now: () => serverClock.now(), wakes }).pipe(
    tap((end) => {
      passed = end;
    }),
    catchError((error: unknown) => {
      reportFault(error);
      return NEVER;
    }),
    share(),
  );
  const made = { changes, read: () => passed };
  clocks.set(db, made);
  return made;
};

/** Changes when the end of a mute passes: whatever depends on mutes is looked up and drawn again. */
export const useMuteClock = (): number => {
  const { changes, read } = clockOf(useEngine().db);
  return useExternalValue(changes, read);
};

/** Whether a chat is muted now, and until when; null: until it is taken back. */
export type MuteState = { readonly isMuted: boolean; readonly until: Date | null };

export const muteStateOf = (place: Pick<MembershipRow, 'isMuted' | 'mutedUntil'>): MuteState => {
  const isMuted = isMutedAt(place, serverClock.now());
  return { isMuted, until: isMuted && place.mutedUntil != null ? new Date(place.mutedUntil) : null };
};

/** See `muteStateOf`; again when the mute ends. */
export function useMuteState(place: Pick<MembershipRow, 'isMuted' | 'mutedUntil'>): MuteState {
  useMuteClock();
  return muteStateOf(place);
}

import type { CoverageRow, Position } from '../storage/rows.ts';
import { type AnsweredPage, placeToFill } from './list-pages.ts';
import { coverPage } from './merge-page.ts';

/** Pages that are fetched ahead at most: their rows are in memory and not shown yet. */
const READY_MAX = 4;

export type ReadAhead = {
  /** The next pages that have come meanwhile, in order; waits for one. None: there are no more, or the server does not answer. */
  take(pagesMax: number): Promise<AnsweredPage[]>;
  /** Whether it ended because the server did not answer. */
  hasFailed(): boolean;
  stop(): void;
};

/**
 * Asks for one page of a list after the other, each as soon as the one before has come, whether or not that is written by
 * then. What they will cover is foreseen, so that nothing is asked for that the device holds.
 *
 * @param rowsMax no page is asked for once so many rows have come
 */
export const readAhead = (
  held: CoverageRow,
  rowsMax: number,
  ask: (before: Position | null, rowsLeft: number, signal: AbortSignal) => Promise<AnsweredPage | null>,
): ReadAhead => {
  const stopping = new AbortController();
  const { signal } = stopping;
  const ready: AnsweredPage[] = [];
  let foreseen = held;
  let place = placeToFill(held);
  let rowsLeft = rowsMax;
  let hasFailed = false;
  let reading: Promise<void> | null = null;

  const add = (fetched: AnsweredPage): void => {
    foreseen = coverPage(foreseen, fetched, fetched.askedAt);
    const next = placeToFill(foreseen);
    // A page that brings its list no further would be asked for for ever.
    place = next !== 'complete' && next.before === fetched.before ? 'complete' : next;
    rowsLeft -= fetched.page.data.length;
    ready.push(fetched);
  };
  const readOn = (): void => {
    if (reading !== null || signal.aborted || hasFailed || ready.length >= READY_MAX) return;
    if (place === 'complete' || rowsLeft <= 0) return;
    reading = ask(place.before, rowsLeft, signal).then((fetched) => {
      reading = null;
      if (signal.aborted) return;
      if (fetched === null) hasFailed = true;
      else add(fetched);
      readOn();
    });
    // The next `take` rejects with it.
    reading.catch(() => undefined);
  };

  return {
    async take(pagesMax) {
      readOn();
      while (ready.length === 0 && reading !== null) await reading;
      const taken = ready.splice(0, pagesMax);
      readOn();
      return taken;
    },
    hasFailed: () => hasFailed,
    stop: () => stopping.abort(),
  };
};

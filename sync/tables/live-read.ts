import { type Connection, DatabaseClosedError } from './connection.ts';
import { createObserved, type Observed } from './observed.ts';
import { readWith, type Source } from './source.ts';
import type { Writes } from './writes.ts';

export type Subscription = { unsubscribe(): void };

/** Answers now, and again whenever something has been written that it shows or would show. */
export type LiveRead<T> = {
  subscribe(onAnswer: (answer: T) => void, onError?: (error: unknown) => void): Subscription;
};

/** Of a database that is closed there is nothing to show any more, and nothing to say about it. */
const isOver = (error: unknown): boolean =>
  error instanceof DatabaseClosedError || (error instanceof DOMException && error.name === 'AbortError');

/** Reads over `stores` in one transaction: what is shown is one cut, never half of a change. */
export const liveRead = <T>(
  connection: Connection,
  stores: readonly string[],
  read: (source: Source) => Promise<T>,
): LiveRead<T> => ({
  subscribe(onAnswer, onError = () => undefined) {
    /** What the last answer has looked at; null while one is being read. */
    let observed: Observed | null = null;
    /** Written while an answer was being read: it may hold it or not. */
    let meanwhile: (Writes | null)[] = [];
    let isEnded = false;

    const look = async (): Promise<void> => {
      for (let isStale = true; isStale && !isEnded; ) {
        observed = null;
        meanwhile = [];
        const looked = createObserved();
        const answer = await readWith(connection, stores, read, looked);
        if (isEnded) return;
        isStale = meanwhile.some((writes) => writes === null || looked.isTouchedBy(writes));
        if (!isStale) observed = looked;
        onAnswer(answer);
      }
    };
    const start = (): void => {
      look().catch((error: unknown) => {
        // It may be asked again when something is written.
        observed = createObserved();
        for (const store of stores) observed.all(store);
        if (!isEnded && !isOver(error)) onError(error);
      });
    };
    const stop = connection.writes.listen((writes) => {
      if (observed === null) meanwhile.push(writes);
      else if (writes === null || observed.isTouchedBy(writes)) {
        observed = null;
        start();
      }
    });
    start();
    return {
      unsubscribe() {
        isEnded = true;
        stop();
      },
    };
  },
});

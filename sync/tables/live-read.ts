import { type Connection, DatabaseClosedError, NewerDatabaseError } from './connection.ts';
import { KeptAnswers, NotKept } from './kept-answers.ts';
import { createObserved, type Observed } from './observed.ts';
import { readWith, replaySource, type Source } from './source.ts';
import type { RowChange, Writes } from './writes.ts';

export type Subscription = { unsubscribe(): void };

/** Answers now, and again whenever something has been written that it shows or would show. */
export type LiveRead<T> = {
  subscribe(onAnswer: (answer: T) => void, onError?: (error: unknown) => void): Subscription;
};

/** Of a database that is closed or has newer owners there is nothing to show any more: what that means is said by others. */
const isOver = (error: unknown): boolean =>
  error instanceof DatabaseClosedError ||
  error instanceof NewerDatabaseError ||
  (error instanceof DOMException && error.name === 'AbortError');

type Written = { readonly writes: Writes | null; readonly changes: readonly RowChange[] | null };

/** All of them in order; null where one cannot be said row by row. */
const changesOf = (written: readonly Written[]): readonly RowChange[] | null => {
  const all: RowChange[] = [];
  for (const { changes } of written) {
    if (changes === null) return null;
    all.push(...changes);
  }
  return all;
};

/** Reads over `stores` in one transaction: what is shown is one cut, never half of a change. */
export const liveRead = <T>(
  connection: Connection,
  stores: readonly string[],
  read: (source: Source) => Promise<T>,
): LiveRead<T> => ({
  subscribe(onAnswer, onError = () => undefined) {
    const { schema, writes: hub } = connection;
    /** What the last answer has looked at; null while one is being read. */
    let observed: Observed | null = null;
    let answers = new KeptAnswers(schema);
    /** Written while an answer was being read: it may hold it or not. */
    let meanwhile: Written[] = [];
    let isEnded = false;

    const ask = async (looked: Observed): Promise<T> => {
      if (answers.isReplay) {
        try {
          const answer = await read(replaySource(schema, looked, answers));
          answers.forgetUnasked();
          return answer;
        } catch (error) {
          if (!(error instanceof NotKept)) throw error;
        }
      }
      answers = new KeptAnswers(schema);
      return readWith(connection, stores, read, { observed: looked, answers });
    };
    /** Brings what is kept up to date, if it can be: then the next answer needs no database. */
    const prepare = (changes: readonly RowChange[] | null): void => {
      answers.isReplay = changes !== null && answers.patch(changes);
    };

    const look = async (): Promise<void> => {
      for (let isStale = true; isStale && !isEnded; ) {
        observed = null;
        meanwhile = [];
        const looked = createObserved();
        const answer = await ask(looked);
        if (isEnded) return;
        const missed = meanwhile.filter(({ writes }) => writes === null || looked.isTouchedBy(writes));
        isStale = missed.length > 0;
        // A replay holds nothing of them; what was read just now may hold some.
        if (isStale) prepare(answers.isReplay ? changesOf(missed) : null);
        else observed = looked;
        onAnswer(answer);
      }
    };
    const start = (): void => {
      look().catch((error: unknown) => {
        // It may be asked again when something is written.
        observed = createObserved();
        for (const store of stores) observed.all(store);
        answers = new KeptAnswers(schema);
        if (!isEnded && !isOver(error)) onError(error);
      });
    };
    const stop = hub.listen((writes, changes) => {
      if (observed === null) meanwhile.push({ writes, changes });
      else if (writes === null || observed.isTouchedBy(writes)) {
        observed = null;
        prepare(changes);
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

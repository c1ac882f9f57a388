import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * While work runs, what comes in collects for the next run. Nothing waits for company: what comes alone goes alone, and what
 * comes in one turn of the event loop goes together. Work belongs to none of those that hand in: it runs in the async context
 * in which `gather` was called.
 * @param max how many items go together at most
 * @param work never throws
 * @returns hands an item in
 */
export const gather = <Item>(
  max: number,
  work: (items: readonly Item[]) => Promise<void>,
): ((item: Item) => void) => {
  const outside = AsyncLocalStorage.snapshot();
  let waiting: Item[] = [];
  let isRunning = false;
  const runAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      const items = waiting.slice(0, max);
      waiting = waiting.slice(max);
      await work(items);
    }
    isRunning = false;
  };
  return (item) => {
    waiting.push(item);
    if (isRunning) return;
    isRunning = true;
    setImmediate(() => void outside(runAll));
  };
};

/**
 * Asks one question for all that ask while the one before is answered.
 * @param ask answers for all of them at once; each gets the whole answer
 */
export const answerTogether = <Item, Answer>(
  max: number,
  ask: (items: readonly Item[]) => Promise<Answer>,
): ((item: Item) => Promise<Answer>) => {
  type Waiting = { item: Item; resolve: (answer: Answer) => void; reject: (error: unknown) => void };
  const add = gather<Waiting>(max, async (waiting) => {
    try {
      const answer = await ask(waiting.map(({ item }) => item));
      for (const { resolve } of waiting) resolve(answer);
    } catch (error) {
      for (const { reject } of waiting) reject(error);
    }
  });
  return (item) => new Promise((resolve, reject) => add({ item, resolve, reject }));
};

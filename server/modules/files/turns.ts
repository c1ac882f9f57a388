/** Lets at most so many run at once; the others wait in line. */
export const createTurns = (atOnce: number): (<T>(work: () => Promise<T>) => Promise<T>) => {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      // The place is handed on, not given back: nobody slips in between.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
};

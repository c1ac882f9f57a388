/** A tab that was frozen inside a transaction, or a browser that is clearing its storage, never answers: nobody waits longer. */
export const NOTE_MS = 3_000;

/** @returns whether it was done in time */
export const within = async (ms: number, work: Promise<unknown>): Promise<boolean> => {
  const { promise: patience, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), ms);
  try {
    return await Promise.race([work.then(() => true), patience]);
  } finally {
    clearTimeout(timer);
  }
};

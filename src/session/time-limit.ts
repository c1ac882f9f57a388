/** A tab that was frozen inside a transaction, or a browser that is clearing its storage, never answers. */
export const NOTE_MS = 3_000;

/** @returns whether it was done in time */
export const within = async (ms: number, work: Promise<unknown>): Promise<boolean> => {
  const { promise: timeout, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), ms);
  try {
    return await Promise.race([work.then(() => true), timeout]);
  } finally {
    clearTimeout(timer);
  }
};

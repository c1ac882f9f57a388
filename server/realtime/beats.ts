type Beats = {
  /** Begins the pause anew, with the length that it has now. */
  restart: () => void;
  /** Runs at once, or again when it is running. */
  now: () => void;
  close: () => void;
};

/**
 * Runs work again and again, never twice at a time.
 * @param pauseMs the pause before the next run, asked each time
 * @param onError called with what a run throws; the next run comes all the same
 */
export const startBeats = (
  work: () => Promise<void>,
  pauseMs: () => number,
  onError: (error: unknown) => void,
): Beats => {
  let timer: NodeJS.Timeout | undefined;
  let isRunning = false;
  let isDue = false;
  let isClosed = false;
  const restart = (): void => {
    clearTimeout(timer);
    if (isClosed) return;
    timer = setTimeout(now, pauseMs());
    timer.unref();
  };
  const now = (): void => {
    isDue = isRunning;
    if (isRunning || isClosed) return;
    isRunning = true;
    clearTimeout(timer);
    work()
      .catch(onError)
      .finally(() => {
        isRunning = false;
        if (isDue) now();
        else restart();
      });
  };
  restart();
  return {
    restart,
    now,
    close: () => {
      isClosed = true;
      clearTimeout(timer);
    },
  };
};

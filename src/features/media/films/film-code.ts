/** The code that reads films is not on this device, and there is no network to fetch it: that says nothing about a film. */
export class FilmCodeNotThere extends Error {}

type Thread = Pick<Worker, 'addEventListener' | 'terminate'>;

/** Whether a worker begins: the first thing it says is that it does. Its script may not be on this device. */
export const begins = (start: () => Thread): Promise<boolean> => {
  const thread = start();
  return new Promise<boolean>((resolve) => {
    thread.addEventListener('message', () => resolve(true), { once: true });
    thread.addEventListener('error', () => resolve(false), { once: true });
  }).finally(() => thread.terminate());
};

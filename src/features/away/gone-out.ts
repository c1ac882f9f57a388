import { reportFault } from '../../app/faults.ts';

export type GoneOut = {
  /** Looks at what waits: after each change while a break lasts. */
  note(isOffline: boolean): void;
  /** What has gone out so far, and what waits now. */
  read(): Promise<{ readonly sent: ReadonlySet<string>; readonly waiting: ReadonlySet<string> }>;
};

/**
 * Tells what was sent from what was taken back: without a network, only what is taken back leaves. A network that comes and
 * goes lets out a few at a time, and each look sees only some of them.
 */
export const createGoneOut = (readWaiting: () => Promise<ReadonlySet<string>>): GoneOut => {
  const sent = new Set<string>();
  let waiting: ReadonlySet<string> = new Set();
  let noted = Promise.resolve();
  const note = (isOffline: boolean): void => {
    // Read now, however long the looks before take: it has to be what stands at this change.
    const reading = readWaiting();
    const take = async (): Promise<void> => {
      const now = await reading;
      if (!isOffline) for (const id of waiting) if (!now.has(id)) sent.add(id);
      waiting = now;
    };
    noted = noted.then(take).catch(reportFault);
  };
  return {
    note,
    async read() {
      note(false);
      await noted;
      return { sent, waiting };
    },
  };
};

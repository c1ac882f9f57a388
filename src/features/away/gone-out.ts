import { reportFault } from '../../app/faults.ts';
import type { ThingPlace, WaitingThings } from '../../queries/waiting-things.ts';

export type GoneOut = {
  /** Looks at what waits: after each change while a break lasts. */
  note(isOffline: boolean): void;
  /** What has gone out so far, and what waits now. */
  read(): Promise<{ readonly sent: WaitingThings; readonly waiting: WaitingThings }>;
};

/**
 * Tells what was sent from what was taken back: without a network, only what is taken back leaves. A network that comes and
 * goes lets out a few at a time, and each look sees only some of them.
 */
export const createGoneOut = (readWaiting: () => Promise<WaitingThings>): GoneOut => {
  const sent = new Map<string, ThingPlace>();
  let waiting: WaitingThings = new Map();
  let noted = Promise.resolve();
  const note = (isOffline: boolean): void => {
    // Read now, however long the looks before take: it has to be what stands at this change.
    const reading = readWaiting();
    const take = async (): Promise<void> => {
      const now = await reading;
      if (!isOffline) for (const [id, place] of waiting) if (!now.has(id)) sent.set(id, place);
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

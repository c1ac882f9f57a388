import type { Effect } from './effect.ts';

/** What the other devices show is over; on this one the notification has gone already. */
export const markScreenSeen: Effect<'markScreenSeen'> = {
  tables: [],
  isDisposable: true,
  prepare: async () => ({ touches: [] }),
  run: () => undefined,
  coalesce: (earlier, later) => {
    if (earlier.url !== later.url) return null;
    return earlier.until < later.until ? later : earlier;
  },
};

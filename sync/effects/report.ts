import type { Effect } from './effect.ts';

/** A report changes nothing on the screen; it waits in the outbox like everything else. */
export const reportThing: Effect<'reportThing'> = {
  tables: [],
  prepare: async ({ id }) => ({ entityKey: id, touches: [] }),
  run: () => undefined,
};

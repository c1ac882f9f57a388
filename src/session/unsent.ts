import type { Engine } from '../../sync/index.ts';

/** What a sign-out would leave unsent: a picture whose words have arrived is still to be sent. */
export const unsentCount = (engine: Engine): number => {
  const { pending, attention, files } = engine.status.get();
  return pending + attention + files;
};

/** Unsent work that vanished, and the birth id of its database. */
export const NOTHING_LOST = { birth: '', unsent: 0 };

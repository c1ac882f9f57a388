import type { Engine } from '../../sync/index.ts';
import { goodbyesOf } from './goodbyes.ts';

/** What the member's database holds unsent: a picture whose words have arrived is still to be sent. */
export const unsentCount = (engine: Engine): number => {
  const { pending, attention, files } = engine.status.value;
  return pending + attention + files;
};

/** What a sign-out would leave unsent: also a block that no server has heard; another end of a chat comes with the sign-out. */
export const waitingCount = (engine: Engine, storage: Storage): number =>
  unsentCount(engine) + goodbyesOf(storage, engine.userId).filter(({ how }) => how === 'block').length;

/** Unsent work that vanished, and the birth id of its database. */
export const NOTHING_LOST = { birth: '', unsent: 0 };

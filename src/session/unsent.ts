import type { Engine, EngineStatus } from '../../sync/index.ts';
import { pendingLeavesOf } from './pending-leaves.ts';

/** What the member's database holds unsent: a picture whose words have arrived is still to be sent. */
export const unsentCount = (engine: Engine): number => {
  const { pending, attention, files } = engine.status.value;
  return pending + attention + files;
};

/** What would be lost with this database: also what was begun and not sent. */
export const countAtRisk = ({
  pending,
  attention,
  files,
  drafts,
}: Pick<EngineStatus, 'pending' | 'attention' | 'files' | 'drafts'>): number =>
  pending + attention + files + drafts;

export const atRiskCount = (engine: Engine): number => countAtRisk(engine.status.value);

/** What a sign-out would leave unsent: also an unacknowledged block; another end of a chat comes with the sign-out. */
export const waitingCount = (engine: Engine, storage: Storage): number =>
  unsentCount(engine) + pendingLeavesOf(storage, engine.userId).filter(({ how }) => how === 'block').length;

/** Unsent work that vanished, and the id of its database. */
export const NOTHING_LOST = { databaseId: '', unsent: 0 };

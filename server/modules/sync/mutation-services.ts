import type { SyncObserve } from '../../metrics/sync-figures.ts';
import type { Batches } from './batch/batches.ts';
import type { SyncServices } from './context.ts';

/** What running a mutation needs from the process it runs in. */
export type MutationServices = SyncServices & {
  /** Where mutations collect that are carried out together. */
  batches: Batches;
  /** Told of pushes and pulls, for whoever keeps figures. */
  observe?: Pick<SyncObserve, 'pushed' | 'pulled'>;
};

import type { Cursor, PullScope, ScopeEntry } from '../../protocol/index.ts';

/**
 * What to do with something that continues a scope from a certain place.
 * - `apply`: it begins where the device stands.
 * - `old`: the device has it already.
 * - `hole`: something before it is missing, or the scope is not held, or it is of another lineage.
 */
export type Connection = 'apply' | 'old' | 'hole';

export const connectEntry = (cursor: Cursor | undefined, entry: ScopeEntry): Connection => {
  if (cursor === undefined || cursor.epoch !== entry.epoch) return 'hole';
  if (entry.seq <= cursor.seq) return 'old';
  return entry.prevSeq === cursor.seq ? 'apply' : 'hole';
};

/**
 * A tail that begins before the cursor is applied all the same: its rows are as they are at `to`, and versions guard each.
 * A reset answers a device that cannot continue; another tab may have continued meanwhile.
 * @param isRepair what is held at the same place is damaged: the reset takes its place
 */
export const connectPull = (cursor: Cursor | undefined, scope: PullScope, isRepair = false): Connection => {
  switch (scope.kind) {
    case 'tail':
      if (cursor === undefined || cursor.epoch !== scope.epoch || cursor.seq < scope.from) return 'hole';
      return scope.to <= cursor.seq ? 'old' : 'apply';
    case 'reset':
      if (cursor === undefined || cursor.epoch !== scope.epoch || cursor.seq < scope.to) return 'apply';
      return isRepair && cursor.seq === scope.to ? 'apply' : 'old';
  }
};

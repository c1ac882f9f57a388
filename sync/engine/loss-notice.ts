import type { BehaviorSubject } from 'rxjs';
import { parseJson, z } from '../../protocol/index.ts';
import { assertDatabaseId } from '../apply/database-id.ts';
import type { EngineStatus } from '../engine-status.ts';
import { patch } from '../state-observable.ts';
import type { MetaRow } from '../storage/rows.ts';
import type { Storage } from '../storage/storage.ts';

/** The row of `meta` that says what was lost before this database was made, until the member has read it. */
export const LOSS = 'loss';

const loss = z.object({
  lostPending: z.nullable(z.int()),
  similarDevice: z.nullable(z.object({ pendingCount: z.int(), seenAt: z.string() })),
});
export type Loss = Pick<EngineStatus, 'lostPending' | 'similarDevice'>;

export const NO_LOSS: Loss = { lostPending: null, similarDevice: null };

/** What the row says. */
export const lossOf = (row: MetaRow | undefined): Loss =>
  row === undefined ? NO_LOSS : (loss.safeParse(parseJson(String(row.value))).data ?? NO_LOSS);

export type LossNotice = {
  /** More is known to be lost, or may be. */
  add(found: Partial<Loss>): void;
  /** The member has read it. */
  dismiss(): void;
};

/** Says what was lost, also after a reload, until the member has read it. */
export const createLossNotice = (
  storage: Storage,
  databaseId: string,
  status: BehaviorSubject<EngineStatus>,
  onError: (error: unknown) => void,
): LossNotice => {
  const say = (next: Loss): void => {
    patch(status, next);
    storage
      .write(['meta'], async (tx) => {
        await assertDatabaseId(tx, databaseId);
        await (next.lostPending === null && next.similarDevice === null
          ? tx.delete('meta', [LOSS])
          : tx.put('meta', [{ key: LOSS, value: JSON.stringify(next) }]));
      })
      .catch(onError);
  };
  return {
    add(found) {
      const { lostPending, similarDevice } = status.value;
      const lost = Math.max(found.lostPending ?? 0, lostPending ?? 0);
      say({
        lostPending: lost === 0 ? null : lost,
        similarDevice: found.similarDevice ?? similarDevice,
      });
    },
    dismiss: () => say(NO_LOSS),
  };
};

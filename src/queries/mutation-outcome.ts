import { liveQuery } from 'dexie';
import type { ErrorDetail } from '../../protocol/index.ts';
import type { Engine } from '../../sync/index.ts';

export type MutationOutcome =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'rejected'; readonly error: ErrorDetail | null }
  /** It waits on this device and is sent when it can be. */
  | { readonly kind: 'waiting' };

/** What became of a mutation within a moment, so that a form can speak the truth without waiting for the network. */
export const mutationOutcome = (engine: Engine, id: string, timeoutMs: number): Promise<MutationOutcome> =>
  new Promise((resolve, reject) => {
    const finish = (outcome: MutationOutcome): void => {
      clearTimeout(timer);
      subscription.unsubscribe();
      resolve(outcome);
    };
    const timer = setTimeout(() => finish({ kind: 'waiting' }), timeoutMs);
    const subscription = liveQuery(() => engine.db.outbox.where('id').equals(id).first()).subscribe((row) => {
      if (!row || row.state === 'acked') finish({ kind: 'accepted' });
      else if (row.state === 'rejected') finish({ kind: 'rejected', error: row.error });
    }, reject);
  });

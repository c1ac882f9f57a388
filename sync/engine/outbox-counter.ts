import type { BehaviorSubject } from 'rxjs';
import { assertBirth, birthStores } from '../apply/birth.ts';
import { countOutbox } from '../connectivity/status.ts';
import type { EngineStatus } from '../engine-status.ts';
import { patch } from '../state-observable.ts';
import type { Storage } from '../storage/storage.ts';

/** Counts what waits again, for the status. */
export const createOutboxCounter = (
  storage: Storage,
  birth: string,
  status: BehaviorSubject<EngineStatus>,
  onError: (error: unknown) => void,
): (() => void) => {
  const recount = async (): Promise<void> => {
    const [outbox, uploads] = await storage.read(['outbox', 'uploads', ...birthStores], async (tx) => {
      // An empty database in place of a cleared one knows of nothing that waited: the last count is what was lost.
      await assertBirth(tx, birth);
      return [await tx.getAll('outbox'), await tx.getAll('uploads')];
    });
    patch(status, countOutbox(outbox, uploads));
  };
  return () => void recount().catch(onError);
};

import { ProtocolError } from '../../protocol/index.ts';
import type { Storage } from './storage.ts';

/** Frees some room; answers whether it did. Never the outbox and never a shadow. */
export type RoomStep = () => Promise<boolean>;

const isFull = (error: unknown): boolean => error instanceof ProtocolError && error.kind === 'storage_full';

/**
 * A storage that makes room when the disk is full: step by step, from what costs the member least, until the write fits.
 * @param steps from what can be fetched again soonest to what is missed most
 * @throws ProtocolError `storage_full` when nothing helps
 */
export const withRoom = (storage: Storage, steps: readonly RoomStep[]): Storage => {
  let isMaking = false;
  const withRetries = async <R>(write: () => Promise<R>): Promise<R> => {
    try {
      return await write();
    } catch (error) {
      // A step that writes itself must not begin again from the first.
      if (!isFull(error) || isMaking) throw error;
      isMaking = true;
      try {
        for (const step of steps) {
          if (!(await step().catch(() => false))) continue;
          try {
            return await write();
          } catch (again) {
            if (!isFull(again)) throw again;
          }
        }
      } finally {
        isMaking = false;
      }
      throw error;
    }
  };
  return {
    ...storage,
    write: (stores, action) => withRetries(() => storage.write(stores, action)),
    writeBlind: (stores, action) => withRetries(() => storage.writeBlind(stores, action)),
  };
};

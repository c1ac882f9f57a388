import type { ExportedMutation } from '../engine-types.ts';
import type { Storage } from '../storage/storage.ts';

/** What a member can take along of what is not settled: their own words and actions, and nothing of how they are sent. */
export const exportOutbox = async (storage: Storage): Promise<ExportedMutation[]> => {
  const rows = await storage.read(['outbox'], (tx) => tx.getAll('outbox'));
  return rows.map(({ id, name, version, args, state, writtenAt }) => {
    return { id, name, version, args, state, writtenAt };
  });
};

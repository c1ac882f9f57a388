import { dependentsOf } from '../rebase/dependents.ts';
import type { Storage } from '../storage/storage.ts';

/** The files that one row of the outbox names. */
export const filesOf = async (storage: Storage, id: string): Promise<string[]> => {
  const outbox = await storage.read(['outbox'], (tx) => tx.getAll('outbox'));
  return outbox.find((row) => row.id === id)?.files ?? [];
};

/** Those of all that is taken back with it, too. */
export const filesOfGroup = async (storage: Storage, id: string): Promise<string[]> => {
  const outbox = await storage.read(['outbox'], (tx) => tx.getAll('outbox'));
  const root = outbox.find((row) => row.id === id);
  return root === undefined ? [] : [root, ...dependentsOf(outbox, root)].flatMap(({ files }) => files);
};

import type { ReadTransaction, Storage, WriteTransaction } from '../storage/storage.ts';

const PREFIX = 'sent ';
/** Longer than a tab takes to learn what another one has sent, by far. */
const KEPT_MS = 3_600_000;

const metaKey = (source: string): string => `${PREFIX}${source}`;

/** The row that says that a source was sent, as a unit's transaction may predict it to be missing (`UnitOptions.created`). */
export const sourceKey = (source: string): string => `meta:${metaKey(source)}`;

/**
 * Notes that a mutation was made from a source.
 * @param source as in `MutateOptions`
 * @param at when it was written, as an ISO date
 * @returns false: one was before
 */
export const takeSource = async (tx: WriteTransaction, source: string, at: string): Promise<boolean> => {
  const key = metaKey(source);
  if ((await tx.get('meta', key)) !== undefined) return false;
  await tx.put('meta', [{ key, value: at }]);
  return true;
};

const oldSources = async (tx: ReadTransaction, now: number): Promise<string[]> =>
  (await tx.getAll('meta')).flatMap(({ key, value }) =>
    key.startsWith(PREFIX) && Date.parse(String(value)) < now - KEPT_MS ? [key] : [],
  );

/** Forgets what was sent too long ago for another tab to send it as well. @param now epoch milliseconds */
export const forgetSources = async (storage: Storage, now: number): Promise<void> => {
  await storage.write(['meta'], async (tx) => tx.delete('meta', await oldSources(tx, now)));
};

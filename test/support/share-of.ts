import { createHash } from 'node:crypto';

/**
 * The cases that a run tries of a list that is multiplied by every route and field: one of `shares`, and for each key another
 * one, which goes by the seed of the run. `EXHAUSTIVE=true` tries all of them (docs/testing.md).
 */
export const shareOf = <T>(cases: Iterable<T>, key: string, shares: number): T[] => {
  const all = [...cases];
  if (process.env['EXHAUSTIVE'] === 'true') return all;
  const digest = createHash('sha256')
    .update(`${process.env['FC_SEED'] ?? ''} ${key}`)
    .digest();
  const first = digest.readUInt32BE() % shares;
  return all.filter((_, index) => index % shares === first);
};

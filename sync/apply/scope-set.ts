import type { ReadTransaction, WriteTransaction } from '../storage/storage.ts';

const KEY = 'scopeSet';

/**
 * How often scopes have come or gone. An answer that was asked for before such a change must not be applied after it: a
 * scope that was held and left meanwhile would come back as it once was.
 */
export const readScopeSet = async (tx: ReadTransaction): Promise<number> =>
  Number((await tx.get('meta', KEY))?.value ?? 0);

export const setScopeSet = (tx: WriteTransaction, value: number): Promise<void> =>
  tx.put('meta', [{ key: KEY, value }]);

export const countScopeSet = async (tx: WriteTransaction): Promise<void> =>
  setScopeSet(tx, (await readScopeSet(tx)) + 1);

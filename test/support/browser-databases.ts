import type { Page } from '@playwright/test';
import { z } from '../../protocol/index.ts';

/**
 * Everything that the origin's databases hold, by database and store, as JSON: what a stranger with this device could read.
 * @param only of these stores alone
 */
export const dumpDatabases = (page: Page, only: readonly string[] | null = null): Promise<string> =>
  page.evaluate(async (wanted) => {
    const settled = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const dump: Record<string, Record<string, unknown>> = {};
    for (const { name } of await indexedDB.databases()) {
      if (name === undefined) continue;
      const opening = indexedDB.open(name);
      // Deleted since it was listed: looking must not make it anew.
      opening.onupgradeneeded = () => opening.transaction?.abort();
      const database = await settled(opening).catch(() => null);
      if (database === null) continue;
      const stores: Record<string, unknown> = {};
      for (const store of database.objectStoreNames) {
        if (wanted && !wanted.includes(store)) continue;
        stores[store] = await settled(database.transaction(store).objectStore(store).getAll());
      }
      database.close();
      dump[name] = stores;
    }
    return JSON.stringify(dump);
  }, only);

type StoredRow = Record<string, unknown>;

/**
 * Writes into a store past the engine, as another release or a broken disk would have left it.
 * @param change gives the row to write instead, or null where it stays as it is
 */
export const changeRows = async (
  page: Page,
  store: string,
  change: (row: StoredRow) => StoredRow | null,
): Promise<void> => {
  const dump = z.record(z.string(), z.record(z.string(), z.array(z.record(z.string(), z.unknown()))));
  for (const [name, stores] of Object.entries(dump.parse(JSON.parse(await dumpDatabases(page, [store]))))) {
    const changed = (stores[store] ?? []).flatMap((row) => change(row) ?? []);
    await page.evaluate(
      ([database, into, rows]) =>
        new Promise<void>((resolve, reject) => {
          const opening = indexedDB.open(database);
          opening.onerror = () => reject(opening.error);
          opening.onsuccess = () => {
            if (rows.length === 0) return resolve();
            const tx = opening.result.transaction(into, 'readwrite');
            for (const row of rows) tx.objectStore(into).put(row);
            tx.oncomplete = () => {
              opening.result.close();
              resolve();
            };
            tx.onerror = () => reject(tx.error);
          };
        }),
      [name, store, changed] as const,
    );
  }
};

/**
 * Keeps transactions of every tab out of stores, as a slow disk would, until it is let go.
 * @returns lets them in
 */
export const holdStores = async (page: Page, stores: readonly string[]): Promise<() => Promise<void>> => {
  await page.evaluate(async (wanted) => {
    delete document.documentElement.dataset['letIn'];
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(opening.error);
      });
      const held = wanted.filter((store) => database.objectStoreNames.contains(store));
      const [first] = held;
      if (first === undefined) {
        database.close();
        continue;
      }
      await new Promise<void>((isHeld) => {
        const tx = database.transaction(held, 'readwrite');
        tx.oncomplete = () => database.close();
        // A transaction lives as long as it is asked something.
        const ask = (): void => {
          tx.objectStore(first).count().onsuccess = () => {
            isHeld();
            if (document.documentElement.dataset['letIn'] === undefined) ask();
          };
        };
        ask();
      });
    }
  }, stores);
  return () => page.evaluate(() => document.documentElement.setAttribute('data-let-in', ''));
};

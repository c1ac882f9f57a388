import type { Page } from '@playwright/test';

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

import { pageDocument } from './page-document.ts';
import type { PageEnd } from './ports.ts';

const keyOf = (databaseName: string): string => `${databaseName}.unstored`;

/**
 * Local storage is written at once, where IndexedDB aborts what a page that ends has not begun.
 * @param databaseName of the member whose page it is
 */
export const createPageEnd = (databaseName: string): PageEnd => ({
  take() {
    if (pageDocument() === undefined) return null;
    const key = keyOf(databaseName);
    const text = localStorage.getItem(key);
    localStorage.removeItem(key);
    return text;
  },
  keep(read) {
    if (pageDocument() === undefined) return () => undefined;
    const onHide = (): void => {
      const text = read();
      try {
        if (text !== null) localStorage.setItem(keyOf(databaseName), text);
      } catch {
        // Full or closed: the transaction itself may still commit.
      }
    };
    addEventListener('pagehide', onHide);
    return () => removeEventListener('pagehide', onHide);
  },
});

/** Removes what the last page of a member kept. */
export const forgetPageEnd = (databaseName: string): void => void createPageEnd(databaseName).take();

import { distinctUntilChanged, map } from 'rxjs';
import { parseJson, z } from '../../protocol/index.ts';
import type { Engine } from '../../sync/index.ts';
import { readToken } from './token-storage.ts';
import { unsentCount } from './unsent.ts';

const KEY = 'tambay.unsent';
const note = z.object({ userId: z.string(), databaseId: z.string(), unsent: z.int() });
/** Of the page that this tab shows: what it was signed in on, and how much was unsent. */
const tabNote = z.object({ deviceId: z.string(), unsent: z.int() });
export type TabNote = z.infer<typeof tabNote>;

const write = (storage: Storage, value: z.infer<typeof note> | TabNote): void => {
  try {
    if (value.unsent === 0) storage.removeItem(KEY);
    else storage.setItem(KEY, JSON.stringify(value));
  } catch {
    // Full or closed: a loss is then told by the server's count.
  }
};

/**
 * Keeps in local storage how much is unsent. A browser that needs room deletes IndexedDB, caches and worker of an origin
 * together; local storage is not among them in Chromium (https://web.dev/articles/storage-for-the-web).
 * "Clear site data" deletes that, too, and leaves what the tab keeps for itself.
 */
export const noteUnsent = (storage: Storage, tabStorage: Storage, engine: Engine): void => {
  engine.status
    .pipe(
      map(() => unsentCount(engine)),
      distinctUntilChanged(),
    )
    .subscribe((unsent) => {
      // A sign-out has cleared it.
      if (readToken(storage) === null) return;
      const { userId, databaseId, deviceId } = engine;
      write(storage, { userId, databaseId, unsent });
      write(tabStorage, { deviceId, unsent });
    });
};

/** @returns what was unsent in this member's database, and the id of that, when a page last looked */
export const readUnsent = (
  storage: Storage,
  userId: string,
): { databaseId: string; unsent: number } | undefined => {
  const text = storage.getItem(KEY);
  const parsed = note.safeParse(parseJson(text));
  if (!parsed.success || parsed.data.userId !== userId) return undefined;
  const { databaseId, unsent } = parsed.data;
  return { databaseId, unsent };
};

/** @returns what was unsent in this tab when its page last looked; undefined after a sign-out */
export const readTabNote = (tabStorage: Storage): TabNote | undefined =>
  tabNote.safeParse(parseJson(tabStorage.getItem(KEY))).data;

/** The member has signed out, or was told what became of it. */
export const forgetTabNote = (tabStorage: Storage): void => tabStorage.removeItem(KEY);

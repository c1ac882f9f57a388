import { distinctUntilChanged, map } from 'rxjs';
import { parseJson, z } from '../../protocol/index.ts';
import type { Engine } from '../../sync/index.ts';
import { readToken } from './token-storage.ts';
import { atRiskCount } from './unsent.ts';

const KEY = 'tambay.unsent';
const note = z.object({ userId: z.string(), databaseId: z.string(), unsent: z.int() });
/** Of the page that this tab shows: what it was signed in on, and how much was unsent, drafts included. */
const tabNote = z.object({ deviceId: z.string(), unsent: z.int() });
export type TabNote = z.infer<typeof tabNote>;
export const NOTHING_UNSENT: TabNote = { deviceId: '', unsent: 0 };

const write = (storage: Storage, value: z.infer<typeof note> | TabNote): void => {
  try {
    if (value.unsent === 0) storage.removeItem(KEY);
    else storage.setItem(KEY, JSON.stringify(value));
  } catch {
    // Full or closed: a loss is then told by the server's count.
  }
};

/**
 * Keeps in local storage how much is unsent, drafts included. A browser that needs room deletes IndexedDB, caches and worker of an origin
 * together; local storage is not among them in Chromium (https://web.dev/articles/storage-for-the-web).
 * @param tab is kept current: "Clear site data" deletes local storage, too
 */
export const noteUnsent = (storage: Storage, engine: Engine, tab: { now: TabNote }): void => {
  engine.status
    .pipe(
      map(() => atRiskCount(engine)),
      distinctUntilChanged(),
    )
    .subscribe((unsent) => {
      // A sign-out has cleared it.
      if (readToken(storage) === null) return;
      const { userId, databaseId, deviceId } = engine;
      write(storage, { userId, databaseId, unsent });
      tab.now = { deviceId, unsent };
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

/**
 * What the tab remembers through a reload of what is unsent in it.
 * @returns `before`: of the page before this one, undefined after a sign-out; `now` is to be kept current; `keep` is called
 *   as the page ends
 */
export const createTabNote = (
  tabStorage: Storage,
): { before: TabNote | undefined; now: TabNote; keep(): void } => {
  const before = tabNote.safeParse(parseJson(tabStorage.getItem(KEY))).data;
  tabStorage.removeItem(KEY);
  const noted = { before, now: NOTHING_UNSENT, keep: () => write(tabStorage, noted.now) };
  return noted;
};

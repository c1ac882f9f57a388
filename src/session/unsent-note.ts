import { distinctUntilChanged, map } from 'rxjs';
import { parseJson, z } from '../../protocol/index.ts';
import type { Engine } from '../../sync/index.ts';
import { readToken } from './token-storage.ts';
import { unsentCount } from './unsent.ts';

const KEY = 'tambay.unsent';
const note = z.object({ userId: z.string(), databaseId: z.string(), unsent: z.int() });

/**
 * Keeps in local storage how much is unsent. A browser that needs room deletes IndexedDB, caches and worker of an origin
 * together; local storage is not among them in Chromium (https://web.dev/articles/storage-for-the-web).
 */
export const noteUnsent = (storage: Storage, engine: Engine): void => {
  engine.status
    .pipe(
      map(() => unsentCount(engine)),
      distinctUntilChanged(),
    )
    .subscribe((unsent) => {
      // A sign-out has cleared it.
      if (readToken(storage) === null) return;
      const { userId, databaseId } = engine;
      try {
        if (unsent === 0) storage.removeItem(KEY);
        else
          storage.setItem(KEY, JSON.stringify({ userId, databaseId, unsent } satisfies z.infer<typeof note>));
      } catch {
        // Full or closed: a loss is then told by the server's count.
      }
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

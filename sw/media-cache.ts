/** One cache per member: it goes with the member's sign-out. */
export const MEDIA_CACHE = 'tambay-media-';

/** What a member wants to have offline: outside the budget, and gone when it is no longer wanted. */
export const KEPT_CACHE = 'tambay-kept-';

/** A member's files. Opened before they are asked for: what comes after the sign-out goes into caches that are gone. */
export type MediaCaches = { readonly userId: string; readonly recent: Cache; readonly kept: Cache };

export const openMediaCaches = async (userId: string): Promise<MediaCaches> => {
  const [recent, kept] = await Promise.all([
    caches.open(MEDIA_CACHE + userId),
    caches.open(KEPT_CACHE + userId),
  ]);
  return { userId, recent, kept };
};

/** Those that were opened while their member was leaving would stay. */
export const removeIfLeft = async ({ userId }: MediaCaches): Promise<void> => {
  const { readSession } = await import('./session.ts');
  const hasLeft = await readSession().then(
    (session) => session?.userId !== userId,
    () => false,
  );
  if (hasLeft) await Promise.all([MEDIA_CACHE, KEPT_CACHE].map((name) => caches.delete(name + userId)));
};

/** What pictures of others may take on the device. */
const BUDGET_BYTES = 80 * 1_024 * 1_024;
/** Kept as an entry of the cache itself: it is gone when the cache is. */
const INDEX = '/.media-index';

/** When each picture was last looked at, and how large it is; the order of the entries is the order of use. */
export type Uses = { url: string; bytes: number }[];

/** The newest use last. */
export const touch = (uses: Uses, url: string, bytes: number): Uses => [
  ...uses.filter((use) => use.url !== url),
  { url, bytes: bytes || (uses.find((use) => use.url === url)?.bytes ?? 0) },
];

/** What has to go so that the rest fits, the longest unused first. */
export const overBudget = (uses: Uses, budget: number): string[] => {
  let bytes = uses.reduce((sum, use) => sum + use.bytes, 0);
  const gone: string[] = [];
  for (const use of uses) {
    if (bytes <= budget) break;
    gone.push(use.url);
    bytes -= use.bytes;
  }
  return gone;
};

const isUses = (value: unknown): value is Uses =>
  Array.isArray(value) &&
  value.every(
    (use) =>
      typeof use === 'object' && use !== null && typeof use.url === 'string' && typeof use.bytes === 'number',
  );

// One after the other: two at once would forget each other's notes.
let queue: Promise<unknown> = Promise.resolve();
const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
  const turn = queue.then(work);
  queue = turn.catch(() => undefined);
  return turn;
};

const readUses = async (cache: Cache): Promise<Uses> => {
  const stored: unknown = await (await cache.match(INDEX))?.json().catch(() => null);
  return isUses(stored) ? stored : [];
};
const writeUses = (cache: Cache, uses: Uses): Promise<void> => cache.put(INDEX, Response.json(uses));

export const noteUse = ({ recent }: MediaCaches, url: string): Promise<void> =>
  inTurn(async () => writeUses(recent, touch(await readUses(recent), url, 0)));

/** Files that this device has under one id are known under another, too: they are not loaded again. */
export const copyMedia = async (
  media: MediaCaches,
  originals: ReadonlyMap<string, string>,
): Promise<void> => {
  for (const cache of [media.recent, media.kept])
    for (const { url } of await cache.keys())
      for (const [id, original] of originals) {
        const copied = url.replace(`/files/${original}`, `/files/${id}`);
        const answer = copied === url ? undefined : await cache.match(url);
        if (answer) await keepRecent(media, copied, answer);
      }
};

/** Keeps a file under the budget, for which older ones go. */
export const keepRecent = async ({ recent }: MediaCaches, url: string, answer: Response): Promise<void> => {
  // Not in turn: it lasts as long as its bytes come.
  await recent.put(url, answer);
  await inTurn(async () => {
    const stored = await recent.match(url);
    const bytes = stored ? (await stored.blob()).size : 0;
    const uses = touch(await readUses(recent), url, bytes);
    const gone = new Set(overBudget(uses, BUDGET_BYTES));
    for (const old of gone) await recent.delete(old);
    await writeUses(
      recent,
      uses.filter((use) => !gone.has(use.url)),
    );
  });
};

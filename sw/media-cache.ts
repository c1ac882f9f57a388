/** One cache per member: it goes with the member's sign-out. */
export const MEDIA_CACHE = 'tambay-media-';
export const cacheName = (userId: string): string => `${MEDIA_CACHE}${userId}`;

/** What a member wants to have offline: outside the budget, and gone when it is no longer wanted. */
export const KEPT_CACHE = 'tambay-kept-';
export const keptCacheName = (userId: string): string => `${KEPT_CACHE}${userId}`;

/**
 * Runs what writes into a member's caches. The sign-out notes who has left before it clears them: what was still on its way
 * then is taken away again by whoever brought it.
 */
const writeFor = async (userId: string, write: () => Promise<void>): Promise<void> => {
  const { readSession } = await import('./session.ts');
  await write();
  const hasLeft = await readSession().then(
    (session) => session?.userId !== userId,
    () => false,
  );
  if (!hasLeft) return;
  await Promise.all([cacheName(userId), keptCacheName(userId)].map((name) => caches.delete(name)));
};

/** Keeps a file for as long as the member wants it. */
export const pin = (userId: string, url: string, answer: Response): Promise<void> =>
  writeFor(userId, async () => (await caches.open(keptCacheName(userId))).put(url, answer));

/** Keeps a file under the budget. */
export const keep = (userId: string, url: string, answer: Response): Promise<void> =>
  writeFor(userId, async () => {
    await (await caches.open(cacheName(userId))).put(url, answer);
    await evict(userId, url);
  });

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

export const noteUse = (userId: string, url: string): Promise<void> =>
  writeFor(userId, () =>
    inTurn(async () => {
      const cache = await caches.open(cacheName(userId));
      await writeUses(cache, touch(await readUses(cache), url, 0));
    }),
  );

/** Notes a new picture and removes what is over the budget. */
const evict = (userId: string, url: string): Promise<void> =>
  inTurn(async () => {
    const cache = await caches.open(cacheName(userId));
    const stored = await cache.match(url);
    const bytes = stored ? (await stored.blob()).size : 0;
    const uses = touch(await readUses(cache), url, bytes);
    const gone = new Set(overBudget(uses, BUDGET_BYTES));
    for (const old of gone) await cache.delete(old);
    await writeUses(
      cache,
      uses.filter((use) => !gone.has(use.url)),
    );
  });

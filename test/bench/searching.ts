import { expect, type Page } from '@playwright/test';
import { throttle } from './page-probes.ts';
import type { Figure } from './stats.ts';

const SLOWDOWN = 4;
const READ_MS = 15 * 60_000;

/** A word of one seeded message, not the first one's: it stands in many others too. */
const pickWord = (page: Page, userId: string): Promise<string> =>
  page.evaluate(
    (name) =>
      new Promise<string>((resolve, reject) => {
        const open = indexedDB.open(name);
        open.onerror = () => reject(open.error);
        open.onsuccess = () => {
          const all = open.result.transaction('messages').objectStore('messages').getAll(null, 200);
          all.onerror = () => reject(all.error);
          all.onsuccess = () => {
            const words = all.result.flatMap(
              ({ content }) => String(content ?? '').match(/\p{L}{5,}/gu) ?? [],
            );
            open.result.close();
            resolve(words.at(-1) ?? 'kita');
          };
        };
      }),
    `tambay-${userId}`,
  );

interface IndexSize {
  /** The first pass over all messages is over. */
  isWhole: boolean;
  /** Messages with words: pictures alone and lines of the system are not in it. */
  docs: number;
  bytes: number;
}

/** How many messages the index holds, and how many bytes it takes for them. */
const sizeOfIndex = (page: Page, userId: string): Promise<IndexSize> =>
  page.evaluate(async (name) => {
    // Opening it before the app does would make an empty one.
    if (!(await indexedDB.databases()).some((known) => known.name === name))
      return { isWhole: false, docs: 0, bytes: 0 };
    return new Promise<IndexSize>((resolve, reject) => {
      const open = indexedDB.open(name);
      open.onerror = () => reject(open.error);
      open.onsuccess = () => {
        const tx = open.result.transaction(['heads', 'meta']);
        const heads = tx.objectStore('heads').getAll();
        const place = tx.objectStore('meta').get('builtTo');
        tx.onerror = () => reject(tx.error);
        tx.oncomplete = () => {
          const sum = (key: string): number => heads.result.reduce((total, head) => total + head[key], 0);
          open.result.close();
          resolve({ isWhole: place.result?.value === '~', docs: sum('docs'), bytes: sum('bytes') });
        };
      };
    });
  }, `tambay-search-${userId}`);

/** The index of a device that holds so many messages: made once, then asked for one word on a slow processor. */
export async function measureSearch(
  page: Page,
  origin: string,
  userId: string,
  count: number,
): Promise<Figure[]> {
  // What was laid into the tables by hand is unknown to an index that was made before.
  await page.goto(`${origin}/icons/tambay.svg`);
  await page.evaluate(
    (name) =>
      new Promise<void>((resolve) => {
        const gone = indexedDB.deleteDatabase(name);
        gone.onsuccess = () => resolve();
        gone.onerror = () => resolve();
      }),
    `tambay-search-${userId}`,
  );
  const startedAt = performance.now();
  await page.goto(`${origin}/search`);
  await expect
    .poll(async () => (await sizeOfIndex(page, userId)).isWhole, { timeout: READ_MS, intervals: [1_000] })
    .toBe(true);
  const builtMs = performance.now() - startedAt;
  const { docs, bytes } = await sizeOfIndex(page, userId);
  const word = await pickWord(page, userId);
  // Opened anew: nothing of the index is in memory.
  await page.goto(`${origin}/search?kind=messages`);
  const field = page.getByRole('textbox', { name: 'Search everything' });
  await field.fill('zzzz');
  await expect(page.getByText('Nothing found')).toBeVisible();
  await throttle(page, SLOWDOWN);
  const measure = (text: string) =>
    field.evaluate(async (input, typed) => {
      if (!(input instanceof HTMLInputElement)) throw new Error('No field');
      const from = performance.now();
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, typed);
      input.dispatchEvent(new Event('input', { bubbles: true }));
      while (!document.querySelector('li mark')) await new Promise(requestAnimationFrame);
      const firstMs = performance.now() - from;
      const isCounted = (): boolean =>
        Array.from(document.querySelectorAll('section [role=status]')).some((status) =>
          /[1-9]/.test(status.textContent),
        );
      while (!isCounted()) await new Promise(requestAnimationFrame);
      return { firstMs, fullMs: performance.now() - from };
    }, text);
  const cold = await measure(word);
  await throttle(page, 1);
  const figure = (what: string, value: number, unit: Figure['unit'], samples: number): Figure => ({
    what,
    value,
    unit,
    samples,
  });
  const stored = `${count.toLocaleString('en')} messages`;
  return [
    figure(`search index of ${stored}: made in`, builtMs, 'ms', 1),
    figure('search index: bytes per message', bytes / docs, 'bytes', docs),
    figure(`search one word in ${stored}, ${SLOWDOWN}×: first result`, cold.firstMs, 'ms', 1),
    figure(`search one word in ${stored}, ${SLOWDOWN}×: all matches counted`, cold.fullMs, 'ms', 1),
  ];
}

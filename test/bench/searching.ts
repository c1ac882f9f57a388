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

/** How many messages the index holds, and how many bytes it takes for them. */
const sizeOfIndex = (page: Page, userId: string): Promise<{ docs: number; bytes: number }> =>
  page.evaluate(
    (name) =>
      new Promise((resolve, reject) => {
        const open = indexedDB.open(name);
        open.onerror = () => reject(open.error);
        open.onsuccess = () => {
          const all = open.result.transaction('heads').objectStore('heads').getAll();
          all.onerror = () => reject(all.error);
          all.onsuccess = () => {
            const sum = (key: string): number => all.result.reduce((total, head) => total + head[key], 0);
            const size = { docs: sum('docs'), bytes: sum('bytes') };
            open.result.close();
            resolve(size);
          };
        };
      }),
    `tambay-search-${userId}`,
  );

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
    .poll(async () => (await sizeOfIndex(page, userId)).docs, { timeout: READ_MS, intervals: [1_000] })
    .toBeGreaterThanOrEqual(count);
  const builtMs = performance.now() - startedAt;
  const { docs, bytes } = await sizeOfIndex(page, userId);
  const word = await pickWord(page, userId);
  // Opened anew: nothing of the index is in memory.
  await page.goto(`${origin}/search?kind=messages`);
  const field = page.getByRole('search').getByRole('textbox');
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
      while (!/\d/.test(document.querySelector('section [role=status]')?.textContent ?? ''))
        await new Promise(requestAnimationFrame);
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

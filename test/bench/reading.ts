import type { Browser, Page } from '@playwright/test';
import { waitForShell } from '../support/browser-steps.ts';
import { fillDevice } from './fill-device.ts';
import { throttle } from './page-probes.ts';
import { frameFigures, scroll, scrollBare } from './scrolling.ts';
import { measureSearch } from './searching.ts';
import { arrive, desk, type Stage } from './stage.ts';
import type { Figure } from './stats.ts';

const SLOWDOWN = 4;
const SCREENS = 50;
const back = { screens: -SCREENS, pace: 12 };
/** Messages of the seed that the device fetches itself; what lies below them is made after their likeness. */
const READ_BEFORE = 1_000;

interface Reading {
  browser: Browser;
  page: Page;
  origin: string;
  id: string;
  /** Of the long conversation. */
  path: string;
}

/** A member whose device holds one very long conversation. */
async function withReader(
  { app: { origin }, browser, signIns: [first] }: Stage,
  stored: number,
  measure: (reading: Reading) => Promise<Figure[]>,
): Promise<Figure[]> {
  if (!first) throw new Error('The seed named no member');
  const context = await browser.newContext(desk);
  const page = await context.newPage();
  const { id } = await arrive(page, origin, first);
  await waitForShell(page);
  await fillDevice(page, origin, READ_BEFORE);
  const path = await deepenHistory(page, id, stored);
  await page.goto(`${origin}/profile/messages`);
  await page.locator(`a[href="${path}"]`).waitFor();
  const found = await measure({ browser, page, origin, id, path });
  await context.close();
  return found;
}

export const measureReader = (stage: Stage, stored: number): Promise<Figure[]> =>
  withReader(stage, stored, (reading) => measureReading(reading, stored));

/** The index of the same device. */
export const measureSearcher = (stage: Stage, stored: number): Promise<Figure[]> =>
  withReader(stage, stored, ({ page, origin, id }) => measureSearch(page, origin, id, stored));

/**
 * Lays old messages under those of the chat with the most of them, as if its whole history had been read on this device:
 * fetching a hundred thousand would measure the server.
 * @returns the address of that chat
 */
export const deepenHistory = (page: Page, userId: string, count: number): Promise<string> =>
  page.evaluate(
    async ({ name, wanted }) => {
      const ask = <T>(request: IDBRequest<T>): Promise<T> =>
        new Promise((resolve, reject) => {
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        });
      const db = await ask(indexedDB.open(name));
      const tx = db.transaction(['messages', 'coverage', 'members', 'users', 'chats'], 'readwrite');
      const messages = tx.objectStore('messages');
      const sample = (await ask(messages.getAll())).filter((row) => row.seq !== null);
      const sizes = new Map<string, number>();
      for (const { chatId } of sample) sizes.set(chatId, (sizes.get(chatId) ?? 0) + 1);
      const people = new Map((await ask(tx.objectStore('users').getAll())).map((user) => [user.id, user]));
      const members = await ask(tx.objectStore('members').getAll());
      const me = name.slice('tambay-'.length);
      const codeOf = new Map<string, string>();
      for (const chat of await ask(tx.objectStore('chats').getAll())) {
        const other = members.find((row) => row.chatId === chat.id && row.userId !== me);
        const code = chat.uniqueCode ?? people.get(other?.userId)?.uniqueCode;
        if (code) codeOf.set(chat.id, code);
      }
      const [chatId = ''] = [...sizes].sort((a, b) => b[1] - a[1]).find(([id]) => codeOf.has(id)) ?? [];
      const inside = sample.filter((row) => row.chatId === chatId);
      const coverage = (await ask(tx.objectStore('coverage').getAll())).find((row) =>
        JSON.stringify(row).includes(chatId),
      );
      const newest = coverage.ranges.at(-1);
      const pad = (number: number) => String(number).padStart(12, '0');
      for (let step = 1; step <= wanted; step += 1) {
        const row = inside[step % inside.length];
        const seq = newest.from - step;
        const createdAt = new Date(Date.parse(inside[0].createdAt) - step * 90_000).toISOString();
        messages.put({
          ...row,
          id: `00000000-0000-7000-8000-${pad(step)}`,
          ...{ seq, afterSeq: seq, order: seq, createdAt, writtenAt: createdAt },
        });
      }
      newest.from -= wanted;
      tx.objectStore('coverage').put(coverage);
      await new Promise((resolve, reject) => {
        tx.oncomplete = resolve;
        tx.onerror = () => reject(tx.error);
      });
      db.close();
      return `/chats/${codeOf.get(chatId)}`;
    },
    { name: `tambay-${userId}`, wanted: count },
  );

/** Opens the chat from the list, then scrolls back screen by screen as fast as frames come: first on a fast phone. */
async function measureReading({ page, path, browser }: Reading, count: number): Promise<Figure[]> {
  const stored = `${count.toLocaleString('en')} messages stored`;
  const found: Figure[] = [];
  for (const slowdown of [1, SLOWDOWN]) {
    await page.reload();
    await page.locator(`a[href="${path}"]`).waitFor();
    await throttle(page, slowdown);
    const openMs = await openChat(page, path);
    const frames = await scroll(page, '[role=log]', back);
    await throttle(page, 1);
    await page.goto(new URL('/profile/messages', page.url()).href);
    const bare = await scrollBare(browser, desk, { ...back, screens: SCREENS }, slowdown);
    found.push(
      {
        what: `open a chat of ${stored}, ${slowdown}×: tap to first bubbles`,
        value: openMs,
        unit: 'ms',
        samples: 1,
      },
      ...frameFigures(`scroll ${SCREENS} screens back, ${stored}, ${slowdown}×`, frames, bare),
    );
  }
  return found;
}

const openChat = (page: Page, path: string): Promise<number> =>
  page.evaluate(async (href) => {
    const startedAt = performance.now();
    document.querySelector<HTMLAnchorElement>(`a[href="${href}"]`)?.click();
    while (!document.querySelector('[role=log] article')) await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    return performance.now() - startedAt;
  }, path);

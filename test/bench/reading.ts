import type { Page } from '@playwright/test';
import { conversation } from '../support/browser-steps.ts';
import { throttle } from './page-probes.ts';
import { measureSearch } from './searching.ts';
import { arrive, desk, type Stage } from './stage.ts';
import { type Figure, percentile } from './stats.ts';

const SLOWDOWN = 4;
const SCREENS = 50;

/** A member whose device holds one very long conversation. */
async function withReader(
  { app: { origin }, browser, signIns: [first] }: Stage,
  stored: number,
  measure: (page: Page, path: string, reader: { origin: string; id: string }) => Promise<Figure[]>,
): Promise<Figure[]> {
  if (!first) throw new Error('The seed named no member');
  const context = await browser.newContext(desk);
  const page = await context.newPage();
  const { id } = await arrive(page, origin, first);
  const path = await deepenHistory(page, id, stored);
  await page.locator(`a[href="${path}"]`).waitFor();
  const found = await measure(page, path, { origin, id });
  await context.close();
  return found;
}

export const measureReader = (stage: Stage, stored: number): Promise<Figure[]> =>
  withReader(stage, stored, (page, path) => measureReading(page, path, stored));

/** The index of the same device. */
export const measureSearcher = (stage: Stage, stored: number): Promise<Figure[]> =>
  withReader(stage, stored, (page, _path, { origin, id }) => measureSearch(page, origin, id, stored));

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

/** Opens the chat from the list, then scrolls back screen by screen as fast as frames come. */
async function measureReading(page: Page, path: string, count: number): Promise<Figure[]> {
  await throttle(page, SLOWDOWN);
  const openMs = await page.evaluate(async (href) => {
    const startedAt = performance.now();
    document.querySelector<HTMLAnchorElement>(`a[href="${href}"]`)?.click();
    while (!document.querySelector('[role=log] article')) await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    return performance.now() - startedAt;
  }, path);
  const frames = await conversation(page).evaluate(async (log, screens) => {
    let scroller: Element | null = log;
    while (scroller && getComputedStyle(scroller).overflowY !== 'auto') scroller = scroller.parentElement;
    if (!scroller) throw new Error('Nothing scrolls here');
    const step = scroller.clientHeight / 12;
    const deltas: number[] = [];
    let before = await new Promise<number>(requestAnimationFrame);
    for (let frame = 0; frame < screens * 12; frame += 1) {
      scroller.scrollBy(0, -step);
      const now = await new Promise<number>(requestAnimationFrame);
      deltas.push(now - before);
      before = now;
    }
    return deltas;
  }, SCREENS);
  await throttle(page, 1);
  const figure = (what: string, value: number, samples: number): Figure => ({
    what,
    value,
    unit: 'ms',
    samples,
  });
  const stored = `${count.toLocaleString('en')} messages stored, ${SLOWDOWN}×`;
  return [
    figure(`open a chat of ${stored}: tap to first bubbles`, openMs, 1),
    figure(`scroll ${SCREENS} screens back, ${stored}: worst frame`, Math.max(...frames), frames.length),
    figure(`scroll ${SCREENS} screens back, ${stored}: frame, p95`, percentile(frames, 0.95), frames.length),
  ];
}

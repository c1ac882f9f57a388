import type { BrowserContext, Page } from '@playwright/test';
import { composer } from '../support/browser-steps.ts';
import { throttle } from './page-probes.ts';
import { type Figure, percentile } from './stats.ts';

const PRESSES = 60;
const SLOWDOWN = 4;
const KEY_MS = 50;

/**
 * From the key press to the painted bubble of one's own message, and from the server's answer to the painted tick. The
 * limit is a page without an app that does the least that keeps the promise: one durable write, then one element.
 */
export async function measureTyping(context: BrowserContext, chat: Page): Promise<Figure[]> {
  const bare = await openBarePage(context, new URL(chat.url()).origin);
  const bubbles: number[] = [];
  const durables: number[] = [];
  const ticks: number[] = [];
  const limits: number[] = [];
  // One after the other: an app that comes to the front looks for news, and nobody changes pages between two messages.
  await bare.bringToFront();
  await throttle(bare, SLOWDOWN);
  for (let press = 0; press < PRESSES; press += 1) limits.push(await pressInBare(bare, `Measured ${press}`));
  await bare.close();
  await chat.bringToFront();
  await throttle(chat, SLOWDOWN);
  for (let press = 0; press < PRESSES; press += 1) {
    const { bubbleMs, durableMs, tickMs } = await pressInApp(chat, `Measured ${press}`);
    bubbles.push(bubbleMs);
    durables.push(durableMs);
    ticks.push(tickMs);
  }
  await throttle(chat, 1);
  const figure = (what: string, values: readonly number[], share: number): Figure => ({
    what: `${what}, p${share * 100}`,
    value: percentile(values, share),
    unit: 'ms',
    samples: PRESSES,
  });
  const limit = (share: number) => ({
    what: `durable write and paint, bare page, ${SLOWDOWN}×`,
    value: percentile(limits, share),
  });
  const what = `own message, key press to bubble, ${SLOWDOWN}×`;
  const durable = `own message, key press to bubble marked durable, ${SLOWDOWN}×`;
  return [
    { ...figure(what, bubbles, 0.5), limit: { what: 'the bar: one frame budget', value: 50 } },
    { ...figure(what, bubbles, 0.95), limit: { what: 'the bar: one frame budget', value: 50 } },
    { ...figure(durable, durables, 0.5), limit: limit(0.5) },
    { ...figure(durable, durables, 0.95), limit: limit(0.95) },
    figure(`answer to tick, ${SLOWDOWN}×`, ticks, 0.5),
    figure(`answer to tick, ${SLOWDOWN}×`, ticks, 0.95),
  ];
}

async function pressInApp(
  page: Page,
  text: string,
): Promise<{ bubbleMs: number; durableMs: number; tickMs: number }> {
  // As a hand writes: the draft is kept and the field drawn at every key, and there is time between two messages.
  await composer(page).pressSequentially(text, { delay: KEY_MS });
  await page.evaluate((expected) => window.tambayBench.expect(expected), text);
  await composer(page).press('Enter');
  return page.evaluate(async () => {
    const { bubbleAt, durableAt, tick, pressAt } = window.tambayBench;
    const { paintedAt, answerAt } = await tick;
    return {
      bubbleMs: (await bubbleAt) - pressAt,
      durableMs: (await durableAt) - pressAt,
      tickMs: paintedAt - answerAt,
    };
  });
}

/** A document of the same origin without a script of ours. */
async function openBarePage(context: BrowserContext, origin: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${origin}/api/v1/health/check`);
  await page.evaluate(async () => {
    const opened = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('tambay-bench-bare', 1);
      request.onupgradeneeded = () => request.result.createObjectStore('messages', { keyPath: 'id' });
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    const fill = opened.transaction('messages', 'readwrite');
    for (let id = 0; id < 10_000; id += 1)
      fill.objectStore('messages').put({ id: String(id), content: 'Kumusta?' });
    await new Promise((resolve) => {
      fill.oncomplete = resolve;
    });
    addEventListener('keydown', (event) => {
      const writing = opened.transaction('messages', 'readwrite', { durability: 'strict' });
      const content = document.title;
      writing.objectStore('messages').put({ id: content, content });
      writing.oncomplete = () => {
        const bubble = document.createElement('p');
        bubble.textContent = content;
        document.body.append(bubble);
        requestAnimationFrame(() => {
          const channel = new MessageChannel();
          channel.port1.onmessage = () => {
            document.body.dataset['ms'] = String(performance.now() - event.timeStamp);
          };
          channel.port2.postMessage(null);
        });
      };
    });
  });
  return page;
}

async function pressInBare(page: Page, text: string): Promise<number> {
  await page.evaluate((title) => {
    document.title = title;
    delete document.body.dataset['ms'];
  }, text);
  await page.keyboard.press('Enter');
  const ms = await page.waitForFunction(() => document.body.dataset['ms']);
  return Number(await ms.jsonValue());
}

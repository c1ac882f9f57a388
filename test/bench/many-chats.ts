import { fileURLToPath } from 'node:url';
import { chromium, type Page } from '@playwright/test';
import { run } from '../faults/support/process.ts';
import { startApp } from '../support/browser-app.ts';
import { logIn } from '../support/browser-people.ts';
import { waitForShell } from '../support/browser-steps.ts';
import { chromiumLaunch } from '../support/chromium.ts';
import { desk } from './stage.ts';
import type { Figure } from './stats.ts';

const CHATS = 1_000;
const TIMEOUT_MS = 180_000;
const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const msUntil = async (happens: () => Promise<unknown>): Promise<number> => {
  const startedAt = performance.now();
  await happens();
  return performance.now() - startedAt;
};

const firstRow = (page: Page) => page.locator('a[href^="/chats/"]').first().waitFor({ timeout: TIMEOUT_MS });

/** How many chats the device holds. */
const heldChats = (page: Page, userId: string): Promise<number> =>
  page.evaluate(
    (name) =>
      new Promise<number>((resolve, reject) => {
        const open = indexedDB.open(name);
        open.onerror = () => reject(open.error);
        open.onsuccess = () => {
          const asked = open.result.transaction('chats').objectStore('chats').count();
          asked.onsuccess = () => resolve(asked.result);
          open.result.close();
        };
      }),
    `tambay-${userId}`,
  );

const untilHeld = async (page: Page, userId: string): Promise<void> => {
  const until = performance.now() + TIMEOUT_MS;
  while ((await heldChats(page, userId)) < CHATS) {
    if (performance.now() > until) throw new Error(`Only ${await heldChats(page, userId)} chats came`);
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
};

/** A member of a thousand chats on a new device, and what the open socket costs them afterwards. */
export async function measureManyChats(): Promise<Figure[]> {
  let seeded = '';
  const app = await startApp({
    prepare: async (settings) => {
      const sizes = ['--people', String(CHATS + 1), '--messages', '40000', '--chats', String(CHATS)];
      seeded = await run(process.execPath, [at('../../server/seed/main.ts'), ...sizes], {
        env: { PATH: process.env['PATH'], ...settings },
      });
    },
  });
  const [, email = '', password = ''] = /^ {2}(\S+@\S+) {2}(.+)$/m.exec(seeded) ?? [];
  const browser = await chromium.launch(chromiumLaunch);
  try {
    const context = await browser.newContext(desk);
    const page = await context.newPage();
    const { user, accessToken } = await logIn(app.origin, { email, password });
    await page.goto(`${app.origin}/icons/tambay.svg`);
    await page.evaluate((token) => localStorage.setItem('ACCESS_TOKEN', token), accessToken);
    let receivedBytes = 0;
    let sockets = 0;
    page.on('websocket', (socket) => {
      sockets += 1;
      socket.on('framereceived', ({ payload }) => {
        receivedBytes += payload.length;
      });
    });
    const startedAt = performance.now();
    await page.goto(`${app.origin}/profile/messages`);
    await firstRow(page);
    const firstMs = performance.now() - startedAt;
    await untilHeld(page, user.id);
    const allMs = performance.now() - startedAt;
    await waitForShell(page);
    // Two beats of the server; the first ones after a connection are whole.
    await page.waitForTimeout(35_000);
    [receivedBytes, sockets] = [0, 0];
    await page.waitForTimeout(60_000);
    const [quietBytes, reconnects] = [receivedBytes, sockets];
    const rows = await page.locator('a[href^="/chats/"]').count();
    const warmMs = await msUntil(async () => {
      await page.reload();
      await firstRow(page);
    });
    await context.close();
    const of = `${CHATS.toLocaleString('en')} chats`;
    return [
      { what: `${of}, new device: address to first row`, value: firstMs, unit: 'ms', samples: 1 },
      { what: `${of}, new device: until all are held`, value: allMs, unit: 'ms', samples: 1 },
      { what: `${of}, held: reload to first row`, value: warmMs, unit: 'ms', samples: 1 },
      { what: `${of}: rows in the document`, value: rows, unit: 'rows', samples: 1 },
      { what: `${of}: a quiet minute of the socket`, value: quietBytes / 1_024, unit: 'KB', samples: 1 },
      { what: `${of}: sockets opened in that minute`, value: reconnects, unit: 'sockets', samples: 1 },
    ];
  } finally {
    await browser.close();
    await app.dispose();
  }
}

import { mkdir } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { findBrowser } from '../../scripts/browser.mjs';
import { buildCatalogue, serveCatalogue } from './serve.ts';

/*
 * Pictures of the catalogue to look at:
 *   node test/catalogue/shoot.ts --page chat,chats --theme light,dark --lang fil --size phone,desk
 * Without arguments: every page, light and dark, English, both sizes. They land in .cache/shots.
 */
const { values } = parseArgs({
  options: {
    page: { type: 'string' },
    theme: { type: 'string', default: 'light,dark' },
    lang: { type: 'string', default: 'en-US' },
    size: { type: 'string', default: 'phone,desk' },
    scale: { type: 'string', default: '1' },
  },
});

const sizes: Readonly<Record<string, { width: number; height: number }>> = {
  phone: { width: 390, height: 844 },
  small: { width: 320, height: 568 },
  desk: { width: 1280, height: 800 },
};

const outDir = '.cache/shots';
const list = (text: string) => text.split(',').filter(Boolean);

await buildCatalogue();
await mkdir(outDir, { recursive: true });
const { origin, close } = await serveCatalogue(0);
const executablePath = findBrowser();
const browser = await chromium.launch({
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'],
  ...(executablePath === undefined ? {} : { executablePath }),
});
try {
  const pages = values.page === undefined ? await allPages(browser) : list(values.page);
  for (const size of list(values.size)) {
    const viewport = sizes[size];
    if (!viewport) throw new Error(`No size ${size}`);
    for (const theme of list(values.theme)) {
      const context = await browser.newContext({
        viewport,
        deviceScaleFactor: Number(values.scale),
        colorScheme: theme === 'light' ? 'light' : 'dark',
        hasTouch: size !== 'desk',
        isMobile: size !== 'desk',
      });
      for (const lang of list(values.lang)) {
        for (const page of pages) await shoot(context, page, theme, lang, size);
      }
      await context.close();
    }
  }
} finally {
  await browser.close();
  await close();
}

async function allPages(within: Browser): Promise<string[]> {
  const tab = await within.newPage();
  await tab.goto(origin);
  const names = await tab.getByRole('link').allTextContents();
  await tab.close();
  return names;
}

async function shoot(context: BrowserContext, page: string, theme: string, lang: string, size: string) {
  const tab = await context.newPage();
  tab.on('pageerror', (error) => process.stderr.write(`${page}: ${error.message}\n`));
  tab.on('console', (message) => {
    if (message.type() === 'error') process.stderr.write(`${page}: ${message.text()}\n`);
  });
  await tab.clock.install();
  await tab.goto(`${origin}/?page=${page}&theme=${theme}&lang=${lang}`);
  await tab.waitForSelector('main, [role=status]');
  await tab.waitForFunction(() => document.fonts.status === 'loaded');
  // Past the strip's delay and the entrance of sheets.
  await tab.clock.runFor(2_000);
  await tab.evaluate(async () => {
    const finite = document
      .getAnimations()
      .filter((each) => each.effect?.getTiming().iterations !== Infinity);
    await Promise.allSettled(finite.map((each) => each.finished));
  });
  if (page === 'toasts') {
    for (const name of ['error', 'action']) await tab.getByRole('button', { name, exact: true }).click();
  }
  if (page === 'menu') await tab.getByRole('button').first().click();
  await tab.clock.runFor(500);
  await settle(tab);
  await tab.screenshot({ path: `${outDir}/${page}-${theme}-${lang}-${size}.png` });
  await tab.close();
}

/** Waits for everything that moves and comes to an end. */
async function settle(tab: Page) {
  await tab.evaluate(async () => {
    const finite = document
      .getAnimations()
      .filter((each) => each.effect?.getTiming().iterations !== Infinity);
    await Promise.allSettled(finite.map((each) => each.finished));
  });
}

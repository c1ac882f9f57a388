/**
 * Pictures of the screens of people and chats over a small believable community, for `docs/screens`:
 *   node test/catalogue/shoot-people.ts [folder]
 */
import { mkdir } from 'node:fs/promises';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { startApp } from '../support/browser-app.ts';
import { settle } from '../support/browser-layout.ts';
import { callAs } from '../support/browser-people.ts';
import { chatRow, waitForShell } from '../support/browser-steps.ts';
import { chromiumLaunch } from '../support/chromium.ts';
import { settleCommunity } from './people-community.ts';

const folder = process.argv[2] ?? 'docs/screens';
const app = await startApp();
const { ana, ben, cora, elena, say, withBen, group } = await settleCommunity(app.origin);
// From here on Ana is told that what she writes to Elena was not sent.
await callAs(app.origin, elena, 'PUT', `/users/${ana.id}/block`, undefined, { blocked: true });

await mkdir(folder, { recursive: true });
const browser = await chromium.launch(chromiumLaunch);
const shapes = [
  { name: 'phone', viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
  { name: 'desktop', viewport: { width: 1_280, height: 800 }, isMobile: false, hasTouch: false },
];
const looks = [
  ['light', 'en-US'],
  ['dark', 'fil'],
] as const;

/** What Ben says before each round: what is unseen then. */
const news = [
  ['Sasama ka ba bukas? Sabi ni Cora, may bagong kapihan daw sa Escolta.', 'Katabi ng lumang sinehan'],
  ['Nandito na ako sa may hagdan', 'Nasaan ka na?'],
  ['Uy, may tugtugan daw mamaya', 'Libre ang pasok bago mag-alas-siyete'],
  ['Pakisabi kay Dante, nasa akin ang susi', 'Salamat!'],
] as const;

const composer = (page: Page) => page.locator('textarea').last();

async function shootRound(
  context: BrowserContext,
  suffix: string,
  [first, second]: readonly [string, string],
) {
  const page = await context.newPage();
  const shoot = async (screen: string): Promise<void> => {
    await settle(page);
    await page.screenshot({ path: `${folder}/${screen}-${suffix}.png` });
  };
  const open = async (path: string): Promise<void> => {
    await page.goto(app.origin + path);
    await page.getByRole('heading', { level: 1 }).last().waitFor();
    await page.waitForLoadState('networkidle');
  };
  const inLog = (words: string) => page.getByRole('log').getByText(words, { exact: true }).waitFor();
  await page.goto(`${app.origin}/icons/tambay.svg`);
  await page.evaluate((token) => localStorage.setItem('ACCESS_TOKEN', token), ana.token);
  await say(ben, withBen, first);
  await say(ben, withBen, second);
  await open('/profile/messages');
  await chatRow(page, second).waitFor();
  await chatRow(page, 'Dante Reyes').waitFor();
  await waitForShell(page);
  await shoot('messages');
  for (const [screen, path] of [
    ['friends', '/profile/friends'],
    ['requests', '/profile/friend-requests'],
    ['message-requests', '/chats/requests'],
    ['add-friend', '/profile/add-friend'],
    ['person', `/users/${cora.uniqueCode}`],
    ['me', '/profile'],
    ['edit', '/profile/update'],
    ['start-chat', '/chats/start'],
    ['saved-messages', `/chats/${ana.uniqueCode}`],
    ['new-chat', '/chats/new'],
    ['public-chats', '/chats/public'],
  ] as const) {
    await open(path);
    await shoot(screen);
  }
  await page.goto(`${app.origin}/search?q=esc`);
  await page.locator('section [role=status]').filter({ hasText: /\d/ }).waitFor();
  await shoot('search');

  await open(`/chats/${ben.uniqueCode}`);
  await inLog(second);
  await shoot('chat');
  await page.getByRole('log').getByText(first, { exact: true }).click({ button: 'right' });
  await page.getByRole('dialog').last().waitFor();
  await shoot('message-options');
  await page.keyboard.press('Escape');
  await page
    .getByRole('log')
    .getByRole('article')
    .filter({ hasText: first })
    .locator('button')
    .nth(1)
    .dispatchEvent('click');
  await composer(page).fill('Sasama!');
  await shoot('reply');
  await composer(page).fill('');
  await composer(page).press('Escape');

  await open('/profile/messages');
  await chatRow(page, 'Barkada sa Escolta').click();
  await inLog('Sige, kita-kits!');
  await shoot('group');
  await composer(page).pressSequentially('@');
  await page.getByRole('listbox').waitFor();
  await shoot('mention');
  await composer(page).fill('');
  await page.getByRole('log').hover();
  await page.getByRole('log').evaluate((log) => {
    let scroller: Element | null = log;
    while (scroller && getComputedStyle(scroller).overflowY !== 'auto') scroller = scroller.parentElement;
    scroller?.scrollBy(0, -500);
  });
  await say(cora, group, 'Papunta na ako');
  await page.getByRole('button', { name: /^1 / }).waitFor();
  await shoot('jump-pill');
  await page
    .getByRole('link', { name: /^Barkada sa Escolta/ })
    .last()
    .click();
  await page.waitForURL(/info$/);
  await page.waitForLoadState('networkidle');
  await shoot('chat-info');

  await open(`/chats/${elena.uniqueCode}`);
  for (const words of ['Salamat, Elena!', 'Kumain ka na ba?']) {
    await composer(page).fill(words);
    await page.getByRole('button', { name: /^(Send|Ipadala)$/ }).click();
    await inLog(words);
  }
  await page.getByRole('button', { name: /^(Retry all|I-retry lahat)$/ }).waitFor();
  await shoot('failed');

  await context.setOffline(true);
  await open(`/chats/${ben.uniqueCode}`);
  await composer(page).fill('Nasa tunnel ako, mamaya na lang ulit');
  await page.getByRole('button', { name: /^(Send|Ipadala)$/ }).click();
  await inLog('Nasa tunnel ako, mamaya na lang ulit');
  await page.waitForTimeout(2_000);
  await shoot('chat-offline');
  await open('/profile/messages');
  await page.waitForTimeout(2_000);
  await shoot('messages-offline');
  // It was for the picture alone.
  await context.close();
}

let round = 0;
for (const { name, ...shape } of shapes) {
  for (const [colorScheme, language] of looks) {
    const locale = language === 'fil' ? 'fil-PH' : language;
    const context = await browser.newContext({ ...shape, colorScheme, locale });
    await shootRound(context, `${name}-${colorScheme}`, news[round % news.length] ?? news[0]);
    round += 1;
  }
}
await browser.close();
await app.dispose();

import { readFile } from 'node:fs/promises';
import { type BrowserContext, expect } from '@playwright/test';
import { zipSync } from 'fflate';
import { formatUniqueCode, LIMITS } from '../../protocol/index.ts';
import type { RunningApp } from '../support/browser-app.ts';
import { dumpDatabases } from '../support/browser-databases.ts';
import { befriend, history, type Person, registerPerson, say } from '../support/browser-people.ts';
import {
  arriveSignedIn,
  composer,
  conversation,
  expectArrived,
  expectState,
  message,
  openChat,
  waitForShell,
  write,
} from '../support/browser-steps.ts';
import { test } from '../support/story.ts';

let app: RunningApp;
test.beforeAll(({ app: shared }) => {
  app = shared;
});

const contexts: BrowserContext[] = [];
test.afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close();
});

/** Two friends of this story alone. */
const pair = async (): Promise<[Person, Person]> => {
  const ana = await registerPerson(app.origin, 'Ana', 'Santos');
  const ben = await registerPerson(app.origin, 'Ben', 'Cruz');
  await befriend(app.origin, ana, ben);
  return [ana, ben];
};

test('too many words are said before they are sent, and none of them is lost', async ({ page }) => {
  const [ana, ben] = await pair();
  await arriveSignedIn(page, app.origin, ana);
  await openChat(page, 'Ben Cruz');
  const words = 'a'.repeat(LIMITS.messageMax + 1);
  await composer(page).fill(words);
  await expect(page.getByText(`Too long: ${LIMITS.messageMax} characters at most`)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeDisabled();
  await page.keyboard.press('Enter');
  await page.reload();
  await expect(composer(page)).toHaveValue(words);
  await composer(page).press('End');
  await composer(page).press('Backspace');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(composer(page)).toHaveValue('');
  await expect
    .poll(async () => (await history(app.origin, ben, ana)).map(({ content }) => content))
    .toEqual([words.slice(1)]);
});

test('the newest words stay in sight when the keyboard takes half of the screen', async ({ page }) => {
  const [ana, ben] = await pair();
  for (let at = 1; at <= 20; at += 1) await say(app.origin, ana, ben, `Linya ${at}`);
  await arriveSignedIn(page, app.origin, ana);
  await openChat(page, 'Ben Cruz');
  await expect(message(page, 'Linya 20')).toBeInViewport();
  await composer(page).click();
  // Chromium resizes the content, as the page asks it to (`interactive-widget=resizes-content`).
  await page.setViewportSize({ width: 390, height: 480 });
  await expect(message(page, 'Linya 20')).toBeInViewport();
  await expect(composer(page)).toBeInViewport();
  await write(page, 'Habang nakabukas ang keyboard');
  await expect(message(page, 'Habang nakabukas ang keyboard')).toBeInViewport();
  await expect(composer(page)).toBeFocused();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(message(page, 'Habang nakabukas ang keyboard')).toBeInViewport();
});

test('my code is copied, and shared with its address; what is unseen is on the icon of the app', async ({
  page,
  context,
}) => {
  const [ana, ben] = await pair();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  // The sheet and the icon belong to the system: what is handed to them is written down.
  await context.addInitScript(() => {
    const handed: string[] = [];
    window.tambayHanded = handed;
    navigator.share = async ({ text, url } = {}) => void handed.push(`${text} ${url}`);
    navigator.setAppBadge = async (count) => void handed.push(`icon ${count}`);
    navigator.clearAppBadge = async () => void handed.push('icon clear');
  });
  const handed = () => page.evaluate(() => window.tambayHanded ?? []);
  await arriveSignedIn(page, app.origin, ana, '/profile');
  await expect(page.getByRole('img', { name: 'QR code of your profile' })).toBeVisible();
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(formatUniqueCode(ana.uniqueCode));
  await page.getByRole('button', { name: 'Share my code' }).click();
  await expect
    .poll(handed)
    .toContainEqual(
      expect.stringMatching(
        new RegExp(`${formatUniqueCode(ana.uniqueCode)}.* ${app.origin}/users/${ana.uniqueCode}$`),
      ),
    );
  await say(app.origin, ben, ana, 'Isa');
  await say(app.origin, ben, ana, 'Dalawa');
  await expect.poll(async () => (await handed()).at(-1)).toBe('icon 2');
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: /^Chats/ })
    .click();
  await openChat(page, 'Ben Cruz');
  await expect.poll(async () => (await handed()).at(-1)).toBe('icon clear');
});

test('a draft keeps its files through a reload, and they are sent from a tunnel and opened by the other one', async ({
  page,
  context,
  browser,
}) => {
  const [ana, ben] = await pair();
  await arriveSignedIn(page, app.origin, ana);
  await openChat(page, 'Ben Cruz');
  await waitForShell(page);
  const list = {
    name: 'listahan.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('kamatis, sibuyas, bawang'),
  };
  const prices = { name: 'presyo.csv', mimeType: 'text/csv', buffer: Buffer.from('kamatis,20\nbawang,90\n') };
  await page.locator('input[type=file]').last().setInputFiles([list, prices]);
  await composer(page).fill('Mga bibilhin');
  const tray = page.getByRole('list', { name: 'Attachments' });
  await expect(tray.getByRole('listitem')).toHaveCount(2);
  // A draft is kept 300 ms after the last change of it.
  await expect.poll(async () => (await dumpDatabases(page, ['chatDrafts'])).match(/"alt":/g)?.length).toBe(2);
  await page.reload();
  await expect(composer(page)).toHaveValue('Mga bibilhin');
  await expect(tray.getByRole('listitem')).toHaveCount(2);
  await expect(tray).toContainText('presyo.csv');

  await context.setOffline(true);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expectState(page, 'Mga bibilhin', 'Waiting to be sent');
  await expect(tray).toHaveCount(0);
  await expect(conversation(page).getByText('listahan.txt')).toBeVisible();
  await context.setOffline(false);
  await expectArrived(page, 'Mga bibilhin');

  const other = await browser.newContext({ acceptDownloads: true });
  contexts.push(other);
  const bens = await other.newPage();
  await arriveSignedIn(bens, app.origin, ben);
  await openChat(bens, 'Ana Santos');
  await expect(conversation(bens).getByText('presyo.csv')).toBeVisible();
  const coming = bens.waitForEvent('download');
  await conversation(bens).getByText('listahan.txt').click();
  const saved = await coming;
  expect(saved.suggestedFilename()).toBe(list.name);
  expect(await readFile(await saved.path())).toEqual(list.buffer);
});

test('a program is refused in the tunnel already, whatever it is called, and the file beside it stays', async ({
  page,
  context,
}) => {
  const [ana] = await pair();
  await arriveSignedIn(page, app.origin, ana);
  await openChat(page, 'Ben Cruz');
  await waitForShell(page);
  await context.setOffline(true);
  const words = new TextEncoder().encode('x');
  const program = Buffer.from(zipSync({ 'AndroidManifest.xml': words, 'classes.dex': words }));
  const archive = Buffer.from(zipSync({ 'liham.txt': words }));
  await page
    .locator('input[type=file]')
    .last()
    .setInputFiles([
      { name: 'laro.zip', mimeType: 'application/zip', buffer: program },
      { name: 'liham.zip', mimeType: 'application/zip', buffer: archive },
    ]);
  const tray = page.getByRole('list', { name: 'Attachments' });
  const refusal = page.getByText('This type is not supported');
  await expect(refusal).toBeVisible();
  await tray.getByRole('button', { name: 'Remove: laro.zip' }).click();
  await expect(refusal).toHaveCount(0);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(conversation(page).getByText('liham.zip')).toBeVisible();
  await expect(conversation(page).getByText('laro.zip')).toHaveCount(0);
});

declare global {
  interface Window {
    tambayHanded?: string[];
  }
}

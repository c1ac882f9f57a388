import { expect, type Page } from '@playwright/test';
import type { RunningApp } from '../support/browser-app.ts';
import { findBarriers, findOverflow, settle } from '../support/browser-layout.ts';
import { befriend, type Person, registerPerson, say } from '../support/browser-people.ts';
import { postAs } from '../support/browser-posts.ts';
import { arriveSignedIn, chatRow, conversation, message, waitForShell } from '../support/browser-steps.ts';
import { test } from '../support/story.ts';

let app: RunningApp;
let ana: Person;
let ben: Person;
test.beforeAll(async ({ app: shared }) => {
  app = shared;
  ana = await registerPerson(app.origin, 'Ana', 'Santos');
  ben = await registerPerson(app.origin, 'Ben', 'Cruz');
  await befriend(app.origin, ana, ben);
  for (let n = 1; n <= 260; n += 1) {
    const words = { 20: 'Nasa paso ang susi ng gate', 120: 'Dala ko ang payong mo' }[n];
    await say(app.origin, n % 2 ? ana : ben, n % 2 ? ben : ana, words ?? `Kuwento bilang ${n}`);
  }
});

const field = (page: Page) => page.getByRole('textbox', { name: 'Search everything' });
const results = (page: Page) => page.getByRole('region', { name: 'Search' });
const found = (page: Page, words: string) => results(page).getByRole('listitem').filter({ hasText: words });

const openSearch = async (page: Page, words: string): Promise<void> => {
  await page.getByRole('link', { name: 'Search', exact: true }).click();
  await expect(field(page)).toBeFocused();
  await field(page).pressSequentially(words);
};

test('what is not on the phone is found with a network, opens with what stands around it, and stays', async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await arriveSignedIn(page, app.origin, ana);
  await expect(chatRow(page, 'Ben Cruz')).toBeVisible();
  await waitForShell(page);
  // In the tunnel only what is on the phone is there, and the screen says so.
  await context.setOffline(true);
  await openSearch(page, 'paso');
  await expect(page.getByText('Nothing found')).toBeVisible();
  await expect(page.getByText('No internet: only what is on this device is shown.')).toBeVisible();
  // Out of it, the server is asked without another key.
  await context.setOffline(false);
  await expect(found(page, 'Nasa paso ang susi')).toHaveCount(1, { timeout: 20_000 });
  await expect(found(page, 'Nasa paso ang susi')).toContainText('Not on this device');
  await settle(page);
  expect(await findBarriers(page)).toEqual([]);
  expect(await findOverflow(page)).toEqual([]);

  await found(page, 'Nasa paso ang susi').getByRole('link').click();
  await expect(message(page, 'Nasa paso ang susi ng gate')).toBeInViewport();
  await expect(message(page, 'Kuwento bilang 21')).toBeInViewport();
  // Reading on from there brings what follows, one page after the other, without what lies between it and the newest.
  await conversation(page).hover();
  await expect(async () => {
    await page.mouse.wheel(0, 300);
    await expect(message(page, 'Kuwento bilang 72')).toBeInViewport({ timeout: 250 });
  }).toPass();

  // It is on the phone now, in a tunnel as well.
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(field(page)).toHaveValue('paso');
  await context.setOffline(true);
  await expect(found(page, 'Nasa paso ang susi')).toHaveCount(1);
  await expect(found(page, 'Not on this device')).toHaveCount(0);
  await found(page, 'Nasa paso ang susi').getByRole('link').click();
  await expect(message(page, 'Nasa paso ang susi ng gate')).toBeInViewport();
  await context.setOffline(false);
});

test('a search in a chat goes on behind what is on the phone', async ({ page }) => {
  await arriveSignedIn(page, app.origin, ana);
  await chatRow(page, 'Ben Cruz').click();
  await page.getByRole('button', { name: 'Search in this chat' }).click();
  await page.getByRole('textbox', { name: 'Search in this chat' }).pressSequentially('payong');
  await expect(page.getByText('1 of 1', { exact: true })).toBeVisible();
  await expect(message(page, 'Dala ko ang payong mo')).toBeInViewport();
});

test('filters narrow down what is here and what is not, and people and posts come from beyond, too', async ({
  page,
  context,
}) => {
  const dan = await registerPerson(app.origin, 'Zosimo', 'Dimaguiba');
  await postAs(app.origin, dan, 'Nawawala ang pusa namin na si Muning');
  await say(app.origin, ben, ana, 'Tingnan mo https://tambay.example/pusa');
  await say(app.origin, ana, ben, 'Eto rin https://tambay.example/aso');
  await arriveSignedIn(page, app.origin, ana);
  await openSearch(page, 'pusa');
  await expect(found(page, 'Nawawala ang pusa namin')).toContainText('Not on this device');
  await expect(found(page, 'Tingnan mo')).toHaveCount(1);
  await field(page).fill('zosim');
  await expect(found(page, 'Zosimo Dimaguiba')).toContainText('Not on this device');

  await field(page).fill('');
  await page.getByRole('button', { name: 'Links', exact: true }).click();
  await expect(found(page, 'tambay.example')).toHaveCount(2);
  await page.getByRole('button', { name: 'From whom' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Ben Cruz' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(found(page, 'tambay.example')).toHaveCount(1);
  await expect(found(page, 'Tingnan mo')).toHaveCount(1);
  // Kept in the address: coming back finds the same.
  await expect(page).toHaveURL(/has=link/);
  await waitForShell(page);
  await context.setOffline(true);
  await page.reload();
  await expect(found(page, 'Tingnan mo')).toHaveCount(1);
  await page.getByRole('button', { name: 'When' }).click();
  await page.getByRole('dialog').getByLabel('Last day').fill('2020-01-01');
  await page.getByRole('button', { name: 'Show these' }).click();
  await expect(page.getByText('Nothing found')).toBeVisible();
  await context.setOffline(false);
});

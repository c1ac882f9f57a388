import { expect, test } from '@playwright/test';
import { type RunningApp, startApp } from '../support/browser-app.ts';
import { befriend, type Person, registerPerson } from '../support/browser-people.ts';
import {
  allWords,
  arriveSignedIn,
  composer,
  confirm,
  expectArrived,
  openChat,
  waitForShell,
  write,
} from '../support/browser-steps.ts';

let app: RunningApp;
let ana: Person;
let ben: Person;
test.beforeAll(async () => {
  app = await startApp();
});
test.afterAll(async () => {
  await app?.dispose();
});
test.beforeEach(async () => {
  ana = await registerPerson(app.origin, 'Ana', 'Santos');
  ben = await registerPerson(app.origin, 'Ben', 'Cruz');
  await befriend(app.origin, ana, ben);
});

test('the outbox shows what waits and why; there it can be edited, taken back, and seen to leave', async ({
  page,
  context,
}) => {
  await arriveSignedIn(page, app.origin, ana);
  await waitForShell(page);
  await openChat(page, 'Ben Cruz');
  await context.setOffline(true);
  for (const words of ['First', 'Secnod', 'Third']) await write(page, words);

  await page.goto(`${app.origin}/profile/outbox`);
  const row = (words: string) => page.getByRole('listitem').filter({ hasText: `“${words}”` });
  await expect(page.getByRole('listitem').filter({ hasText: 'Message · Ben Cruz' })).toHaveCount(3);
  await expect(row('First')).toContainText('Waits for a signal');
  await expect(page.getByRole('navigation', { name: 'Main' }).getByText('3', { exact: true })).toBeVisible();

  await row('Third').getByRole('button', { name: 'Cancel' }).click();
  await confirm(page, 'Discard');
  await expect(row('Third')).toHaveCount(0);

  await row('Secnod').getByRole('button', { name: 'Edit' }).click();
  await expect(page).toHaveURL(/\/chats\//);
  await expect(composer(page)).toHaveValue('Secnod');
  await write(page, 'Second');

  await page.goto(`${app.origin}/profile/outbox`);
  await expect(row('Second')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('Everything is sent')).toBeVisible();
  await page.goto(`${app.origin}/chats/${ben.uniqueCode}`);
  await expectArrived(page, 'Second');
  expect(await allWords(page)).toEqual(['First', 'Second']);
});

test('what hangs together is one card of the outbox, and is taken back as one', async ({ page, context }) => {
  await arriveSignedIn(page, app.origin, ana);
  await waitForShell(page);
  await context.setOffline(true);
  await page.getByRole('link', { name: 'New group' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Tropa');
  await page.getByRole('checkbox').filter({ hasText: 'Ben Cruz' }).click();
  await page.getByRole('button', { name: 'Create' }).click();
  for (const words of ['Tara!', 'Saan?']) await write(page, words);

  await page.goto(`${app.origin}/profile/outbox`);
  const card = page.getByRole('listitem').filter({ hasText: 'New chat' });
  const belongings = card.getByRole('list', { name: '2 things belong to it' });
  await expect(belongings.getByRole('listitem')).toContainText(['“Tara!”', '“Saan?”']);

  await belongings.getByRole('listitem').first().getByRole('button', { name: 'Cancel' }).click();
  await confirm(page, 'Discard');
  await expect(card.getByRole('list', { name: '1 thing belongs to it' })).toContainText('“Saan?”');

  await card.getByRole('button', { name: 'Cancel' }).first().click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('nor the 1 thing that belongs to it');
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByText('Everything is sent')).toBeVisible();
});

test('settings of the device: at once, without a network, and kept through a sign-out', async ({
  page,
  context,
}) => {
  await arriveSignedIn(page, app.origin, ana, '/profile');
  await waitForShell(page);
  await context.setOffline(true);
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page).toHaveURL(`${app.origin}/profile/settings`);
  await page.getByRole('button', { name: 'Dark' }).click();
  await page.getByRole('button', { name: 'Large', exact: true }).click();
  await page.getByRole('switch', { name: 'Less motion' }).click();
  const html = page.locator('html');
  await expect(html).toHaveAttribute('data-theme', 'dark');
  await expect(html).toHaveAttribute('data-motion', 'less');
  const size = () => html.evaluate((root) => getComputedStyle(root).fontSize);
  expect(await size()).toBe('18.4px');

  await page.getByRole('link', { name: 'Language' }).click();
  await expect(page).toHaveURL(`${app.origin}/profile/change-language`);
  await page.getByRole('button', { name: 'Filipino' }).click();
  await expect(page.getByRole('heading', { name: 'Wika' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Wika' })).toBeVisible();
  await expect(html).toHaveAttribute('lang', 'fil');
  await expect(html).toHaveAttribute('data-text-size', 'large');
  expect(await size()).toBe('18.4px');

  await context.setOffline(false);
  await page.goto(`${app.origin}/profile`);
  await page.getByRole('button', { name: 'Mag-sign out' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Mag-sign out' }).click();
  await expect(page).toHaveURL(`${app.origin}/`);
  await expect(html).toHaveAttribute('lang', 'fil');
  await page.reload();
  expect(await size()).toBe('18.4px');
});

import { expect, type Page } from '@playwright/test';
import { chatResponse, newId } from '../../protocol/index.ts';
import type { RunningApp } from '../support/browser-app.ts';
import { findBarriers } from '../support/browser-layout.ts';
import { callAs, type Person, say } from '../support/browser-people.ts';
import {
  arriveSignedIn,
  bubble,
  composer,
  expectArrived,
  expectState,
  openChat,
  waitForShell,
  write,
} from '../support/browser-steps.ts';
import { test } from '../support/story.ts';

let app: RunningApp;
let ana: Person;
let ben: Person;
test.beforeAll(({ app: shared }) => {
  app = shared;
});
test.beforeEach(({ ana: first, ben: second }) => {
  [ana, ben] = [first, second];
});
test.use({ viewport: { width: 390, height: 844 }, locale: 'en-US' });

/** Without what else may stand there, as the card that tells what was sent meanwhile. */
const rows = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: 'Remove star' }) });
const star = (page: Page, text: string) => bubble(page, text).getByRole('img', { name: 'starred' });
const choose = async (page: Page, text: string, action: string): Promise<void> => {
  await bubble(page, text).click({ button: 'right' });
  const menu = page.getByRole('dialog', { name: 'Message options' });
  await menu.getByRole('button', { name: action, exact: true }).click();
};
/** From the profile, as one looks for something kept. */
const openList = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Back' }).click();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Me' }).click();
  await page.getByRole('link', { name: 'Starred messages' }).click();
  await expect(page.getByRole('heading', { name: 'Starred messages' })).toBeVisible();
};

test('starred without a network, messages are in the list at once, on every device of mine, and on nobody else’s', async ({
  page,
  context,
  browser,
}) => {
  test.slow();
  await say(app.origin, ben, ana, 'Wifi: tambay2026');
  // More than a device gets with the chat.
  for (let more = 1; more <= 55; more += 1) await say(app.origin, ben, ana, `Usapang ${more}`);
  await say(app.origin, ben, ana, 'Pin ng gate: 4471');
  await arriveSignedIn(page, app.origin, ana);
  await waitForShell(page);
  await openChat(page, 'Ben Cruz');
  await context.setOffline(true);
  await write(page, 'Salamat, itatago ko');
  await choose(page, 'Pin ng gate: 4471', 'Star');
  await expect(star(page, 'Pin ng gate: 4471')).toBeVisible();
  await choose(page, 'Salamat, itatago ko', 'Star');
  await expect(star(page, 'Salamat, itatago ko')).toBeVisible();
  await expectState(page, 'Salamat, itatago ko', 'Waiting to be sent');
  await page.reload();
  await expect(composer(page)).toBeVisible();
  await openList(page);
  await expect(rows(page)).toHaveText([/You: Salamat, itatago ko/, /Pin ng gate: 4471/]);
  expect(await findBarriers(page)).toEqual([]);

  const second = await (await browser.newContext({ locale: 'en-US' })).newPage();
  await arriveSignedIn(second, app.origin, ana, '/chats/starred');
  await expect(second.getByText('No starred message')).toBeVisible();
  const bens = await (await browser.newContext({ locale: 'en-US' })).newPage();
  await arriveSignedIn(bens, app.origin, ben);
  await openChat(bens, 'Ana Santos');
  await context.setOffline(false);
  await expect(rows(second)).toHaveText([/You: Salamat, itatago ko/, /Pin ng gate: 4471/]);
  await expect(bubble(bens, 'Salamat, itatago ko')).toBeVisible();
  await expect(star(bens, 'Salamat, itatago ko')).toHaveCount(0);

  // Other words are other words in the list, and what is deleted for everybody leaves it.
  await choose(bens, 'Pin ng gate: 4471', 'Edit');
  await composer(bens).fill('Pin ng gate: 9902');
  await composer(bens).press('Enter');
  await expect(rows(second)).toHaveText([/Salamat/, /Pin ng gate: 9902/]);
  await expect(rows(page)).toHaveText([/Salamat/, /Pin ng gate: 9902/]);
  await choose(bens, 'Pin ng gate: 9902', 'Delete');
  await bens.getByRole('button', { name: 'Delete for everyone' }).click();
  await expect(rows(second)).toHaveText([/Salamat/]);
  await expect(rows(page)).toHaveText([/Salamat/]);

  // A row leads to its message; the star goes and comes back with Undo, in the list as well.
  await rows(page).getByRole('link').click();
  await expect(bubble(page, 'Salamat, itatago ko')).toBeInViewport();
  await choose(page, 'Salamat, itatago ko', 'Remove star');
  await expect(rows(second)).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(rows(second)).toHaveText([/Salamat/]);
  await second.getByRole('button', { name: 'Remove star' }).click();
  await expect(rows(second)).toHaveCount(0);
  await expect(star(page, 'Salamat, itatago ko')).toHaveCount(0);
  for (const other of [second, bens]) await other.context().close();
});

test('the stars of one chat are in its own list, and go with the chat that is left', async ({
  page,
  context,
}) => {
  const body = { id: newId(), type: 'GROUP', name: 'Barkada', users: [ben.id] };
  await callAs(app.origin, ana, 'POST', '/chats', chatResponse, body);
  await say(app.origin, ana, ben, 'Sa ating dalawa');
  await arriveSignedIn(page, app.origin, ben);
  await waitForShell(page);
  await openChat(page, 'Ana Santos');
  await choose(page, 'Sa ating dalawa', 'Star');
  await page.getByRole('button', { name: 'Back' }).click();
  await openChat(page, 'Barkada');
  await write(page, 'Ambagan: 200');
  await expectArrived(page, 'Ambagan: 200');
  await choose(page, 'Ambagan: 200', 'Star');
  await expect(star(page, 'Ambagan: 200')).toBeVisible();

  await page.getByRole('link', { name: /Barkada/ }).click();
  await page.getByRole('link', { name: 'Starred messages' }).click();
  await expect(rows(page)).toHaveText([/Ambagan: 200/]);
  await page.getByRole('button', { name: 'Back' }).click();
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Leave' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL(/\/profile\/messages$/);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Me' }).click();
  await page.getByRole('link', { name: 'Starred messages' }).click();
  await expect(rows(page)).toHaveText([/Sa ating dalawa/]);
  await context.setOffline(false);
  await expect(rows(page)).toHaveText([/Sa ating dalawa/]);
});

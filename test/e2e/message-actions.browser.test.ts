import { expect, type Page } from '@playwright/test';
import { privateChatId } from '../../protocol/index.ts';
import type { RunningApp } from '../support/browser-app.ts';
import { findBarriers } from '../support/browser-layout.ts';
import { befriend, callAs, history, type Person, registerPerson, say } from '../support/browser-people.ts';
import { attach, expectPicture, photoFile } from '../support/browser-pictures.ts';
import {
  arriveSignedIn,
  bubble,
  chatRow,
  composer,
  confirm,
  conversation,
  expectArrived,
  expectState,
  forwardTo,
  message,
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

/** Opens what can be done about a message, as a mouse does. */
const menuOf = async (page: Page, text: string) => {
  await bubble(page, text).click({ button: 'right' });
  return page.getByRole('dialog', { name: 'Message options' });
};
const choose = async (page: Page, text: string, action: string): Promise<void> => {
  await (await menuOf(page, text)).getByRole('button', { name: action, exact: true }).click();
};

test('an answer, an edit, a reaction and a deletion reach the other person at once', async ({
  page,
  browser,
}) => {
  await say(app.origin, ben, ana, 'Saan tayo?');
  await say(app.origin, ana, ben, 'Sa plaza');
  const other = await (await browser.newContext()).newPage();
  await arriveSignedIn(other, app.origin, ben);
  await openChat(other, 'Ana Santos');
  await arriveSignedIn(page, app.origin, ana);
  await openChat(page, 'Ben Cruz');

  await choose(page, 'Saan tayo?', 'Reply');
  await expect(page.getByText('Reply to Ben Cruz')).toBeVisible();
  await write(page, 'Doon sa fountain');
  const answer = conversation(other).getByRole('article').filter({ hasText: 'Doon sa fountain' });
  await expect(answer.getByRole('button', { name: 'Saan tayo?' })).toBeVisible();

  await choose(page, 'Sa plaza', 'Edit');
  await expect(composer(page)).toHaveValue('Sa plaza');
  await composer(page).fill('Sa may simbahan');
  await composer(page).press('Enter');
  await expect(message(other, 'Sa may simbahan')).toBeVisible();
  await expect(bubble(other, 'Sa may simbahan').getByText('edited')).toBeVisible();
  await expect(composer(page)).toHaveValue('');

  const menu = await menuOf(other, 'Sa may simbahan');
  expect(await findBarriers(other)).toEqual([]);
  await menu.getByRole('button', { name: '❤️' }).click();
  await expect(page.getByRole('button', { name: '❤️ by Ben Cruz' })).toBeVisible();
  await page.getByRole('button', { name: '❤️ by Ben Cruz' }).click();
  await expect(other.getByRole('button', { name: '❤️ by You, Ana Santos' })).toBeVisible();

  await choose(page, 'Sa may simbahan', 'Delete');
  await page.getByRole('button', { name: 'Delete for everyone' }).click();
  await expect(message(other, 'Message deleted')).toBeVisible();
  await expect(message(other, 'Sa may simbahan')).toHaveCount(0);
  const [, gone] = await history(app.origin, ben, ana);
  expect(gone).toMatchObject({ content: null, reactions: [] });
  expect(await findBarriers(page)).toEqual([]);
  await other.context().close();
});

test('a message deleted for me is gone from my devices alone, and Undo brings it back', async ({
  page,
  browser,
}) => {
  await say(app.origin, ben, ana, 'Kalimutan mo na');
  await arriveSignedIn(page, app.origin, ana);
  await openChat(page, 'Ben Cruz');
  const otherDevice = await (await browser.newContext()).newPage();
  await arriveSignedIn(otherDevice, app.origin, ana);
  await expect(chatRow(otherDevice, 'Ben Cruz')).toContainText('Kalimutan mo na');
  await choose(page, 'Kalimutan mo na', 'Delete');
  await page.getByRole('button', { name: 'Delete for me' }).click();
  await expect(message(page, 'Kalimutan mo na')).toHaveCount(0);
  await expect(chatRow(otherDevice, 'Ben Cruz')).not.toContainText('Kalimutan mo na');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(message(page, 'Kalimutan mo na')).toBeVisible();
  expect(await history(app.origin, ben, ana)).toHaveLength(1);
  await otherDevice.context().close();
});

test('everything done without a network shows at once and arrives with the network', async ({
  page,
  context,
}) => {
  await say(app.origin, ana, ben, 'Mali ito');
  await say(app.origin, ana, ben, 'Burahin ito');
  await say(app.origin, ben, ana, 'Ano raw?');
  await arriveSignedIn(page, app.origin, ana);
  await waitForShell(page);
  await openChat(page, 'Ben Cruz');
  await context.setOffline(true);

  await choose(page, 'Mali ito', 'Edit');
  await composer(page).fill('Tama na ito');
  await composer(page).press('Enter');
  await expect(message(page, 'Tama na ito')).toBeVisible();
  await choose(page, 'Burahin ito', 'Delete');
  await page.getByRole('button', { name: 'Delete for everyone' }).click();
  await expect(message(page, 'Message deleted')).toBeVisible();
  await (await menuOf(page, 'Ano raw?')).getByRole('button', { name: '😂' }).click();
  await expect(page.getByRole('button', { name: '😂 by You' })).toBeVisible();

  // A message that waits is edited in place, and one that waits is thrown away without a trace.
  await write(page, 'Padating na');
  await choose(page, 'Padating na', 'Edit');
  await composer(page).fill('Padating na ako');
  await composer(page).press('Enter');
  await expectState(page, 'Padating na ako', 'Waiting to be sent');
  await write(page, 'Huwag mo na');
  await choose(page, 'Huwag mo na', 'Delete');
  await confirm(page, 'Delete');
  await expect(message(page, 'Huwag mo na')).toHaveCount(0);
  await page.reload();
  await expect(message(page, 'Tama na ito')).toBeVisible();
  await context.setOffline(false);

  await expectArrived(page, 'Padating na ako');
  await expect
    .poll(async () =>
      (await history(app.origin, ben, ana)).map(({ content, reactions, editedAt }) => [
        content,
        reactions.length,
        editedAt !== null,
      ]),
    )
    .toEqual([
      ['Tama na ito', 0, true],
      [null, 0, false],
      ['Ano raw?', 1, false],
      ['Padating na ako', 0, false],
    ]);
});

test('a draft with its answer, and half an edit, survive a reload', async ({ page }) => {
  await say(app.origin, ben, ana, 'Anong oras?');
  await say(app.origin, ana, ben, 'Mga alas-sais');
  await arriveSignedIn(page, app.origin, ana);
  await openChat(page, 'Ben Cruz');
  await choose(page, 'Anong oras?', 'Reply');
  await composer(page).fill('Baka mas maaga');
  await page.reload();
  await expect(composer(page)).toHaveValue('Baka mas maaga');
  await expect(page.getByText('Reply to Ben Cruz')).toBeVisible();
  await choose(page, 'Mga alas-sais', 'Edit');
  await composer(page).fill('Mga alas-singko');
  await page.goto(`${app.origin}/profile/messages`);
  await expect(chatRow(page, 'Ben Cruz')).toContainText('Draft:');
  await openChat(page, 'Ben Cruz');
  await expect(composer(page)).toHaveValue('Mga alas-singko');
  await page.getByRole('button', { name: 'Stop editing' }).click();
  await expect(composer(page)).toHaveValue('Baka mas maaga');
});

test('a message is forwarded, and says so', async ({ page }) => {
  const cora = await registerPerson(app.origin, 'Cora', 'Lim');
  await befriend(app.origin, ana, cora);
  await say(app.origin, ben, ana, 'May sale sa Divisoria');
  await arriveSignedIn(page, app.origin, ana);
  await openChat(page, 'Ben Cruz');
  await choose(page, 'May sale sa Divisoria', 'Forward');
  await forwardTo(page, 'Cora Lim');
  await expect(page.getByText('Forwarded to Cora Lim')).toBeVisible();
  await expect
    .poll(async () => (await history(app.origin, cora, ana)).map((row) => [row.content, row.isForwarded]))
    .toEqual([['May sale sa Divisoria', true]]);
});

test('a picture is forwarded without a network and seen by those who were not there', async ({
  page,
  context,
  browser,
}) => {
  const cora = await registerPerson(app.origin, 'Cora', 'Lim');
  await befriend(app.origin, ana, cora);
  const dan = await registerPerson(app.origin, 'Dan', 'Uy');
  await callAs(app.origin, ana, 'GET', `/chats/unique-code/${dan.uniqueCode}`);
  const requested = `/chats/${privateChatId(ana.id, dan.id)}/messages`;
  await callAs(app.origin, ana, 'POST', requested, undefined, { content: 'Hi po', recipientId: dan.id });
  const bens = await (await browser.newContext()).newPage();
  await arriveSignedIn(bens, app.origin, ben);
  await openChat(bens, 'Ana Santos');
  await attach(bens, [await photoFile('dagat.jpg', '#2a6f97')]);
  await composer(bens).fill('Dagat');
  await bens.getByRole('button', { name: 'Send', exact: true }).click();
  await arriveSignedIn(page, app.origin, ana);
  await openChat(page, 'Ben Cruz');
  await expectPicture(page);
  await choose(page, 'Dagat', 'Reply');
  // What is answered is seen, small, and beside it the words.
  await expect(page.locator('form [data-thumb] img[data-loaded]')).toBeVisible();
  await page.keyboard.press('Escape');
  await waitForShell(page);
  await context.setOffline(true);
  await choose(page, 'Dagat', 'Forward');
  const places = page.getByRole('dialog', { name: 'Forward to' });
  // A person who has not accepted a message request gets no picture, and the row says so.
  const dans = places.getByRole('listitem').filter({ hasText: 'Dan Uy' });
  await expect(dans).toContainText('Only text until your message request is accepted');
  await expect(dans.getByRole('checkbox')).toHaveCount(0);
  await forwardTo(page, 'Cora Lim');
  await expect(page.getByText('Forwarded to Cora Lim')).toBeVisible();
  await page.goto(`${app.origin}/chats/${cora.uniqueCode}`);
  await expectState(page, 'Dagat', 'Waiting to be sent');
  // Its frame is whole before the server has answered.
  await expect(conversation(page).getByRole('button', { name: 'Picture', exact: true })).toBeEnabled();
  // The copy has an id of its own, and the device knows its bytes by it.
  await expectPicture(page);
  await context.setOffline(false);
  await expectArrived(page, 'Dagat');
  const coras = await (await browser.newContext()).newPage();
  await arriveSignedIn(coras, app.origin, cora);
  await expect(chatRow(coras, 'Ana Santos')).toContainText('Dagat');
  await openChat(coras, 'Ana Santos');
  await expectPicture(coras);
  await expectPicture(page);
  for (const other of [bens, coras]) await other.context().close();
});

test('all of it works by keyboard', async ({ page }) => {
  await say(app.origin, ben, ana, 'Una');
  await say(app.origin, ben, ana, 'Ikalawa');
  await arriveSignedIn(page, app.origin, ana);
  await openChat(page, 'Ben Cruz');
  await expect(message(page, 'Ikalawa')).toBeVisible();
  await conversation(page).focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(conversation(page).getByRole('article').filter({ hasText: 'Una' })).toBeFocused();
  await page.keyboard.press('Enter');
  const menu = page.getByRole('dialog', { name: 'Message options' });
  await expect(menu).toBeVisible();
  await menu.getByRole('button', { name: 'Reply', exact: true }).press('Enter');
  await expect(composer(page)).toBeFocused();
  await expect(page.getByText('Reply to Ben Cruz')).toBeVisible();
});

import { expect, type Page } from '@playwright/test';
import { chatResponse, newId, pinnedResponse, privateChatId } from '../../protocol/index.ts';
import type { RunningApp } from '../support/browser-app.ts';
import { findBarriers } from '../support/browser-layout.ts';
import { callAs, history, type Person, say } from '../support/browser-people.ts';
import {
  arriveSignedIn,
  bubble,
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
let ana: Person;
let ben: Person;
test.beforeAll(({ app: shared }) => {
  app = shared;
});
test.beforeEach(({ ana: first, ben: second }) => {
  [ana, ben] = [first, second];
});
test.use({ viewport: { width: 390, height: 844 }, locale: 'en-US' });

const bar = (page: Page) => page.getByRole('main').getByRole('region', { name: 'Pinned messages' });
const jump = (page: Page) => bar(page).getByRole('button', { name: /^Pinned message/ });
const list = (page: Page) => page.getByRole('dialog', { name: 'Pinned messages' });

/** Opens what can be done about a message, as a mouse does. */
const menuOf = async (page: Page, text: string) => {
  await bubble(page, text).click({ button: 'right' });
  return page.getByRole('dialog', { name: 'Message options' });
};
const choose = async (page: Page, text: string, action: string): Promise<void> => {
  await (await menuOf(page, text)).getByRole('button', { name: action, exact: true }).click();
};
const pinAs = (person: Person, chatId: string, messageId: string) =>
  callAs(app.origin, person, 'PUT', `/chats/${chatId}/messages/${messageId}/pinned`, pinnedResponse, {
    isPinned: true,
  });

test('pinned without a network, a message stands at once on one’s own screen and then on the other’s', async ({
  page,
  context,
  browser,
}) => {
  test.slow();
  const chatId = privateChatId(ana.id, ben.id);
  await say(app.origin, ana, ben, 'Alas-otso sa gate 3');
  const [meeting] = await history(app.origin, ana, ben);
  await pinAs(ben, chatId, meeting?.id ?? '');
  // More than a device gets with the chat.
  for (let more = 1; more <= 55; more += 1) await say(app.origin, ana, ben, `Usapang ${more}`);
  await arriveSignedIn(page, app.origin, ana);
  await waitForShell(page);
  // An open chat would load the rest.
  await context.setOffline(true);
  await openChat(page, 'Ben Cruz');
  await expect(jump(page)).toHaveText('Pinned messageYou: Alas-otso sa gate 3');
  await expect(message(page, 'Alas-otso sa gate 3')).toHaveCount(0);
  await jump(page).click();
  await expect(page.getByText('This message is not on this device')).toBeVisible();

  await write(page, 'Magdala ng payong');
  await choose(page, 'Magdala ng payong', 'Pin');
  await expect(jump(page)).toHaveText('Pinned message 2 of 2You: Magdala ng payong');
  await expect(bubble(page, 'Magdala ng payong').getByRole('img', { name: 'pinned' })).toBeVisible();
  await expectState(page, 'Magdala ng payong', 'Waiting to be sent');
  await page.reload();
  await expect(jump(page)).toHaveText('Pinned message 2 of 2You: Magdala ng payong');
  await expectState(page, 'Magdala ng payong', 'Waiting to be sent');

  const bens = await (await browser.newContext({ locale: 'en-US' })).newPage();
  await arriveSignedIn(bens, app.origin, ben);
  await openChat(bens, 'Ana Santos');
  await expect(jump(bens)).toHaveText('Pinned messageAna: Alas-otso sa gate 3');
  await context.setOffline(false);
  await expectArrived(page, 'Magdala ng payong');
  await expect(jump(bens)).toHaveText('Pinned message 2 of 2Ana: Magdala ng payong');
  expect(await findBarriers(page)).toEqual([]);

  // One tap after the other leads through all of them, also to what this device did not hold.
  await jump(page).click();
  await expect(bubble(page, 'Magdala ng payong')).toBeInViewport();
  await expect(jump(page)).toHaveText('Pinned message 1 of 2You: Alas-otso sa gate 3');
  await jump(page).click();
  await expect(bubble(page, 'Alas-otso sa gate 3')).toBeInViewport();
  await expect(jump(page)).toHaveText('Pinned message 2 of 2You: Magdala ng payong');

  // Unpinned from the list, and again with Undo.
  await bar(page).getByRole('button', { name: 'Show all pinned messages' }).click();
  await expect(list(page).getByRole('listitem')).toHaveText([/Magdala ng payong/, /Alas-otso sa gate 3/]);
  expect(await findBarriers(page)).toEqual([]);
  const rowOf = (text: string) => list(page).getByRole('listitem').filter({ hasText: text });
  await rowOf('Magdala ng payong').getByRole('button', { name: 'Unpin' }).click();
  await expect(jump(bens)).toHaveText('Pinned messageAna: Alas-otso sa gate 3');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(jump(bens)).toHaveText('Pinned message 2 of 2Ana: Magdala ng payong');

  // The last one leaves the bar by its own button, without a network as well.
  await jump(bens).click();
  await choose(bens, 'Magdala ng payong', 'Unpin');
  await expect(jump(page)).toHaveText('Pinned messageYou: Alas-otso sa gate 3');
  await bens.context().setOffline(true);
  await bar(bens).getByRole('button', { name: 'Unpin' }).click();
  await expect(bar(bens)).toHaveCount(0);
  await expect(bar(page)).toBeVisible();
  await bens.context().setOffline(false);
  await expect(bar(page)).toHaveCount(0);
  await bens.context().close();
});

test('in a group the owner pins, a member reads, and what is deleted leaves the bar', async ({
  page,
  context,
  browser,
}) => {
  const body = { id: newId(), type: 'GROUP', name: 'Barkada', users: [ben.id] };
  await callAs(app.origin, ana, 'POST', '/chats', chatResponse, body);
  await arriveSignedIn(page, app.origin, ana);
  await waitForShell(page);
  await openChat(page, 'Barkada');
  for (const text of ['Ambagan: 200', 'Sa bahay ni Ben', 'Sabado na']) await write(page, text);
  await expectArrived(page, 'Sabado na');
  const bens = await (await browser.newContext({ locale: 'en-US' })).newPage();
  await arriveSignedIn(bens, app.origin, ben);
  await openChat(bens, 'Barkada');
  const bensMenu = await menuOf(bens, 'Sabado na');
  await expect(bensMenu.getByRole('button', { name: 'Reply' })).toBeVisible();
  await expect(bensMenu.getByRole('button', { name: 'Pin', exact: true })).toHaveCount(0);
  await bens.keyboard.press('Escape');

  await context.setOffline(true);
  for (const text of ['Sabado na', 'Ambagan: 200', 'Sa bahay ni Ben']) await choose(page, text, 'Pin');
  // In the order of the conversation, not of the presses.
  await expect(jump(page)).toHaveText('Pinned message 3 of 3You: Sabado na');
  await context.setOffline(false);
  await expect(jump(bens)).toHaveText('Pinned message 3 of 3Ana: Sabado na');
  await bar(bens).getByRole('button', { name: 'Show all pinned messages' }).click();
  await expect(list(bens).getByRole('button', { name: 'Unpin' })).toHaveCount(0);
  await list(bens)
    .getByRole('button', { name: /Ambagan/ })
    .click();
  await expect(list(bens)).toHaveCount(0);
  await expect(bubble(bens, 'Ambagan: 200')).toBeInViewport();

  // For me alone it leaves my bar alone.
  await choose(bens, 'Sa bahay ni Ben', 'Delete');
  await bens.getByRole('button', { name: 'Delete for me' }).click();
  await expect(jump(bens)).toHaveText('Pinned message 2 of 2Ana: Sabado na');
  await expect(jump(page)).toHaveText('Pinned message 3 of 3You: Sabado na');

  // Other words are other words in the bar, and a deleted message is in none.
  await choose(page, 'Sabado na', 'Edit');
  await composer(page).fill('Linggo na pala');
  await composer(page).press('Enter');
  await expect(jump(bens)).toHaveText('Pinned message 2 of 2Ana: Linggo na pala');
  await choose(page, 'Linggo na pala', 'Delete');
  await page.getByRole('button', { name: 'Delete for everyone' }).click();
  await expect(jump(page)).toHaveText('Pinned message 2 of 2You: Sa bahay ni Ben');
  await expect(jump(bens)).toHaveText('Pinned messageAna: Ambagan: 200');
  await expect(bar(bens).getByRole('button', { name: 'Unpin' })).toHaveCount(0);
  await bens.context().close();
});

test('by keyboard a message is pinned from its options, and the bar is one stop of Tab', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await say(app.origin, ben, ana, 'Wifi: tambay2026');
  await arriveSignedIn(page, app.origin, ana);
  await openChat(page, 'Ben Cruz');
  await conversation(page).focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  const menu = page.getByRole('dialog', { name: 'Message options' });
  await menu.getByRole('button', { name: 'Pin', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(jump(page)).toHaveText('Pinned messageBen: Wifi: tambay2026');
  await jump(page).focus();
  await page.keyboard.press('Enter');
  await expect(bubble(page, 'Wifi: tambay2026')).toBeInViewport();
  await page.keyboard.press('Tab');
  await expect(bar(page).getByRole('button', { name: 'Unpin' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(bar(page)).toHaveCount(0);
  await expect(conversation(page)).toBeFocused();
});

import { type Browser, expect, type Page } from '@playwright/test';
import { chatResponse, newId, privateChatId } from '../../protocol/index.ts';
import { callAs, type Person, say, unseen } from '../support/browser-people.ts';
import { arriveSignedIn, chatRow, openChat, waitForShell } from '../support/browser-steps.ts';
import { test } from '../support/story.ts';

/** A chat is muted for a time, without a network too, and the end passes by itself on every device. */

test.use({ viewport: { width: 390, height: 844 }, locale: 'en-US' });

const chatsTab = (page: Page) => page.getByRole('link', { name: /^Chats/ });
const expectSent = async (page: Page, origin: string): Promise<void> => {
  await page.goto(`${origin}/profile/settings`);
  await expect(page.getByText('Everything is sent')).toBeVisible({ timeout: 60_000 });
  await page.goto(`${origin}/profile/messages`);
};
const otherDevice = async (browser: Browser, origin: string, who: Person): Promise<Page> => {
  const page = await (await browser.newContext({ locale: 'en-US' })).newPage();
  await arriveSignedIn(page, origin, who);
  return page;
};

test('a chat that is muted in a tunnel for eight hours is muted on the other device, which ends it', async ({
  page,
  context,
  browser,
  app,
  ana,
  ben,
}) => {
  await say(app.origin, ben, ana, 'Oy!');
  await arriveSignedIn(page, app.origin, ana);
  await waitForShell(page);
  await openChat(page, 'Ben Cruz');
  await context.setOffline(true);
  const menu = async (item: string) => {
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  // The last choice holds, whatever is unsent before it.
  await menu('Mute chat');
  await page.getByRole('button', { name: 'Until I unmute it' }).click();
  await expect(page.getByRole('button', { name: 'Until I unmute it' })).toHaveCount(0);
  await menu('Unmute chat');
  await menu('Mute chat');
  await page.getByRole('button', { name: 'For 8 hours' }).click();
  await page.getByRole('button', { name: 'More' }).click();
  const words = page.getByRole('menuitem', { name: /^Unmute chat Muted until (tomorrow, )?\d+:\d\d [AP]M$/ });
  await expect(words).toBeVisible();
  await page.keyboard.press('Escape');
  await page.goto(`${app.origin}/profile/messages`);
  await expect(chatRow(page, 'Ben Cruz').getByLabel(/^Muted until /)).toBeVisible();
  await context.setOffline(false);
  await expectSent(page, app.origin);

  const other = await otherDevice(browser, app.origin, ana);
  await expect(chatRow(other, 'Ben Cruz').getByLabel(/^Muted until /)).toBeVisible();
  await say(app.origin, ben, ana, 'Gising ka pa?');
  for (const device of [page, other]) {
    await expect(chatRow(device, 'Ben Cruz')).toContainText('Gising ka pa?');
    await expect(chatsTab(device)).not.toContainText('1');
  }
  expect(await unseen(app.origin, ana)).toBe(0);
  await other
    .getByRole('link', { name: /Ben Cruz/ })
    .first()
    .click();
  await other.getByRole('button', { name: 'More' }).click();
  await other.getByRole('menuitem', { name: 'Unmute chat' }).click();
  await expect(chatRow(page, 'Ben Cruz').getByLabel(/^Muted/)).toHaveCount(0);
  await other.context().close();
});

test('the end of a mute passes on an open screen and without a network, and the badge is there', async ({
  page,
  context,
  app,
  ana,
  ben,
}) => {
  const chatId = privateChatId(ana.id, ben.id);
  await say(app.origin, ben, ana, 'Oy!');
  await arriveSignedIn(page, app.origin, ana);
  await expect(chatsTab(page)).toContainText('1');
  await callAs(app.origin, ana, 'PATCH', `/chats/${chatId}/membership`, undefined, {
    ...{ isMuted: true, mutedUntil: new Date(Date.now() + 8_000).toISOString() },
  });
  await expect(chatsTab(page)).not.toContainText('1');
  await expect(chatRow(page, 'Ben Cruz').getByLabel(/^Muted until /)).toBeVisible();
  await context.setOffline(true);
  await expect(chatsTab(page)).toContainText('1', { timeout: 15_000 });
  await expect(chatRow(page, 'Ben Cruz').getByLabel(/^Muted/)).toHaveCount(0);
});

test('a group is muted from its screen, which says until when, and names can be muted, too', async ({
  page,
  context,
  app,
  ana,
  ben,
}) => {
  const body = { id: newId(), type: 'GROUP', name: 'Barkada', users: [ben.id] };
  const { data: chat } = await callAs(app.origin, ana, 'POST', '/chats', chatResponse, body);
  const info = `${app.origin}/chats/${chat.uniqueCode ?? ''}/info`;
  await arriveSignedIn(page, app.origin, ben);
  await waitForShell(page);
  await page.goto(info);
  await expect(page.getByRole('button', { name: 'Mute', exact: true })).toBeVisible();
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Mute', exact: true }).focus();
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog', { name: 'Mute this chat' });
  await expect(sheet.getByRole('switch', { name: 'Tell me when somebody mentions me' })).toBeChecked();
  await sheet.getByRole('button', { name: 'For 1 week' }).click();
  await expect(page.getByRole('button', { name: /^Unmute Muted until [A-Z][a-z]{2} \d+,/ })).toBeVisible();
  await expect(sheet).toHaveCount(0);
  await page.getByRole('switch', { name: 'Tell me when somebody mentions me' }).click();
  await page.reload();
  await expect(page.getByRole('switch', { name: 'Tell me when somebody mentions me' })).not.toBeChecked();
  await context.setOffline(false);
  await expectSent(page, app.origin);
  const { data } = await callAs(
    app.origin,
    ben,
    'GET',
    `/chats/unique-code/${chat.uniqueCode ?? ''}`,
    chatResponse,
  );
  expect(data.membership).toMatchObject({ isMuted: true, mutesMentions: true });
  const endMs = Date.parse(data.membership?.mutedUntil ?? '') - Date.now();
  expect(Math.abs(endMs - 7 * 86_400_000)).toBeLessThan(300_000);
  await page.goto(info);
  await page.getByRole('button', { name: /^Unmute/ }).click();
  await expect(page.getByRole('button', { name: 'Mute', exact: true })).toBeVisible();
});

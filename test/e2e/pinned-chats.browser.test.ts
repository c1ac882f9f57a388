import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import { chatResponse, newId } from '../../protocol/index.ts';
import { callAs, type Person, say } from '../support/browser-people.ts';
import { arriveSignedIn, waitForShell } from '../support/browser-steps.ts';
import { test } from '../support/story.ts';

/** Chats on top of the list: pinned and moved without a network, on two devices of one member. */

test.use({ viewport: { width: 390, height: 844 }, locale: 'en-US' });

const rows = (page: Page): Locator => page.locator('li[data-chat]');
const rowOf = (page: Page, name: string): Locator => rows(page).filter({ hasText: name });
const expectOrder = (page: Page, ...names: string[]): Promise<void> =>
  expect(rows(page)).toHaveText(
    names.map((name) => new RegExp(name)),
    { timeout: 20_000 },
  );
const choose = async (page: Page, name: string, item: string): Promise<void> => {
  await rowOf(page, name).click({ button: 'right' });
  await page
    .getByRole('dialog', { name: `Options for ${name}` })
    .getByRole('button', { name: item })
    .click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
};
const makeGroup = async (origin: string, owner: Person, name: string, ...users: string[]) => {
  const body = { id: newId(), type: 'PUBLIC', name, users };
  return (await callAs(origin, owner, 'POST', '/chats', chatResponse, body)).data.id;
};
const deviceOf = async (browser: Browser, origin: string, who: Person) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-US' });
  const page = await context.newPage();
  await arriveSignedIn(page, origin, who);
  return { context, page };
};

test('chats that two devices pin, one of them in a tunnel, are all on top of both, in one order', async ({
  browser,
  app,
  ana,
  ben,
}) => {
  await say(app.origin, ben, ana, 'Oy!');
  for (const name of ['Alpha', 'Bravo', 'Charlie']) await makeGroup(app.origin, ana, name);
  const [one, two] = [await deviceOf(browser, app.origin, ana), await deviceOf(browser, app.origin, ana)];
  await expectOrder(one.page, 'Charlie', 'Bravo', 'Alpha', 'Ben Cruz');
  await waitForShell(one.page);
  await one.context.setOffline(true);
  await choose(one.page, 'Ben Cruz', 'Pin to the top');
  await expectOrder(one.page, 'Ben Cruz', 'Charlie', 'Bravo', 'Alpha');
  await expect(rowOf(one.page, 'Ben Cruz').getByLabel('Pinned')).toBeVisible();
  await choose(one.page, 'Alpha', 'Pin to the top');
  await expectOrder(one.page, 'Alpha', 'Ben Cruz', 'Charlie', 'Bravo');
  await one.page.reload();
  await expectOrder(one.page, 'Alpha', 'Ben Cruz', 'Charlie', 'Bravo');
  // The other device knows nothing of them, and chooses the rank of one of theirs.
  await choose(two.page, 'Bravo', 'Pin to the top');
  await expectOrder(two.page, 'Bravo', 'Charlie', 'Alpha', 'Ben Cruz');
  await one.context.setOffline(false);
  for (const { page } of [one, two]) {
    await expect(page.getByLabel('Pinned')).toHaveCount(3);
    await expect(rows(page).first()).toContainText('Alpha');
    await expect(rows(page).last()).toContainText('Charlie');
  }
  const order = (await rows(one.page).allInnerTexts()).map((text) => text.split('\n')[1]);
  await expect
    .poll(async () => (await rows(two.page).allInnerTexts()).map((text) => text.split('\n')[1]))
    .toEqual(order);

  // A new message of a chat that is not pinned leaves them on top.
  const middle = order[1] === 'Bravo' ? 'Bravo' : 'Ben Cruz';
  await choose(two.page, middle, 'Move up');
  for (const { page } of [one, two]) await expect(rows(page).first()).toContainText(middle);
  await one.page
    .getByRole('link', { name: new RegExp(`^.*${middle}`) })
    .first()
    .focus();
  await one.page.keyboard.press('Alt+ArrowDown');
  for (const { page } of [one, two]) await expect(rows(page).nth(1)).toContainText(middle);
  await expect(rowOf(one.page, middle).getByRole('link')).toBeFocused();
  await one.page.keyboard.press('Alt+ArrowDown');
  for (const { page } of [one, two]) await expect(rows(page).nth(2)).toContainText(middle);
  await one.page.keyboard.press('Shift+F10');
  await one.page.getByRole('button', { name: 'Unpin' }).click();
  for (const { page } of [one, two]) await expect(page.getByLabel('Pinned')).toHaveCount(2);
  await one.context.close();
  await two.context.close();
});

test('a held finger opens the menu; an eleventh chat is not pinned, and an archived one frees its place', async ({
  browser,
  app,
  ana,
  ben,
}) => {
  const ids: string[] = [];
  // A member makes ten groups at once.
  for (let at = 0; at < 11; at += 1) {
    const name = `Chat ${String(at).padStart(2, '0')}`;
    ids.push(await (at < 6 ? makeGroup(app.origin, ana, name) : makeGroup(app.origin, ben, name, ana.id)));
  }
  for (const [at, id] of ids.slice(0, 10).entries())
    await callAs(app.origin, ana, 'PUT', `/chats/${id}/pin`, undefined, { rank: `a${at}` });
  const context = await browser.newContext({
    ...{ viewport: { width: 390, height: 844 }, locale: 'en-US', hasTouch: true, isMobile: true },
  });
  const page = await context.newPage();
  await arriveSignedIn(page, app.origin, ana);
  await expect(page.getByLabel('Pinned')).toHaveCount(10);
  await waitForShell(page);
  await context.setOffline(true);
  const hold = async (name: string, item: string): Promise<void> => {
    await rowOf(page, name).scrollIntoViewIfNeeded();
    const box = await rowOf(page, name).boundingBox();
    if (box === null) throw new Error(`No row ${name}`);
    const session = await context.newCDPSession(page);
    const touchPoints = [{ x: box.x + 100, y: box.y + 30 }];
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
    const sheet = page.getByRole('dialog', { name });
    await expect(sheet).toBeVisible();
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    // For a moment after the finger has left, a click counts as that finger's and is ignored.
    await expect(async () => {
      await sheet.getByRole('button', { name: item }).click({ timeout: 2_000 });
      await expect(sheet).toHaveCount(0, { timeout: 2_000 });
    }).toPass();
  };
  await hold('Chat 10', 'Pin to the top');
  await expect(page.getByText('You can pin 10 chats. Unpin one first').first()).toBeVisible();
  await expect(page.getByLabel('Pinned')).toHaveCount(10);
  await hold('Chat 03', 'Archive');
  await expect(page.getByLabel('Pinned')).toHaveCount(9);
  await hold('Chat 10', 'Pin to the top');
  await expect(rows(page).first()).toContainText('Chat 10');
  await context.setOffline(false);
  await page.goto(`${app.origin}/profile/settings`);
  await expect(page.getByText('Everything is sent')).toBeVisible({ timeout: 60_000 });
  const other = await deviceOf(browser, app.origin, ana);
  await expect(rows(other.page).first()).toContainText('Chat 10');
  await expect(other.page.getByLabel('Pinned')).toHaveCount(10);
  await other.context.close();
  await context.close();
});

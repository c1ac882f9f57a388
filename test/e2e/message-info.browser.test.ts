import { expect, type Page } from '@playwright/test';
import { newId } from '../../protocol/index.ts';
import { findBarriers } from '../support/browser-layout.ts';
import { befriend, callAs, registerPerson } from '../support/browser-people.ts';
import { arriveSignedIn, bubble, message, openChat, waitForShell, write } from '../support/browser-steps.ts';
import { test } from '../support/story.ts';

const openInfo = async (page: Page, text: string) => {
  await bubble(page, text).click({ button: 'right' });
  const options = page.getByRole('dialog', { name: 'Message options' });
  await options.getByRole('button', { name: 'Message info' }).click();
  return page.getByRole('dialog', { name: 'Message info' });
};
const part = (page: Page, title: string) =>
  page.getByRole('dialog', { name: 'Message info' }).getByRole('region', { name: title, exact: true });

test('who has seen a message, whom it has reached and who reacted is told in a tunnel, with the time', async ({
  page,
  context,
  browser,
  app,
  ana,
  ben,
}) => {
  const cora = await registerPerson(app.origin, 'Cora', 'Lim');
  const dan = await registerPerson(app.origin, 'Dan', 'Uy');
  for (const friend of [cora, dan]) await befriend(app.origin, ana, friend);
  const id = newId();
  await callAs(app.origin, ana, 'POST', '/chats', undefined, {
    ...{ id, type: 'GROUP', name: 'Barkada', users: [ben.id, cora.id] },
  });
  await arriveSignedIn(page, app.origin, ana);
  await openChat(page, 'Barkada');
  await waitForShell(page);
  await write(page, 'Kita tayo sa Sabado');
  const bens = await (await browser.newContext()).newPage();
  await arriveSignedIn(bens, app.origin, ben);
  await openChat(bens, 'Barkada');
  await expect(message(bens, 'Kita tayo sa Sabado')).toBeVisible();
  await bubble(bens, 'Kita tayo sa Sabado').click({ button: 'right' });
  await bens.getByRole('dialog').getByRole('button', { name: '❤️' }).click();
  await expect(page.getByText('Seen by 1')).toBeVisible();
  await expect(page.getByRole('button', { name: '❤️ by Ben Cruz' })).toBeVisible();
  // Their marks begin at the newest message: who comes later has not seen what was said before.
  await callAs(app.origin, ana, 'POST', `/chats/${id}/members/${dan.id}`);
  await expect(page.getByText('Ana added Dan')).toBeVisible();
  await expect(page.getByText('Seen by 1')).toBeVisible();

  await context.setOffline(true);
  const info = await openInfo(page, 'Kita tayo sa Sabado');
  await expect(part(page, 'Seen by 1').getByText('Ben Cruz')).toBeVisible();
  await expect(part(page, 'Seen by 1').locator('time')).toBeVisible();
  await expect(part(page, 'Not delivered yet to 1').getByText('Cora Lim')).toBeVisible();
  await expect(part(page, '1 reacted').getByText('❤️')).toBeVisible();
  await expect(info.getByText('Dan Uy')).toHaveCount(0);
  expect(await findBarriers(page)).toEqual([]);
  await context.setOffline(false);
  const coras = await (await browser.newContext()).newPage();
  await arriveSignedIn(coras, app.origin, cora);
  await expect(part(page, 'Delivered to 1').getByText('Cora Lim')).toBeVisible();
  await openChat(coras, 'Barkada');
  await expect(part(page, 'Seen by 2').getByText('Cora Lim')).toBeVisible();
  await page.keyboard.press('Escape');

  // Who does not tell is not told, and still sees who reacted.
  await callAs(app.origin, ana, 'PATCH', '/settings', undefined, { sendReadReceipts: false });
  await expect(page.getByText('Seen by 2')).toHaveCount(0);
  const mine = await openInfo(page, 'Kita tayo sa Sabado');
  await expect(part(page, '1 reacted').getByText('Ben Cruz')).toBeVisible();
  await expect(mine.getByText(/^Seen by|^Delivered to/)).toHaveCount(0);
});

test('an old message of others has no info, and one of mine in a private chat says when it was seen', async ({
  page,
  browser,
  app,
  ana,
  ben,
}) => {
  await arriveSignedIn(page, app.origin, ana);
  await openChat(page, 'Ben Cruz');
  await write(page, 'Nasaan ka na');
  const bens = await (await browser.newContext()).newPage();
  await arriveSignedIn(bens, app.origin, ben);
  await openChat(bens, 'Ana Santos');
  await write(bens, 'Malapit na');
  await expect(message(page, 'Malapit na')).toBeVisible();
  await openInfo(page, 'Nasaan ka na');
  await expect(part(page, 'Seen by 1').getByText('Ben Cruz')).toBeVisible();
  await page.keyboard.press('Escape');
  await bubble(page, 'Malapit na').click({ button: 'right' });
  const options = page.getByRole('dialog', { name: 'Message options' });
  await expect(options.getByRole('button', { name: 'Reply' })).toBeVisible();
  await expect(options.getByRole('button', { name: 'Message info' })).toHaveCount(0);
});

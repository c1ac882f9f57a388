import { expect } from '@playwright/test';
import { messagesResponse, savedMessagesId } from '../../protocol/index.ts';
import type { RunningApp } from '../support/browser-app.ts';
import { findBarriers } from '../support/browser-layout.ts';
import { callAs, type Person, say } from '../support/browser-people.ts';
import {
  arriveSignedIn,
  bubble,
  chatRow,
  composer,
  conversation,
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
test.beforeEach(({ app: shared, ana: first, ben: second }) => {
  [app, ana, ben] = [shared, first, second];
});
test.use({ locale: 'en-US' });

const NAME = 'Saved messages';
const saved = async (): Promise<(string | null)[]> => {
  const path = `/chats/${savedMessagesId(ana.id)}/messages?orderDir=ASC`;
  const { data } = await callAs(app.origin, ana, 'GET', path, messagesResponse);
  return data.map(({ content }) => content);
};

test('notes and a forwarded message are saved in a tunnel, and are on the second device once and in order', async ({
  page,
  context,
  browser,
}) => {
  test.slow();
  await say(app.origin, ben, ana, 'Ang wifi ay halohalo2026');
  await arriveSignedIn(page, app.origin, ana);
  await waitForShell(page);
  await context.setOffline(true);

  // Opened where nothing is in it yet: it says what it is for, and shows no person.
  await page.getByRole('link', { name: 'New message' }).first().click();
  await page.getByRole('link', { name: NAME, exact: true }).click();
  await expect(page.getByRole('heading', { name: NAME })).toBeVisible();
  await expect(page.getByText('for you alone')).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
  await write(page, 'Gatas, itlog, tinapay');
  await expectState(page, 'Gatas, itlog, tinapay', 'Waiting to be sent');

  await page.goto(`${app.origin}/profile/messages`);
  await openChat(page, 'Ben Cruz');
  await bubble(page, 'Ang wifi ay halohalo2026').click({ button: 'right' });
  const options = page.getByRole('dialog', { name: 'Message options' });
  await options.getByRole('button', { name: 'Forward', exact: true }).click();
  await forwardTo(page, NAME);
  await expect(page.getByText(`Forwarded to ${NAME}`)).toBeVisible();

  // In the list now, with its own face and without "You:".
  await page.goto(`${app.origin}/profile/messages`);
  await expect(chatRow(page, NAME)).toContainText('Ang wifi ay halohalo2026');
  await expect(chatRow(page, NAME)).not.toContainText('You:');
  await openChat(page, NAME);
  const log = conversation(page).getByText(/Gatas, itlog|Ang wifi/);
  await expect(log).toHaveText([/Gatas, itlog/, /Ang wifi/]);
  await context.setOffline(false);
  await expectState(page, 'Gatas, itlog, tinapay', 'Sent');
  await expectState(page, 'Ang wifi ay halohalo2026', 'Sent');
  await expect.poll(saved).toEqual(['Gatas, itlog, tinapay', 'Ang wifi ay halohalo2026']);

  const second = await browser.newContext({ locale: 'en-US' });
  const other = await second.newPage();
  await arriveSignedIn(other, app.origin, ana);
  await openChat(other, NAME);
  const lines = conversation(other).getByText(/Gatas, itlog|Ang wifi/);
  await expect(lines).toHaveText([/Gatas, itlog/, /Ang wifi/]);
  // What is said there arrives on the first device, which stands in the chat: nothing is unseen or typed.
  await write(other, 'Bayad sa kuryente');
  await expect(message(page, 'Bayad sa kuryente')).toBeVisible();
  await expect(page.getByText('typing…')).toHaveCount(0);
  await second.close();

  // Ben has nothing of it, and the server refuses him.
  const bens = await browser.newContext({ locale: 'en-US' });
  const his = await bens.newPage();
  await arriveSignedIn(his, app.origin, ben);
  await expect(chatRow(his, 'Ana Santos')).toBeVisible();
  await expect(his.getByText('Gatas')).toHaveCount(0);
  await bens.close();
  const path = `/chats/${savedMessagesId(ana.id)}/messages`;
  for (const [method, body] of [
    ['GET', undefined],
    ['POST', { content: 'Akin' }],
  ] as const)
    await expect(callAs(app.origin, ben, method, path, undefined, body)).rejects.toThrow('404');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('what is saved is edited, pinned, found and really deleted, and nobody can be blocked or reported there', async ({
    page,
    context,
  }) => {
    await arriveSignedIn(page, app.origin, ana, '/profile');
    await waitForShell(page);
    await page.getByRole('link', { name: NAME, exact: true }).click();
    await write(page, 'Pamasahe 150');
    await expectState(page, 'Pamasahe 150', 'Sent');
    await context.setOffline(true);
    await page.getByRole('main').getByRole('button', { name: 'More' }).click();
    const menu = page.getByRole('menu');
    await expect(menu.getByRole('menuitem', { name: 'Starred messages' })).toBeVisible();
    for (const person of [/Report/, /Block/, /Mute/, /friend/])
      await expect(menu.getByRole('menuitem', { name: person })).toHaveCount(0);
    await menu.getByRole('menuitem', { name: /Pin/ }).first().click();

    await composer(page).press('ArrowUp');
    await composer(page).fill('Pamasahe 180');
    await composer(page).press('Enter');
    await expect(message(page, 'Pamasahe 180')).toBeVisible();
    await bubble(page, 'Pamasahe 180').click({ button: 'right' });
    const options = page.getByRole('dialog', { name: 'Message options' });
    for (const none of ['Report', 'Info'])
      await expect(options.getByRole('button', { name: none, exact: true })).toHaveCount(0);
    await options.getByRole('button', { name: 'Delete', exact: true }).click();
    const question = page.getByRole('alertdialog', { name: 'Delete this message?' });
    await expect(question.getByRole('button')).toHaveText(['Delete', 'Cancel']);
    await question.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(message(page, 'Pamasahe 180')).toHaveCount(0);
    await context.setOffline(false);
    await expect.poll(saved).toEqual([null]);
  });

  test('a note that the server has taken, but whose number is not back yet, is deleted and not hidden', async ({
    page,
    context,
  }) => {
    await arriveSignedIn(page, app.origin, ana, '/profile');
    await waitForShell(page);
    // Neither a pull nor the socket brings the new chat: the answer to the push alone says that the note is stored.
    await page.routeWebSocket(/socket/, (socket) => void socket.close());
    await context.route(/\/(sync\/pull|socket\.io)/, (route) => route.abort());
    await page.getByRole('link', { name: NAME, exact: true }).click();
    await write(page, 'Pamasahe 150');
    await expectState(page, 'Pamasahe 150', 'Sent');
    await context.setOffline(true);
    await bubble(page, 'Pamasahe 150').click({ button: 'right' });
    const options = page.getByRole('dialog', { name: 'Message options' });
    await options.getByRole('button', { name: 'Delete', exact: true }).click();
    const question = page.getByRole('alertdialog', { name: 'Delete this message?' });
    await question.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(message(page, 'Pamasahe 150')).toHaveCount(0);
    await context.unroute(/\/(sync\/pull|socket\.io)/);
    await context.setOffline(false);
    await expect.poll(saved).toEqual([null]);
  });
});

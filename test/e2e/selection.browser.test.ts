import { expect, type Page } from '@playwright/test';
import { chatsResponse, privateChatId } from '../../protocol/index.ts';
import type { RunningApp } from '../support/browser-app.ts';
import { pressStoppable } from '../support/browser-back.ts';
import { findBarriers } from '../support/browser-layout.ts';
import { befriend, callAs, history, type Person, registerPerson, say } from '../support/browser-people.ts';
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
let cora: Person;
let dan: Person;
test.beforeEach(async ({ app: shared, ana: first, ben: second }) => {
  app = shared;
  [ana, ben] = [first, second];
  cora = await registerPerson(app.origin, 'Cora', 'Lim');
  dan = await registerPerson(app.origin, 'Dan', 'Uy');
  for (const friend of [cora, dan]) await befriend(app.origin, ana, friend);
});

const begin = async (page: Page, text: string): Promise<void> => {
  await bubble(page, text).click({ button: 'right' });
  const options = page.getByRole('dialog', { name: 'Message options' });
  await options.getByRole('button', { name: 'Select', exact: true }).click();
  await expect(options).toHaveCount(0);
};
const box = (page: Page, text: string) =>
  conversation(page).getByRole('checkbox', { name: `Select: ${text}`, exact: true });
const words = async (from: Person, to: Person): Promise<(string | null)[]> =>
  (await history(app.origin, from, to)).map(({ content }) => content);
const open = async (page: Page): Promise<void> => {
  await arriveSignedIn(page, app.origin, ana);
  await openChat(page, 'Ben Cruz');
};

test('several messages are forwarded to several chats in one act, in a tunnel, in their order', async ({
  page,
  context,
}) => {
  await say(app.origin, ben, ana, 'Kita tayo bukas');
  await say(app.origin, ana, ben, 'Saan');
  await say(app.origin, ben, ana, 'Sa plaza');
  await open(page);
  await waitForShell(page);
  await composer(page).fill('Hindi pa tapos');
  await context.setOffline(true);
  await begin(page, 'Sa plaza');
  await expect(page.getByRole('heading', { name: '1 selected' })).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
  await box(page, 'Kita tayo bukas').click();
  await expect(box(page, 'Kita tayo bukas')).toBeChecked();
  await expect(box(page, 'Saan')).not.toBeChecked();
  await page.getByRole('button', { name: 'Forward', exact: true }).click();
  await forwardTo(page, 'Cora Lim', 'Dan Uy');
  await expect(page.getByText('Forwarded to 2 chats')).toBeVisible();
  // The selection is over, and the field holds what was being typed.
  await expect(composer(page)).toHaveValue('Hindi pa tapos');
  await expect(conversation(page).getByRole('checkbox')).toHaveCount(0);
  await context.setOffline(false);
  for (const friend of [cora, dan])
    await expect.poll(() => words(friend, ana)).toEqual(['Kita tayo bukas', 'Sa plaza']);
});

test('several messages are deleted: for me with a way back, for everyone where all are mine', async ({
  page,
  context,
}) => {
  for (const text of ['Una', 'Pangalawa', 'Pangatlo']) await say(app.origin, ana, ben, text);
  await say(app.origin, ben, ana, 'Akin ito');
  await open(page);
  await waitForShell(page);
  await context.setOffline(true);
  await begin(page, 'Akin ito');
  await box(page, 'Una').click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete 2 messages?' });
  await expect(question.getByRole('button', { name: 'Delete for everyone' })).toHaveCount(0);
  await question.getByRole('button', { name: 'Delete for me' }).click();
  for (const text of ['Una', 'Akin ito']) await expect(message(page, text)).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  for (const text of ['Una', 'Akin ito']) await expect(message(page, text)).toBeVisible();

  await begin(page, 'Una');
  await box(page, 'Pangatlo').click({ modifiers: ['Shift'] });
  await expect(page.getByRole('heading', { name: '3 selected' })).toBeVisible();
  await box(page, 'Pangalawa').click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('button', { name: 'Delete for everyone' }).click();
  await expect(message(page, 'Message deleted')).toHaveCount(2);
  await context.setOffline(false);
  await expect.poll(() => words(ben, ana)).toEqual([null, 'Pangalawa', null, 'Akin ito']);
});

test('a selection is made and left by keyboard, copied with names, and left by Back', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await say(app.origin, ben, ana, 'Anong oras');
  await say(app.origin, ana, ben, 'Alas tres');
  await open(page);
  await write(page, 'Sige');
  await expectState(page, 'Sige', 'Sent');
  await begin(page, 'Anong oras');
  await conversation(page).getByRole('article').filter({ hasText: 'Anong oras' }).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press(' ');
  await expect(box(page, 'Alas tres')).toBeChecked();
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(page.getByText('Copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    'Ben Cruz: Anong oras\nAna Santos: Alas tres',
  );
  await expect(composer(page)).toBeVisible();

  await begin(page, 'Sige');
  await page.keyboard.press('Escape');
  await expect(composer(page)).toBeVisible();
  await begin(page, 'Sige');
  await pressStoppable(page);
  await expect(composer(page)).toBeVisible();
  await begin(page, 'Sige');
  // The last one that is taken out ends it.
  await box(page, 'Sige').click();
  await expect(composer(page)).toBeVisible();
});

test('what is deleted while it is selected leaves the selection, and the rest is starred at once', async ({
  page,
}) => {
  const gone = await say(app.origin, ben, ana, 'Binawi');
  for (const text of ['Una', 'Pangalawa']) await say(app.origin, ben, ana, text);
  await open(page);
  await begin(page, 'Binawi');
  await box(page, 'Una').click();
  await box(page, 'Pangalawa').click();
  await expect(page.getByRole('heading', { name: '3 selected' })).toBeVisible();
  await callAs(app.origin, ben, 'DELETE', `/chats/${privateChatId(ana.id, ben.id)}/messages/${gone.id}`);
  await expect(page.getByRole('heading', { name: '2 selected' })).toBeVisible();
  await page.getByRole('button', { name: 'Star', exact: true }).click();
  await expect(page.getByText('2 messages starred')).toBeVisible();
  await page.goto(`${app.origin}/chats/starred`);
  for (const text of ['Una', 'Pangalawa']) await expect(page.getByRole('main').getByText(text)).toBeVisible();
  await expect(page.getByRole('main').getByText('Binawi')).toHaveCount(0);
});

test('several chats are marked as seen, muted and archived in one act, in a tunnel', async ({
  page,
  context,
}) => {
  for (const friend of [ben, cora]) await say(app.origin, friend, ana, 'Gising ka pa?');
  await arriveSignedIn(page, app.origin, ana);
  await waitForShell(page);
  const row = (name: string) => page.getByRole('checkbox').filter({ hasText: name });
  const beginWith = async (name: string) => {
    await chatRow(page, name).click({ button: 'right' });
    const options = page.getByRole('dialog', { name: `Options for ${name}` });
    await options.getByRole('button', { name: 'Select', exact: true }).click();
    await expect(options).toHaveCount(0);
  };
  await expect(chatRow(page, 'Ben Cruz').getByText('1', { exact: true })).toBeVisible();
  await context.setOffline(true);
  await beginWith('Ben Cruz');
  await row('Cora Lim').click();
  await row('Dan Uy').click();
  await expect(page.getByRole('heading', { name: '3 selected' })).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'Mark as seen' }).click();
  await expect(page.getByText('Marked as seen')).toBeVisible();
  await expect(chatRow(page, 'Ben Cruz').getByText('1', { exact: true })).toHaveCount(0);

  await beginWith('Cora Lim');
  await row('Dan Uy').click();
  await page.getByRole('button', { name: 'Mute', exact: true }).click();
  await page.getByRole('button', { name: '8 hours' }).click();
  for (const name of ['Cora Lim', 'Dan Uy'])
    await expect(chatRow(page, name).getByLabel(/^Muted/)).toBeVisible();
  await beginWith('Ben Cruz');
  await row('Cora Lim').click();
  await page.getByRole('button', { name: 'Archive', exact: true }).click();
  await expect(chatRow(page, 'Ben Cruz')).toHaveCount(0);
  await context.setOffline(false);
  const places = async () => {
    const { data } = await callAs(app.origin, ana, 'GET', '/chats?perPage=50', chatsResponse);
    return data.flatMap(({ membership }) => (membership?.isArchived ? [membership.seenSeq] : []));
  };
  await expect.poll(places).toEqual([1, 1]);
  await page.goto(`${app.origin}/chats/archived`);
  await beginWith('Ben Cruz');
  await row('Cora Lim').click();
  await page.getByRole('button', { name: 'Take out of the archive' }).click();
  await expect.poll(places).toEqual([]);
});

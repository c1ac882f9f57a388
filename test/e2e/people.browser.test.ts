// Longer than 300 lines: stories of people, which share whom they begin with and how a screen is judged.
import { type BrowserContext, expect, type Page } from '@playwright/test';
import { errorKinds, LIMITS, pushRequest } from '../../protocol/index.ts';
import type { RunningApp } from '../support/browser-app.ts';
import { dumpDatabases } from '../support/browser-databases.ts';
import { findBarriers, findOverflow, settle } from '../support/browser-layout.ts';
import {
  befriend,
  callAs,
  history,
  type Person,
  registerPerson,
  request,
  say,
  unseen,
} from '../support/browser-people.ts';
import {
  arriveSignedIn,
  bubble,
  chatRow,
  composer,
  confirm,
  expectArrived,
  expectState,
  message,
  openChat,
  waitForShell,
  write,
} from '../support/browser-steps.ts';
import { test } from '../support/story.ts';

let app: RunningApp;
test.beforeAll(({ app: shared }) => {
  app = shared;
});

const people = async (...names: string[]): Promise<Person[]> => {
  const made: Person[] = [];
  for (const name of names) {
    const [first = '', last = ''] = name.split(' ');
    made.push(await registerPerson(app.origin, first, last));
  }
  return made;
};

/** The words of a toast; asked for before what causes it, because it goes by itself. */
const toast = (page: Page, words: string) => expect(page.getByText(words).first()).toBeVisible();

const looksWell = async (page: Page): Promise<void> => {
  await settle(page);
  expect(await findBarriers(page)).toEqual([]);
  expect(await findOverflow(page)).toEqual([]);
};

/** With the badge of what is unseen. */
const chatsTab = (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Chats/ });

const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });

/** Both people's phones; the second stands in a context of its own. */
const withOther = async (
  browser: { newContext(): Promise<BrowserContext> },
  person: Person,
  path?: string,
): Promise<Page> => {
  const page = await (await browser.newContext()).newPage();
  await arriveSignedIn(page, app.origin, person, path);
  return page;
};

test('words to a stranger stay in the field when the device gets to know them', async ({ page }) => {
  const [eve, ana] = (await people('Eve Go', 'Ana Santos')) as [Person, Person];
  await arriveSignedIn(page, app.origin, eve);
  await page.goto(`${app.origin}/chats/${ana.uniqueCode}`);
  await composer(page).fill('Magandang araw po');
  // Her request brings her to this device, and the room that knows her takes the place of the one that had to ask.
  await request(app.origin, ana, eve);
  // She types on meanwhile, and afterwards: the field keeps its focus.
  let words = 'Magandang araw po';
  await composer(page).focus();
  await expect(async () => {
    await page.keyboard.type('!');
    words += '!';
    expect(await dumpDatabases(page, ['users'])).toContain(ana.uniqueCode);
  }).toPass({ intervals: [50] });
  for (const letter of ' Kumusta?') {
    await page.keyboard.type(letter);
    words += letter;
    await expect(composer(page)).toHaveValue(words);
  }
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expectArrived(page, words);
  await expect(composer(page)).toHaveValue('');
});

test('the first words to a stranger are counted like any others, and wait when the network goes', async ({
  page,
  context,
}) => {
  const [eve, ana] = (await people('Eve Go', 'Ana Santos')) as [Person, Person];
  await arriveSignedIn(page, app.origin, eve, `/users/${ana.uniqueCode}`);
  await page.getByRole('link', { name: 'Message', exact: true }).click();
  const send = page.getByRole('button', { name: 'Send', exact: true });
  await expect(send).toBeDisabled();
  await composer(page).fill('a'.repeat(4_001));
  await expect(page.getByText('Too long: 4000 characters at most')).toBeVisible();
  await expect(send).toBeDisabled();
  await context.setOffline(true);
  await expect(page.getByText('Offline – changes are saved on this device')).toBeVisible();
  await composer(page).fill('Kumusta po?');
  await send.click();
  await expectState(page, 'Kumusta po?', 'Waiting to be sent');
  await expect(page.getByText('Your request waits for Ana Santos')).toBeVisible();
  await context.setOffline(false);
  await expectArrived(page, 'Kumusta po?');
});

test('a profile is changed without a network, and friends see it when there is one', async ({
  page,
  context,
  browser,
}) => {
  const [ana, ben] = (await people('Ana Santos', 'Ben Cruz')) as [Person, Person];
  await befriend(app.origin, ana, ben);
  await arriveSignedIn(page, app.origin, ana, '/profile');
  await expect(page.getByRole('heading', { name: 'Ana Santos' })).toBeVisible();
  await looksWell(page);
  await waitForShell(page);
  await context.setOffline(true);
  await page.getByRole('link', { name: 'Edit profile' }).click();
  await expect(page).toHaveURL(/\/profile\/update$/);
  await page.getByLabel('First name').fill('');
  await page.getByLabel('Last name').click();
  await expect(page.getByText('Required')).toBeVisible();
  await looksWell(page);
  await page.getByLabel('First name').fill('Anna');
  // Left without saving, it is there again, and goes when that is wanted.
  const leaveAndReturn = async () => {
    await page.getByRole('button', { name: 'Back' }).click();
    await expect(page.getByRole('heading', { name: 'Ana Santos' })).toBeVisible();
    await page.getByRole('link', { name: 'Edit profile' }).click();
  };
  await leaveAndReturn();
  await expect(page.getByLabel('First name')).toHaveValue('Anna');
  await expect(page.getByText('These are changes that you have not saved yet.')).toBeVisible();
  await looksWell(page);
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await page.getByRole('link', { name: 'Edit profile' }).click();
  await expect(page.getByLabel('First name')).toHaveValue('Ana');
  await page.getByLabel('First name').fill('Anita');
  await leaveAndReturn();
  await expect(page.getByLabel('First name')).toHaveValue('Anita');
  page.once('dialog', (question) => void question.accept());
  await page.reload();
  await expect(page.getByLabel('First name')).toHaveValue('Anita');
  await page.getByRole('button', { name: 'Save' }).click();
  await toast(page, 'Your profile is saved and sent when there is a signal.');
  await expect(page.getByRole('heading', { name: 'Anita Santos' })).toBeVisible();
  const bens = await withOther(browser, ben, '/profile/friends');
  await expect(row(bens, 'Ana Santos')).toBeVisible();
  await context.setOffline(false);
  await expect(row(bens, 'Anita Santos')).toBeVisible();
  await row(bens, 'Anita Santos').getByRole('link').click();
  await expect(bens.getByRole('heading', { name: 'Anita Santos' })).toBeVisible();
  await expect(bens.getByText(/^Friends since /)).toBeVisible();
  await looksWell(bens);
  await bens.context().close();
});

test.describe('a change of the profile in the outbox', () => {
  const change = (page: Page) => row(page, 'Changed profile');
  const firstName = (page: Page) => page.getByLabel('First name');
  const savedOffline = 'Your profile is saved and sent when there is a signal.';
  const save = async (page: Page, said = 'Profile successfully updated') => {
    await page.getByRole('button', { name: 'Save' }).click();
    await toast(page, said);
  };

  test('is edited where it was made while it waits, and goes as one', async ({ page, context }) => {
    const [ana] = (await people('Ana Santos')) as [Person];
    await arriveSignedIn(page, app.origin, ana, '/profile');
    await waitForShell(page);
    await context.setOffline(true);
    await page.goto(`${app.origin}/profile/update`);
    await firstName(page).fill('Anita');
    await save(page, savedOffline);
    await page.goto(`${app.origin}/profile/outbox`);
    await change(page).getByRole('button', { name: 'Edit' }).click();
    await expect(firstName(page)).toHaveValue('Anita');
    await firstName(page).fill('Anna');
    await save(page, savedOffline);
    await expect(page).toHaveURL(`${app.origin}/profile/outbox`);
    await expect(change(page)).toHaveCount(1);
    await change(page).getByRole('button', { name: 'Edit' }).click();
    await expect(firstName(page)).toHaveValue('Anna');
    await page.goBack();
    await context.setOffline(false);
    await expect(page.getByText('Everything is sent')).toBeVisible();
    await page.goto(`${app.origin}/profile`);
    await expect(page.getByRole('heading', { name: 'Anna Santos' })).toBeVisible();
  });

  test.describe('without a worker, which would send by itself', () => {
    test.use({ serviceWorkers: 'block' });
    test('is there with its words when it was refused, and stays until it is saved', async ({ page }) => {
      const [ana] = (await people('Ana Santos')) as [Person];
      await arriveSignedIn(page, app.origin, ana, '/profile/update');
      await expect(firstName(page)).toHaveValue('Ana');
      const { message: words } = errorKinds.validation;
      await page.route(/\/sync\/push/, (route) => {
        const { mutations } = pushRequest.parse(route.request().postDataJSON());
        const error = { code: 'validation', message: words };
        const answers = mutations.map(({ id }) => ({ id, status: 'rejected', error }));
        return route.fulfill({ json: { answers, serverTime: new Date().toISOString() } });
      });
      await firstName(page).fill('Anita');
      await page.getByLabel('Middle name').fill('Luz');
      await save(page);
      await page.goto(`${app.origin}/profile/outbox`);
      await expect(change(page)).toContainText(words);
      await change(page).getByRole('button', { name: 'Edit' }).click();
      await expect(page.getByRole('heading', { name: 'Ana Santos' })).toBeVisible();
      await expect(firstName(page)).toHaveValue('Anita');
      await page.goBack();
      await expect(change(page)).toBeVisible();
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await change(page).getByRole('button', { name: 'Edit' }).click();
      await expect(page.getByLabel('Middle name')).toHaveValue('Luz');
      await save(page);
      await expect(page.getByText('Everything is sent')).toBeVisible();
      await page.goto(`${app.origin}/profile`);
      await expect(page.getByRole('heading', { name: 'Anita Santos' })).toBeVisible();
    });
  });
});

test('requests are made, answered, taken back and refused, with and without a network', async ({
  page,
  context,
  browser,
}) => {
  const [ana, ben, cora, dan] = (await people('Ana Reyes', 'Ben Uy', 'Cora Lim', 'Dan Go')) as [
    Person,
    Person,
    Person,
    Person,
  ];
  await arriveSignedIn(page, app.origin, ana, '/profile/friend-requests');
  await expect(page.getByText('No request')).toBeVisible();
  await looksWell(page);
  await waitForShell(page);
  const bens = await withOther(browser, ben, '/profile/friend-requests');
  await request(app.origin, ben, ana);
  await request(app.origin, cora, ana);
  await expect(row(page, 'Ben Uy')).toBeVisible();
  await expect(row(bens, 'Ana Reyes')).toContainText('Waiting for an answer');
  await looksWell(bens);

  await context.setOffline(true);
  await row(page, 'Ben Uy').getByRole('button', { name: 'Accept' }).click();
  await toast(page, 'Your answer is saved and sent when there is a signal.');
  await expect(page.getByRole('button', { name: 'Say hello' })).toBeVisible();
  await row(page, 'Cora Lim').getByRole('button', { name: 'Reject' }).click();
  await toast(page, 'Your answer is saved and sent when there is a signal.');
  await expect(page.getByText('No request')).toBeVisible();
  // Typed with spaces and small letters; the last sign is checked before anything is sent.
  await page.goto(`${app.origin}/profile/add-friend`);
  const code = page.getByLabel('Friend code');
  const wrong = dan.uniqueCode.slice(0, -1) + (dan.uniqueCode.endsWith('0') ? '1' : '0');
  await code.fill(wrong);
  await expect(page.getByText('Looks mistyped')).toBeVisible();
  await looksWell(page);
  await code.fill(`${dan.uniqueCode.slice(0, 4)} ${dan.uniqueCode.slice(4).toLowerCase()}`);
  await page.getByRole('button', { name: 'Send request' }).click();
  await toast(page, 'The request is saved and sent when there is a signal.');
  await page.goto(`${app.origin}/profile/friend-requests`);
  await expect(page.getByText('Sent when you are online')).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: "Don't send" }).click();
  const question = page.getByRole('alertdialog', { name: "Don't send this request?" });
  await expect(question.getByRole('button')).toHaveText(['Keep', "Don't send"]);
  await question.getByRole('button', { name: 'Keep' }).click();
  await expect(question).toBeHidden();
  await expect(page.getByText('Sent when you are online')).toBeVisible();
  await context.setOffline(false);
  await expect(row(page, 'Dan Go')).toContainText('Waiting for an answer');
  // Ben learns of the yes, and their chat is there for both.
  await expect(bens.getByText('No request')).toBeVisible();
  await toast(bens, 'Ana Reyes is your friend now');
  await bens.getByRole('button', { name: 'Say hello' }).click();
  await expect(bens).toHaveURL(`${app.origin}/chats/${ana.uniqueCode}`);
  await expect(composer(bens)).toBeVisible();
  await bens.goto(`${app.origin}/profile/friends`);
  await expect(row(bens, 'Ana Reyes')).toBeVisible();

  await context.setOffline(true);
  await row(page, 'Dan Go').getByRole('button', { name: 'Cancel request' }).click();
  await toast(page, 'Friend request cancelled');
  await context.setOffline(false);
  const dans = await withOther(browser, dan, '/profile/friend-requests');
  await expect(dans.getByText('No request')).toBeVisible();

  // Unfriended from the profile, without a network: the chat stays, and the next word is a request.
  await context.setOffline(true);
  await page.goto(`${app.origin}/users/${ben.uniqueCode}`);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Unfriend' }).click();
  await confirm(page, 'Unfriend');
  await toast(page, 'Ben Uy is no longer your friend');
  await expect(page.getByRole('button', { name: 'Add friend' })).toBeVisible();
  await context.setOffline(false);
  await expect(row(bens, 'Ana Reyes')).toHaveCount(0);
  for (const other of [bens, dans]) await other.context().close();
});

test('a block is seen on every surface by who made it, and told to nobody', async ({
  page,
  context,
  browser,
}) => {
  const [ana, ben, dan] = (await people('Ana Ocampo', 'Ben Tan', 'Dan Macapagal-Villanueva')) as [
    Person,
    Person,
    Person,
  ];
  await befriend(app.origin, ana, ben);
  await befriend(app.origin, ana, dan);
  await say(app.origin, ben, ana, 'Bati na tayo');
  const bens = await withOther(browser, ben);
  await openChat(bens, 'Ana Ocampo');
  await arriveSignedIn(page, app.origin, ana);
  await expect(chatRow(page, 'Ben Tan')).toContainText('Bati na tayo');
  await expect(chatsTab(page)).toContainText('1');
  await waitForShell(page);
  await context.setOffline(true);
  await page.goto(`${app.origin}/users/${ben.uniqueCode}`);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Block' }).click();
  await confirm(page, 'Block');
  await toast(page, 'Ben Tan is blocked');
  await expect(page.getByText('You blocked Ben Tan.')).toBeVisible();
  await looksWell(page);
  // The chat keeps its history and has no field; the badge of the tab forgets what came before.
  await page.goto(`${app.origin}/profile/messages`);
  await expect(chatRow(page, 'Ben Tan')).toBeVisible();
  await expect(chatsTab(page)).not.toContainText('1');
  await chatRow(page, 'Ben Tan').click();
  await expect(message(page, 'Bati na tayo')).toBeVisible();
  await expect(composer(page)).toHaveCount(0);
  await expect(page.getByText('You blocked Ben Tan.')).toBeVisible();
  // What was said can still be reported, with its words; the report waits for the network.
  await bubble(page, 'Bati na tayo').click({ button: 'right' });
  const options = page.getByRole('dialog', { name: 'Message options' });
  await options.getByRole('button', { name: 'Report', exact: true }).click();
  await page.getByRole('radio', { name: 'Harassment or bullying' }).click();
  const report = page.getByRole('dialog').getByRole('button', { name: 'Report', exact: true });
  const note = page.getByRole('dialog').getByRole('textbox');
  const pasted = `${'a'.repeat(LIMITS.reportNoteMax - 2)}👨‍👩‍👧‍👦`;
  await note.fill(pasted);
  // Nothing of it is cut, least of all a part of the family.
  await expect(note).toHaveValue(pasted);
  await expect(note).toHaveAccessibleDescription(`Too long: ${LIMITS.reportNoteMax} characters at most`);
  await expect(report).toBeDisabled();
  await note.fill('');
  await report.click();
  await toast(page, 'Thank you. The moderators will look at it.');
  await page.goto(`${app.origin}/search?q=ben`);
  await expect(page.getByRole('heading', { name: 'Chats' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'People' })).toHaveCount(0);
  await context.setOffline(false);
  await page.goto(`${app.origin}/profile/settings`);
  await expect(page.getByText('Everything is sent')).toBeVisible();
  await page.goto(`${app.origin}/profile/friends`);
  await expect(row(page, 'Ben Tan')).toHaveCount(0);

  // Ben is told nothing: he finds nobody, and what he writes is not sent.
  await bens.goto(`${app.origin}/profile/friends`);
  await expect(row(bens, 'Ana Ocampo')).toHaveCount(0);
  await bens.goto(`${app.origin}/profile/messages`);
  await openChat(bens, 'Ana Ocampo');
  await expect(bens.getByText(/block/i)).toHaveCount(0);
  await write(bens, 'Sige na');
  await expectState(bens, 'Sige na', 'Not sent');
  expect(await unseen(app.origin, ana)).toBe(0);
  await bens.goto(`${app.origin}/profile/add-friend`);
  await bens.getByLabel('Friend code').fill(ana.uniqueCode);
  await bens.getByRole('button', { name: 'Send request' }).click();
  await expect(bens.getByText('Nobody has this code', { exact: true })).toBeVisible();

  await page.goto(`${app.origin}/profile/blocked`);
  await looksWell(page);
  await row(page, 'Ben Tan').getByRole('button', { name: 'Unblock Ben Tan' }).click();
  await toast(page, 'Ben Tan is unblocked');
  await expect(page.getByText('Nobody is blocked')).toBeVisible();
  await page.goto(`${app.origin}/chats/${ben.uniqueCode}`);
  await expect(composer(page)).toBeVisible();
  await bens.context().close();

  // Where nothing was said, nobody is invited to say hello to whom they have blocked.
  await page.goto(`${app.origin}/chats/${dan.uniqueCode}`);
  await expect(page.getByText('Say hello', { exact: true })).toBeVisible();
  await callAs(app.origin, ana, 'PUT', `/users/${dan.id}/block`, undefined, { blocked: true });
  await expect(page.getByText('You blocked Dan Macapagal-Villanueva.')).toBeVisible();
  const main = page.getByRole('main');
  await expect(main.getByText('No message', { exact: true })).toBeVisible();
  await expect(main.getByText(/say hello|first message/i)).toHaveCount(0);
  await page.goto(`${app.origin}/profile/messages`);
  await expect(chatRow(page, 'Dan Mac')).toContainText('No message');
  await page.goto(`${app.origin}/profile/blocked`);
  const name = page.getByRole('link', { name: 'Dan Macapagal-Villanueva' });
  await expect(name).toBeVisible();
  expect(await name.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)).toBe(true);
});

test('a person who is muted without a network is still read, and makes no badge until unmuted', async ({
  page,
  context,
}) => {
  const [ana, ben] = (await people('Ana Luna', 'Ben Sol')) as [Person, Person];
  await befriend(app.origin, ana, ben);
  await arriveSignedIn(page, app.origin, ana);
  await expect(chatRow(page, 'Ben Sol')).toBeVisible();
  await waitForShell(page);
  await context.setOffline(true);
  await page.goto(`${app.origin}/users/${ben.uniqueCode}`);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Mute chat', exact: true }).click();
  await page.getByRole('button', { name: 'Until I unmute it' }).click();
  await toast(page, 'Muted');
  await page.goto(`${app.origin}/profile/messages`);
  await expect(chatRow(page, 'Ben Sol').getByLabel('Muted')).toBeVisible();
  await context.setOffline(false);
  await page.goto(`${app.origin}/profile/settings`);
  await expect(page.getByText('Everything is sent')).toBeVisible();

  await page.goto(`${app.origin}/profile/messages`);
  await say(app.origin, ben, ana, 'Uy, gising ka pa?');
  await expect(chatRow(page, 'Ben Sol')).toContainText('gising ka pa');
  await expect(chatRow(page, 'Ben Sol').getByText('1', { exact: true })).toBeVisible();
  await expect(chatsTab(page)).not.toContainText('1');
  expect(await unseen(app.origin, ana)).toBe(0);
  await looksWell(page);

  await page.goto(`${app.origin}/users/${ben.uniqueCode}`);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Unmute chat' }).click();
  await toast(page, 'Notifications are on again');
  await expect(chatsTab(page)).toContainText('1');
  await expect.poll(() => unseen(app.origin, ana)).toBe(1);
});

test('a private chat is archived and deleted for me alone, without a network', async ({
  page,
  context,
  browser,
}) => {
  const [ana, ben] = (await people('Ana Roxas', 'Ben Mabini')) as [Person, Person];
  await befriend(app.origin, ana, ben);
  await say(app.origin, ben, ana, 'Lumang usapan');
  const menu = async (item: string): Promise<void> => {
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await arriveSignedIn(page, app.origin, ana);
  await openChat(page, 'Ben Mabini');
  await expect(message(page, 'Lumang usapan')).toBeVisible();
  await waitForShell(page);
  await context.setOffline(true);
  await menu('Archive chat');
  await toast(page, 'Your chat with Ben Mabini is archived');
  await page.goto(`${app.origin}/profile/messages`);
  await expect(page.getByText('No message')).toBeVisible();
  await page.getByRole('link', { name: 'Archived chats' }).click();
  await chatRow(page, 'Ben Mabini').click();
  await context.setOffline(false);
  await menu('Take chat out of the archive');
  await toast(page, 'Your chat with Ben Mabini is back in the list');
  await context.setOffline(true);
  await menu('Delete chat for me');
  const question = page.getByRole('alertdialog', { name: 'Delete your chat with Ben Mabini?' });
  await looksWell(page);
  await question.getByRole('button', { name: 'Delete chat for me' }).click();
  await toast(page, 'Your chat with Ben Mabini is deleted');
  await expect(page).toHaveURL(`${app.origin}/profile/messages`);
  await expect(chatRow(page, 'Ben Mabini')).toHaveCount(0);
  await context.setOffline(false);
  await page.goto(`${app.origin}/profile/settings`);
  await expect(page.getByText('Everything is sent')).toBeVisible();
  // He keeps it; and his next words bring the chat back to me, without the old ones.
  const bens = await withOther(browser, ben);
  await openChat(bens, 'Ana Roxas');
  await expect(message(bens, 'Lumang usapan')).toBeVisible();
  await write(bens, 'Bagong usapan');
  await page.goto(`${app.origin}/profile/messages`);
  await openChat(page, 'Ben Mabini');
  await expect(message(page, 'Bagong usapan')).toBeVisible();
  await expect(message(page, 'Lumang usapan')).toHaveCount(0);
  await bens.context().close();
});

test('two hundred messages written without a network in three chats arrive once and in order', async ({
  page,
  context,
  browser,
}) => {
  test.setTimeout(420_000);
  const [ana, ben, cora, dan] = (await people('Ana Diaz', 'Ben Ong', 'Cora Sy', 'Dan Yu')) as [
    Person,
    Person,
    Person,
    Person,
  ];
  const others = [ben, cora, dan];
  for (const other of others) await befriend(app.origin, ana, other);
  await arriveSignedIn(page, app.origin, ana);
  for (const { lastName } of others) await expect(chatRow(page, lastName)).toBeVisible();
  await waitForShell(page);
  await context.setOffline(true);
  const sent = new Map<string, string[]>();
  for (const [index, { lastName }] of others.entries()) {
    await page.goto(`${app.origin}/profile/messages`);
    await openChat(page, lastName);
    const words = Array.from({ length: index === 0 ? 68 : 66 }, (_, at) => `${lastName} ${at + 1}`);
    for (const text of words) {
      await composer(page).fill(text);
      await composer(page).press('Enter');
      await expect(composer(page)).toHaveValue('');
    }
    // A bubble is drawn before it is durable, and says so until it is.
    await expectState(page, words.at(-1) ?? '', 'Waiting to be sent');
    sent.set(lastName, words);
  }
  await context.setOffline(false);
  // All of it within the burst of one member; nothing is lost.
  await page.goto(`${app.origin}/profile/settings`);
  await expect(page.getByText('Everything is sent')).toBeVisible({ timeout: 300_000 });
  for (const other of others) {
    const theirs = await withOther(browser, other);
    const expected = sent.get(other.lastName) ?? [];
    await expect(chatRow(theirs, 'Ana Diaz')).toContainText(expected.at(-1) ?? '');
    const stored = await history(app.origin, other, ana);
    expect(stored.map(({ content }) => content)).toEqual(expected);
    await theirs.context().close();
  }
});

test('somebody whose name only looks like that of a friend is marked, wherever they ask', async ({
  page,
}) => {
  const [ana, friend] = [
    await registerPerson(app.origin, 'Ana', 'Santos'),
    await registerPerson(app.origin, 'Carmen', 'Reyes'),
  ];
  await befriend(app.origin, ana, friend);
  // Cyrillic letters, and an r with an n.
  const other = await registerPerson(app.origin, 'Other', 'Person');
  const name = { firstName: 'Саrrnеn', lastName: 'Rеуеs' };
  await callAs(app.origin, other, 'PUT', `/users/${other.id}`, undefined, name);
  await request(app.origin, other, ana);
  const warning = page.getByText('Your friend Carmen Reyes has another account.');
  await arriveSignedIn(page, app.origin, ana, '/profile/friend-requests');
  await expect(warning).toBeVisible();
  await page.goto(`${app.origin}/users/${other.uniqueCode}`);
  await expect(warning).toBeVisible();
  await page.goto(`${app.origin}/users/${friend.uniqueCode}`);
  await expect(page.getByRole('heading', { name: 'Carmen Reyes' })).toBeVisible();
  await expect(warning).toHaveCount(0);
});

import { type BrowserContext, expect, type Page } from '@playwright/test';
import { chatResponse, newId, privateChatId } from '../../protocol/index.ts';
import type { RunningApp } from '../support/browser-app.ts';
import { dumpDatabases } from '../support/browser-databases.ts';
import { befriend, callAs, history, type Person, registerPerson, say } from '../support/browser-people.ts';
import { attach, photoFile } from '../support/browser-pictures.ts';
import { createProfile } from '../support/browser-profile.ts';
import {
  arriveSignedIn,
  bubble,
  chatRow,
  composer,
  confirm,
  conversation,
  expectArrived,
  message,
  openChat,
  waitForShell,
  write,
} from '../support/browser-steps.ts';
import { test } from '../support/story.ts';

/** What hands can do in chats, each of them without a network, and what the others find once there is one. */
const phone = { viewport: { width: 390, height: 844 }, locale: 'en-US' };

let app: RunningApp;
let ana: Person;
let ben: Person;
let cora: Person;
let dan: Person;
test.beforeAll(({ app: shared }) => {
  app = shared;
});
test.beforeEach(async () => {
  test.setTimeout(180_000);
  ana = await registerPerson(app.origin, 'Ana', 'Santos');
  ben = await registerPerson(app.origin, 'Ben', 'Cruz');
  cora = await registerPerson(app.origin, 'Cora', 'Lim');
  dan = await registerPerson(app.origin, 'Dan', 'Uy');
  await befriend(app.origin, ana, ben);
  await befriend(app.origin, ana, cora);
});

/** A group of Ana's with Ben in it and something said. */
const makeGroup = async (name: string) => {
  const body = { id: newId(), type: 'GROUP', name, users: [ben.id] };
  const { data } = await callAs(app.origin, ana, 'POST', '/chats', chatResponse, body);
  const words = { content: `Una sa ${name}` };
  await callAs(app.origin, ana, 'POST', `/chats/${data.id}/messages`, undefined, words);
  return data;
};
const invite = (chatId: string, { id, uniqueCode }: Person): Promise<void> =>
  callAs(app.origin, ana, 'POST', `/chats/${chatId}/members/${id}`, undefined, { uniqueCode });

const tray = (page: Page) => page.getByRole('list', { name: 'Attachments' });

const visit = async (context: BrowserContext, who: Person): Promise<Page> => {
  const page = await context.newPage();
  await arriveSignedIn(page, app.origin, who);
  await waitForShell(page);
  return page;
};
const openInfo = async (page: Page, name: string): Promise<void> => {
  await page
    .getByRole('link', { name: new RegExp(`^${name}`) })
    .last()
    .click();
  await expect(page).toHaveURL(/\/info$/);
};
const rowOf = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });
const choose = async (page: Page, name: string, action: string): Promise<void> => {
  await page.getByRole('button', { name: `Options for ${name}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
};
const allIsSent = async (page: Page): Promise<void> => {
  await page.goto(`${app.origin}/profile/settings`);
  await expect(page.getByText('Everything is sent')).toBeVisible({ timeout: 60_000 });
};

test('a group is put in order in a tunnel: who is in it, what one learns of it, and whether it is there at all', async ({
  browser,
}) => {
  const [alpha, , charlie] = [await makeGroup('Alpha'), await makeGroup('Bravo'), await makeGroup('Charlie')];
  await invite(alpha.id, dan);
  const context = await browser.newContext(phone);
  const page = await visit(context, ana);
  await openChat(page, 'Alpha');
  await context.setOffline(true);
  await openInfo(page, 'Alpha');
  await page.getByRole('button', { name: 'Take back' }).click();
  await expect(page.getByRole('button', { name: 'Take back' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Mute' }).click();
  await page.getByRole('button', { name: 'Until I unmute it' }).click();
  await expect(page.getByRole('button', { name: /^Unmute/ })).toBeVisible();
  await page.getByRole('button', { name: 'Add members' }).click();
  await page.getByRole('checkbox').filter({ hasText: 'Cora Lim' }).click();
  await page.getByRole('button', { name: /Add 1/ }).click();
  await expect(rowOf(page, 'Cora Lim')).toBeVisible();
  await choose(page, 'Ben Cruz', 'Make admin');
  await expect(rowOf(page, 'Ben Cruz')).toContainText('Admin');
  await choose(page, 'Ben Cruz', 'Make an ordinary');
  await expect(rowOf(page, 'Ben Cruz')).toContainText('Member');
  await choose(page, 'Ben Cruz', 'Remove from the chat');
  await confirm(page, 'Remove from the chat');
  await expect(rowOf(page, 'Ben Cruz')).toHaveCount(0);
  await page.getByRole('button', { name: 'Archive', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Take out of the archive' })).toBeVisible();
  await page.goto(`${app.origin}/profile/messages`);
  await expect(chatRow(page, 'Bravo')).toBeVisible();
  await expect(chatRow(page, 'Alpha')).toHaveCount(0);

  await openChat(page, 'Bravo');
  await expect(message(page, 'Una sa Bravo')).toBeVisible();
  await openInfo(page, 'Bravo');
  await page.getByRole('button', { name: 'Clear my copy' }).click();
  await confirm(page, 'Clear my copy');
  await expect(page).toHaveURL(/messages$/);
  await openChat(page, 'Bravo');
  await expect(message(page, 'Una sa Bravo')).toHaveCount(0);
  await page.goto(`${app.origin}/chats/${charlie.uniqueCode}/info`);
  await page.getByRole('button', { name: 'Delete for everyone' }).click();
  await confirm(page, 'Delete for everyone');
  await expect(page).toHaveURL(/messages$/);
  await expect(chatRow(page, 'Charlie')).toHaveCount(0);
  await context.setOffline(false);
  await allIsSent(page);

  const other = await browser.newContext(phone);
  const bens = await visit(other, ben);
  await expect(chatRow(bens, 'Bravo')).toBeVisible();
  await expect(chatRow(bens, 'Alpha')).toHaveCount(0);
  await expect(chatRow(bens, 'Charlie')).toHaveCount(0);
  await openChat(bens, 'Bravo');
  await expect(message(bens, 'Una sa Bravo')).toBeVisible();
  await other.setOffline(true);
  await openInfo(bens, 'Bravo');
  await bens.getByRole('button', { name: 'Leave group' }).click();
  await confirm(bens, 'Leave group');
  await expect(chatRow(bens, 'Bravo')).toHaveCount(0);
  await other.setOffline(false);
  await allIsSent(bens);
  await page.goto(`${app.origin}/profile/messages`);
  // What came after I had deleted the chat for myself is there, also what nobody said.
  await expect(chatRow(page, 'Bravo')).toContainText('Ben left');
  await openChat(page, 'Bravo');
  await expect(message(page, 'Ben left')).toBeVisible();
  await openInfo(page, 'Bravo');
  await expect(rowOf(page, 'Ben Cruz')).toHaveCount(0);
  await context.close();
  await other.close();
});

test('invitations and requests are answered in a tunnel', async ({ browser }) => {
  const [delta, echo] = [await makeGroup('Delta'), await makeGroup('Echo')];
  for (const { id } of [delta, echo]) await invite(id, dan);
  for (const from of [ben, cora]) {
    await callAs(app.origin, from, 'GET', `/chats/unique-code/${dan.uniqueCode}`, undefined);
    const body = { content: `Si ${from.firstName} ito`, recipientId: dan.id };
    const path = `/chats/${privateChatId(from.id, dan.id)}/messages`;
    await callAs(app.origin, from, 'POST', path, undefined, body);
  }
  const context = await browser.newContext(phone);
  const page = await visit(context, dan);
  await page.getByRole('link', { name: /Message requests/ }).click();
  await expect(chatRow(page, 'Ben Cruz')).toBeVisible();
  await expect(chatRow(page, 'Cora Lim')).toBeVisible();
  await context.setOffline(true);
  await rowOf(page, 'Delta').getByRole('button', { name: 'Join' }).click();
  await expect(rowOf(page, 'Delta')).toHaveCount(0);
  await rowOf(page, 'Echo').getByRole('button', { name: 'Decline' }).click();
  await expect(rowOf(page, 'Echo')).toHaveCount(0);
  await chatRow(page, 'Ben Cruz').click();
  await page.getByRole('button', { name: 'Accept' }).click();
  await expect(page.getByRole('button', { name: 'Accept' })).toHaveCount(0);
  await write(page, 'Oo nga');
  await page.goto(`${app.origin}/chats/requests`);
  await chatRow(page, 'Cora Lim').click();
  await page.getByRole('button', { name: 'Decline' }).click();
  // What is pressed is there once it is stored: not before it shows.
  await expect(page.getByRole('button', { name: 'Decline' })).toHaveCount(0);
  await page.goto(`${app.origin}/chats/requests`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(chatRow(page, 'Cora Lim')).toHaveCount(0);
  await context.setOffline(false);
  await allIsSent(page);
  await page.goto(`${app.origin}/profile/messages`);
  await expect(chatRow(page, 'Delta')).toBeVisible();
  await expect(chatRow(page, 'Echo')).toHaveCount(0);
  const said = (await history(app.origin, ben, dan)).map(({ content }) => content);
  expect(said).toEqual(['Si Ben ito', 'Oo nga']);
  await context.close();
});

test('whom I have blocked is offered for nothing new: not to forward to, not for a group, not after an @', async ({
  browser,
}) => {
  await makeGroup('Alpha');
  await say(app.origin, cora, ana, 'Pakipasa ito');
  await say(app.origin, ben, ana, 'Hoy');
  const context = await browser.newContext(phone);
  const page = await visit(context, ana);
  const openForward = async () => {
    await page.goto(`${app.origin}/profile/messages`);
    await openChat(page, 'Cora Lim');
    await bubble(page, 'Pakipasa ito').click({ button: 'right' });
    await page.getByRole('button', { name: 'Forward' }).click();
    return page.getByRole('dialog', { name: 'Forward to' });
  };
  const callSomebody = async () => {
    await page.goto(`${app.origin}/profile/messages`);
    await openChat(page, 'Alpha');
    await composer(page).pressSequentially('@');
  };
  await expect((await openForward()).getByRole('checkbox', { name: /Ben Cruz/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await callSomebody();
  await expect(page.getByRole('option', { name: 'Ben Cruz' })).toBeVisible();

  await callAs(app.origin, ana, 'PUT', `/users/${ben.id}/block`, undefined, { blocked: true });
  await page.goto(`${app.origin}/profile/blocked`);
  await expect(rowOf(page, 'Ben Cruz')).toBeVisible();
  const sheet = await openForward();
  await expect(sheet.getByRole('checkbox', { name: /Alpha/ })).toBeVisible();
  await expect(sheet.getByRole('checkbox', { name: /Ben Cruz/ })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await callSomebody();
  await expect(page.getByRole('option')).toHaveCount(0);
  await page.goto(`${app.origin}/chats/new`);
  await expect(page.getByRole('checkbox').filter({ hasText: 'Cora Lim' })).toBeVisible();
  await expect(page.getByRole('checkbox').filter({ hasText: 'Ben Cruz' })).toHaveCount(0);
  await context.close();
});

test('an edit and a message that were refused need one tap', async ({ browser }) => {
  await say(app.origin, ana, ben, 'Ano');
  const context = await browser.newContext(phone);
  const page = await visit(context, ana);
  await openChat(page, 'Ben Cruz');
  await context.setOffline(true);
  await bubble(page, 'Ano').click({ button: 'right' });
  const options = page.getByRole('dialog', { name: 'Message options' });
  await options.getByRole('button', { name: 'Edit', exact: true }).click();
  await composer(page).fill('Ano ba');
  await composer(page).press('Enter');
  await expect(message(page, 'Ano ba')).toBeVisible();
  await write(page, 'Sagutin mo naman');
  await callAs(app.origin, ben, 'PUT', `/users/${ana.id}/block`, undefined, { blocked: true });
  await context.setOffline(false);
  await expect(page.getByText('2 messages need you')).toBeVisible({ timeout: 30_000 });
  await callAs(app.origin, ben, 'PUT', `/users/${ana.id}/block`, undefined, { blocked: false });
  // A block ends a friendship, and nothing is edited in the chat of two strangers.
  await befriend(app.origin, ana, ben);
  await page.getByRole('button', { name: 'Retry all' }).click();
  await expectArrived(page, 'Sagutin mo naman');
  await expect
    .poll(async () => (await history(app.origin, ben, ana)).map(({ content }) => content))
    .toEqual(['Ano ba', 'Sagutin mo naman']);
  await context.close();
});

test('a refused reply comes back whole into a field that is in use, and what stood there follows it', async ({
  browser,
}) => {
  await say(app.origin, ben, ana, 'Nasaan ka na?');
  const context = await browser.newContext(phone);
  const page = await visit(context, ana);
  await openChat(page, 'Ben Cruz');
  await context.setOffline(true);
  await bubble(page, 'Nasaan ka na?').click({ button: 'right' });
  const options = page.getByRole('dialog', { name: 'Message options' });
  await options.getByRole('button', { name: 'Reply', exact: true }).click();
  await write(page, 'Nasa kanto na');
  await callAs(app.origin, ben, 'PUT', `/users/${ana.id}/block`, undefined, { blocked: true });
  await context.setOffline(false);
  const refused = conversation(page).getByRole('button', { name: 'Edit', exact: true });
  await expect(refused).toBeVisible({ timeout: 30_000 });

  await composer(page).fill('Sandali lang');
  await attach(page, [await photoFile('pader.jpg', 'teal')]);
  await expect(tray(page).getByRole('listitem')).toBeVisible();
  await expect(page.getByText('Getting ready…')).toHaveCount(0);
  await refused.click();
  await expect(composer(page)).toHaveValue('Nasa kanto na');
  await expect(page.getByText('Reply to Ben Cruz')).toBeVisible();
  await expect(tray(page)).toHaveCount(0);
  // It is a draft by now, and survives the page.
  await expect(refused).toHaveCount(0);
  await page.reload();
  await expect(composer(page)).toHaveValue('Nasa kanto na');
  await callAs(app.origin, ben, 'PUT', `/users/${ana.id}/block`, undefined, { blocked: false });
  await befriend(app.origin, ana, ben);
  await composer(page).press('Enter');
  await expect(composer(page)).toHaveValue('Sandali lang');
  await expect(tray(page).getByRole('listitem')).toBeVisible();
  await composer(page).press('Enter');
  await expectArrived(page, 'Sandali lang');
  await expect
    .poll(async () => (await history(app.origin, ben, ana)).slice(-2).map(({ content }) => content))
    .toEqual(['Nasa kanto na', 'Sandali lang']);
  const [answer, last] = (await history(app.origin, ben, ana)).slice(-2);
  expect([answer?.replyToId !== null, last?.media?.length]).toEqual([true, 1]);
  await context.close();
});

test('an edit that was begun waits while another message is edited or answered', async ({ browser }) => {
  const context = await browser.newContext(phone);
  const page = await visit(context, ana);
  await openChat(page, 'Ben Cruz');
  await write(page, 'Una');
  await write(page, 'Pangalawa');
  await expectArrived(page, 'Pangalawa');
  const options = page.getByRole('dialog', { name: 'Message options' });
  const begin = async (text: string, action: 'Edit' | 'Reply') => {
    await bubble(page, text).click({ button: 'right' });
    await options.getByRole('button', { name: action, exact: true }).click();
  };
  await begin('Una', 'Edit');
  await composer(page).fill('Una talaga');
  await begin('Pangalawa', 'Edit');
  await expect(composer(page)).toHaveValue('Pangalawa');
  await begin('Una', 'Edit');
  await expect(composer(page)).toHaveValue('Una talaga');
  await begin('Pangalawa', 'Reply');
  await expect(composer(page)).toHaveValue('');
  await composer(page).fill('Sagot');
  await composer(page).press('Enter');
  await expect(message(page, 'Sagot')).toBeVisible();
  await expect(composer(page)).toHaveValue('Una talaga');
  await composer(page).press('Enter');
  await expect(message(page, 'Una talaga')).toBeVisible();
  await context.close();
});

test('a picture on a slow link says how much of it has gone', async ({ browser }) => {
  const context = await browser.newContext(phone);
  const page = await context.newPage();
  await arriveSignedIn(page, app.origin, ana);
  await openChat(page, 'Ben Cruz');
  const cdp = await context.newCDPSession(page);
  const limit = (uploadThroughput: number) =>
    cdp.send('Network.emulateNetworkConditions', {
      ...{ offline: false, latency: 0, downloadThroughput: -1, uploadThroughput },
    });
  await limit(30_000);
  await attach(page, [await photoFile('dyip.jpg', 'teal', 4_000, 3_000)]);
  await composer(page).fill('Heto na');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  const share = conversation(page).getByText(/^\d+ % of [\d.]+ [kM]B$/);
  await expect(share).toBeVisible();
  const first = Number.parseInt((await share.textContent()) ?? '', 10);
  await expect
    .poll(async () => Number.parseInt((await share.textContent()) ?? '', 10), { timeout: 60_000 })
    .toBeGreaterThan(first);
  await expect(conversation(page).getByRole('progressbar', { name: 'Sending' })).toBeAttached();
  await limit(-1);
  await expectArrived(page, 'Heto na');
  await expect(share).toHaveCount(0);
  await context.close();
});

test('two pictures on the smallest phone say together how much has gone, and each has a ring alone', async ({
  browser,
}) => {
  const context = await browser.newContext({ ...phone, viewport: { width: 360, height: 740 } });
  const page = await context.newPage();
  await arriveSignedIn(page, app.origin, ana);
  await openChat(page, 'Ben Cruz');
  const cdp = await context.newCDPSession(page);
  const limit = (uploadThroughput: number) =>
    cdp.send('Network.emulateNetworkConditions', {
      ...{ offline: false, latency: 0, downloadThroughput: -1, uploadThroughput },
    });
  await limit(30_000);
  const photos = ['teal', 'maroon'].map((colour) => photoFile(`${colour}.jpg`, colour, 4_000, 3_000));
  await attach(page, await Promise.all(photos));
  await composer(page).fill('Dalawa');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  const tiles = conversation(page).getByRole('progressbar', { name: 'Sending' });
  await expect(tiles.first()).toBeAttached();
  /** Whether each of what says a share is drawn: what is only read out is as wide as its padding. */
  const areDrawn = () =>
    conversation(page)
      .getByText(/^\d+ % of [\d.]+ [kM]B$/)
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width > 20));
  await expect.poll(async () => (await areDrawn()).filter(Boolean)).toEqual([true]);
  await limit(-1);
  await expectArrived(page, 'Dalawa');
  await context.close();
});

test('half a sentence and its picture outlive a browser that is killed', async () => {
  await say(app.origin, ben, ana, 'Nasaan ka na?');
  const profile = await createProfile();
  let context = await profile.open(phone);
  let page = await visit(context, ana);
  await openChat(page, 'Ben Cruz');
  await context.setOffline(true);
  await attach(page, [await photoFile('dyip.jpg', 'teal', 400, 300)]);
  const pictures = () => page.getByRole('list', { name: 'Attachments' }).getByRole('listitem');
  await expect(pictures()).toHaveCount(1);
  await composer(page).pressSequentially('Nasa dyip pa ako, sa may');
  await expect.poll(() => dumpDatabases(page, ['chatDrafts'])).toContain('Nasa dyip pa ako, sa may');
  await profile.kill();
  context = await profile.open(phone);
  page = await context.newPage();
  await page.goto(`${app.origin}/profile/messages`);
  await expect(chatRow(page, 'Ben Cruz')).toContainText('Nasa dyip pa ako, sa may');
  await openChat(page, 'Ben Cruz');
  await expect(composer(page)).toHaveValue('Nasa dyip pa ako, sa may');
  await expect(pictures()).toHaveCount(1);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expectArrived(page, 'Nasa dyip pa ako, sa may');
  await profile.dispose();
});

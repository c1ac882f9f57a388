import { expect, type Page } from '@playwright/test';
import { chatResponse } from '../../protocol/index.ts';
import { type RunningApp, startApp } from '../support/browser-app.ts';
import { findBarriers } from '../support/browser-layout.ts';
import { befriend, callAs, type Person, registerPerson, request } from '../support/browser-people.ts';
import { attach, photoFile } from '../support/browser-pictures.ts';
import {
  arriveSignedIn,
  chatRow,
  composer,
  confirm,
  conversation,
  expectArrived,
  expectState,
  makeGroup,
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
test.beforeAll(async () => {
  app = await startApp();
});
// Each story with people of its own: one person adds the same friend to a few groups a day.
test.beforeEach(async () => {
  ana = await registerPerson(app.origin, 'Ana', 'Santos');
  ben = await registerPerson(app.origin, 'Ben', 'Cruz');
  cora = await registerPerson(app.origin, 'Cora', 'Lim');
  await befriend(app.origin, ana, ben);
  await befriend(app.origin, ana, cora);
});
test.afterAll(async () => {
  await app?.dispose();
});

const openInfo = async (page: Page, name: string): Promise<void> => {
  await page
    .getByRole('link', { name: new RegExp(`^${name}`) })
    .last()
    .click();
  await expect(page).toHaveURL(/\/info$/);
};

const dropPicture = (page: Page): Promise<void> =>
  composer(page).evaluate((field) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['x'], 'larawan.png', { type: 'image/png' }));
    field.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }));
  });

const visit = async (page: Page, who: Person, path?: string): Promise<void> => {
  await arriveSignedIn(page, app.origin, who, path);
};

test('a group that was begun is there again after Back and after a reload, with its picture', async ({
  page,
}) => {
  await visit(page, ana);
  await page.goto(`${app.origin}/chats/new`);
  await page.getByRole('checkbox').filter({ hasText: 'Ben' }).click();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Barkada');
  await page.getByLabel('Choose a picture').setInputFiles([await photoFile('mukha.jpg', 'teal', 300, 300)]);
  await expect(page.getByRole('button', { name: 'Change picture' })).toBeVisible();
  await page.reload();
  await expect(page.getByText('You began this group earlier.')).toBeVisible();
  await page.goto(`${app.origin}/profile/messages`);
  await page.goto(`${app.origin}/chats/new`);
  await expect(page.getByRole('checkbox').filter({ hasText: 'Ben' })).toBeChecked();
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Barkada');
  await expect(page.getByRole('button', { name: 'Change picture' })).toBeVisible();
  await page.getByRole('button', { name: 'Create' }).click();
  await expect(composer(page)).toBeVisible();
  await page.goto(`${app.origin}/chats/new`);
  await expect(page.getByRole('checkbox').filter({ hasText: 'Ben' })).not.toBeChecked();
  await expect(page.getByText('You began this group earlier.')).toHaveCount(0);
});

test('a group is made without a network, written to, and is there for all when it comes back', async ({
  page,
  context,
  browser,
}) => {
  await visit(page, ana);
  await expect(chatRow(page, 'Ben Cruz')).toBeVisible();
  await waitForShell(page);
  await context.setOffline(true);
  await makeGroup(page, 'Tropa', 'Ben Cruz', 'Cora Lim');
  await write(page, 'Tara!');
  await expectState(page, 'Tara!', 'Waiting to be sent');
  const other = await browser.newContext();
  const bens = await other.newPage();
  await visit(bens, ben);
  await context.setOffline(false);
  await expect(chatRow(bens, 'Tropa')).toContainText('Tara!');
  await openChat(bens, 'Tropa');
  await expect(conversation(bens).getByText('Ana created “Tropa”')).toBeVisible();
  await write(bens, 'Game!');
  await expect(message(page, 'Game!')).toBeVisible();
  await other.close();
});

test('who is taken out while offline gets the unsent words back as one card', async ({ page, browser }) => {
  await visit(page, ana);
  await makeGroup(page, 'Barkada', 'Ben Cruz');
  await write(page, 'Una');
  const other = await browser.newContext();
  const bens = await other.newPage();
  await visit(bens, ben);
  await openChat(bens, 'Barkada');
  await expect(message(bens, 'Una')).toBeVisible();
  await waitForShell(bens);
  await other.setOffline(true);
  await write(bens, 'isa pa');
  await write(bens, 'at isa pa');
  await openInfo(page, 'Barkada');
  await page.getByRole('button', { name: 'Options for Ben Cruz' }).click();
  await page.getByRole('menuitem', { name: 'Remove from the chat' }).click();
  await confirm(page, 'Remove from the chat');
  await expect(page.getByRole('button', { name: 'Options for Ben Cruz' })).toHaveCount(0);
  await page.goto(`${app.origin}/profile/messages`);
  await expect(chatRow(page, 'Barkada')).toContainText('Ana removed Ben');
  await other.setOffline(false);
  await bens.goto(`${app.origin}/profile/messages`);
  const card = bens
    .getByRole('status')
    .filter({ hasText: '2 messages were not sent: you are no longer in “Barkada”.' });
  await expect(card).toContainText('isa pa');
  await expect(card).toContainText('at isa pa');
  await expect(chatRow(bens, 'Barkada')).toHaveCount(0);
  await card.getByRole('button', { name: 'Discard' }).click();
  await confirm(bens, 'Discard');
  await expect(card).toHaveCount(0);
  await other.close();
});

test('who is taken out of the chat that stands open is told so, and keeps what was typed', async ({
  page,
  browser,
}) => {
  await visit(page, ana);
  await makeGroup(page, 'Kanto', 'Ben Cruz');
  await write(page, 'Una');
  const other = await browser.newContext();
  const bens = await other.newPage();
  await visit(bens, ben);
  await openChat(bens, 'Kanto');
  await expect(message(bens, 'Una')).toBeVisible();
  await waitForShell(bens);
  await other.setOffline(true);
  await attach(bens, [await photoFile('kanto.jpg', 'seagreen', 400, 400)]);
  await bens.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(conversation(bens).getByTitle('Waiting to be sent')).toBeVisible();
  await composer(bens).fill('Kalahating salita');
  await attach(bens, [await photoFile('handa.jpg', 'tan', 300, 300)]);
  await openInfo(page, 'Kanto');
  await page.getByRole('button', { name: 'Options for Ben Cruz' }).click();
  await page.getByRole('menuitem', { name: 'Remove from the chat' }).click();
  await confirm(page, 'Remove from the chat');
  await page.goto(`${app.origin}/profile/messages`);
  await expect(chatRow(page, 'Kanto')).toContainText('Ana removed Ben');
  await other.setOffline(false);
  await expect(bens.getByText('You are no longer in this chat')).toBeVisible();
  const card = bens
    .getByRole('status')
    .filter({ hasText: '1 message was not sent: you are no longer in “Kanto”.' });
  await expect(card).toContainText('Picture');
  await expect(card).toContainText('Kalahating salita');
  await expect(card).toContainText('1 attachment');
  await bens.reload();
  await expect(bens.getByText('You are no longer in this chat')).toBeVisible();
  await expect(card).toContainText('Kalahating salita');
  await bens.goto(`${app.origin}/profile/messages`);
  await expect(card).toContainText('Kalahating salita');
  await card.getByRole('button', { name: 'Discard' }).click();
  await confirm(bens, 'Discard');
  await expect(bens.getByText('Kalahating salita')).toHaveCount(0);
  await other.close();
});

test('a card that fills the screen leaves no row below it undrawn', async ({ page, browser }) => {
  // Of several owners: one makes ten at once.
  let owner = ana;
  for (let at = 1; at <= 40; at += 1) {
    if (at % 10 === 1) owner = await registerPerson(app.origin, 'Eve', 'Go');
    const body = { type: 'PUBLIC', name: `Usapan ${String(at).padStart(2, '0')}`, users: [] };
    const { data } = await callAs(app.origin, owner, 'POST', '/chats', chatResponse, body);
    await callAs(app.origin, ben, 'POST', `/chats/${data.id}/join`);
  }
  await visit(page, ana);
  await makeGroup(page, 'Sayang', 'Ben Cruz');
  await write(page, 'Una');
  const other = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const bens = await other.newPage();
  await visit(bens, ben);
  await openChat(bens, 'Sayang');
  await waitForShell(bens);
  await other.setOffline(true);
  await composer(bens).fill('Mahabang kuwento ito, pakinggan mo. '.repeat(100).trim());
  await bens.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(conversation(bens).getByTitle('Waiting to be sent')).toBeVisible();
  await openInfo(page, 'Sayang');
  await page.getByRole('button', { name: 'Options for Ben Cruz' }).click();
  await page.getByRole('menuitem', { name: 'Remove from the chat' }).click();
  await confirm(page, 'Remove from the chat');
  await expect(page.getByRole('button', { name: 'Options for Ben Cruz' })).toHaveCount(0);
  // The server has done it: else the words may be there before the removal, and nothing is lost.
  await page.goto(`${app.origin}/profile/messages`);
  await expect(chatRow(page, 'Sayang')).toContainText('Ana removed Ben');
  await other.setOffline(false);
  await bens.goto(`${app.origin}/profile/messages`);
  const card = bens.getByRole('status').filter({ hasText: 'you are no longer in “Sayang”' });
  await expect(card).toContainText('Mahabang kuwento');
  // The first row, below a card of several screens, brought to the top.
  await chatRow(bens, 'Usapan 40').evaluate((row) => row.scrollIntoView({ block: 'start' }));
  for (const at of [40, 36, 32]) await expect(chatRow(bens, `Usapan ${at}`)).toBeInViewport();
  await other.close();
});

test('a double tap on Next leads to the second step, and makes no group', async ({ page }) => {
  await visit(page, ana);
  await page.goto(`${app.origin}/chats/new`);
  await page.getByRole('checkbox').filter({ hasText: 'Ben Cruz' }).click();
  await page.getByRole('button', { name: 'Next' }).dblclick();
  await expect(page.getByRole('button', { name: 'Create' })).toBeVisible();
  await expect(page).toHaveURL(`${app.origin}/chats/new`);
});

test('an owner who leaves names who takes over, also offline', async ({ page, context, browser }) => {
  await visit(page, ana);
  await makeGroup(page, 'Kapitbahay', 'Ben Cruz', 'Cora Lim');
  await write(page, 'Paalam');
  const other = await browser.newContext();
  const coras = await other.newPage();
  await visit(coras, cora);
  await expect(chatRow(coras, 'Kapitbahay')).toContainText('Paalam');
  await waitForShell(page);
  await context.setOffline(true);
  await openInfo(page, 'Kapitbahay');
  await expect(page.getByText('You get no more of its messages. The others stay.')).toBeVisible();
  await page.getByRole('button', { name: 'Leave group' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cora Lim' }).click();
  await confirm(page, 'Leave group');
  await expect(page).toHaveURL(/\/profile\/messages$/);
  await expect(chatRow(page, 'Kapitbahay')).toHaveCount(0);
  await context.setOffline(false);
  await expect(chatRow(coras, 'Kapitbahay')).toContainText('Ana left, and Cora took over');
  await openChat(coras, 'Kapitbahay');
  await openInfo(coras, 'Kapitbahay');
  await expect(coras.getByRole('listitem').filter({ hasText: 'Cora Lim (you)' })).toContainText('Owner');
  await other.close();
});

test('a group gets a name, a face and other hands in a tunnel; a mention is marked, and who has seen is counted', async ({
  page,
  context,
  browser,
}) => {
  await visit(page, ana);
  await makeGroup(page, 'Klasmeyt', 'Ben Cruz', 'Cora Lim');
  await write(page, 'Sino ang pupunta?');
  const other = await browser.newContext();
  const bens = await other.newPage();
  await visit(bens, ben);
  await openChat(bens, 'Klasmeyt');
  await expect(message(bens, 'Sino ang pupunta?')).toBeVisible();
  await expect(conversation(page).getByText('Seen by 1')).toBeVisible();
  await waitForShell(page);

  await context.setOffline(true);
  await openInfo(page, 'Klasmeyt');
  await page.getByRole('button', { name: 'Change name' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('  ');
  await expect(page.getByRole('dialog').getByText('Required')).toBeVisible();
  await page.getByRole('dialog').getByLabel('Name').fill('b'.repeat(81));
  await expect(page.getByRole('dialog').getByText('Too long: 80 characters at most')).toBeVisible();
  await page.getByRole('dialog').getByLabel('Name').fill('Batch 2012');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: 'Batch 2012' })).toBeVisible();
  await attach(page, [await photoFile('tropa.jpg', 'seagreen', 400, 400)]);
  await expect(page.getByRole('button', { name: 'Remove picture' })).toBeVisible();
  const optionsOf = (name: string) => page.getByRole('button', { name: `Options for ${name}` });
  // The menu before it may still be on its way out.
  const menuOf = (name: string) => page.getByRole('menu', { name: `Options for ${name}` });
  const rowOf = (one: Page, name: string) => one.getByRole('listitem').filter({ hasText: name });
  await optionsOf('Cora Lim').click();
  await menuOf('Cora Lim').getByRole('menuitem', { name: 'Make admin' }).click();
  await expect(rowOf(page, 'Cora Lim')).toContainText('Admin');
  await optionsOf('Ben Cruz').click();
  await menuOf('Ben Cruz').getByRole('menuitem', { name: 'Make owner' }).click();
  const question = page.getByRole('alertdialog', { name: 'Make Ben Cruz the owner?' });
  expect(await findBarriers(page)).toEqual([]);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  await expect(rowOf(page, 'Ben Cruz')).toContainText('Member');
  await optionsOf('Ben Cruz').click();
  await menuOf('Ben Cruz').getByRole('menuitem', { name: 'Make owner' }).click();
  await question.getByRole('button', { name: 'Make owner' }).click();
  await expect(rowOf(page, 'Ben Cruz')).toContainText('Owner');
  await expect(rowOf(page, 'Ana Santos (you)')).toContainText('Admin');
  await expect(optionsOf('Ben Cruz')).toHaveCount(0);

  await context.setOffline(false);
  // In the order in which it was done.
  await expect(conversation(bens).getByRole('paragraph')).toHaveText([
    'Ana created “Klasmeyt”',
    'Ana changed the name to “Batch 2012”',
    'Ana changed the picture',
    'Ana made Cora an admin',
    'Ana handed the chat over to Ben',
  ]);
  await openInfo(bens, 'Batch 2012');
  await expect(rowOf(bens, 'Ben Cruz (you)')).toContainText('Owner');
  await expect(bens.locator('img[src]').first()).toBeVisible();
  await bens.goBack();

  // Cora has muted the group; her list shows the words, and her name is marked in them.
  const coras = await (await browser.newContext()).newPage();
  await visit(coras, cora);
  await openChat(coras, 'Batch 2012');
  await openInfo(coras, 'Batch 2012');
  await coras.getByRole('button', { name: 'Mute' }).click();
  await coras.getByRole('button', { name: 'Until I unmute it' }).click();
  await expect(coras.getByRole('button', { name: /^Unmute/ })).toBeVisible();
  await coras.goto(`${app.origin}/profile/messages`);
  await expect(chatRow(coras, 'Batch 2012')).toBeVisible();
  await composer(bens).pressSequentially('Uy @Cora');
  await bens.getByRole('option', { name: 'Cora Lim' }).click({ timeout: 10_000 });
  await composer(bens).press('End');
  await composer(bens).pressSequentially('ikaw na');
  await bens.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(chatRow(coras, 'Batch 2012')).toContainText('@Cora Lim ikaw na');
  await openChat(coras, 'Batch 2012');
  await expect(conversation(coras).getByText('@Cora Lim', { exact: true })).toBeVisible();
  await coras.context().close();
  await other.close();
});

test('a stranger is invited by code and joins; a message to a stranger is a request', async ({
  page,
  browser,
}) => {
  const dan = await registerPerson(app.origin, 'Dan', 'Uy');
  await visit(page, ana);
  await makeGroup(page, 'Liga', 'Ben Cruz');
  await openInfo(page, 'Liga');
  await page.getByRole('button', { name: 'Add members' }).click();
  await page.getByLabel('Friend code').fill(dan.uniqueCode);
  await page.getByRole('button', { name: 'Invite by code' }).click();
  await expect(page.getByText('Dan Uy is invited')).toBeVisible();
  const other = await browser.newContext();
  const dans = await other.newPage();
  await visit(dans, dan);
  await dans.getByRole('link', { name: /Message requests/ }).click();
  const invitation = dans.getByRole('listitem').filter({ hasText: 'Liga' });
  await invitation.getByRole('button', { name: 'Join' }).click();
  // Gone from the list: it is written down, and leaving the page cannot take it back.
  await expect(invitation).toHaveCount(0);
  await expect(dans.getByText('No request')).toBeVisible();
  await dans.goto(`${app.origin}/profile/messages`);
  await expect(chatRow(dans, 'Liga')).toContainText('Dan joined');

  const eve = await registerPerson(app.origin, 'Eve', 'Go');
  await request(app.origin, eve, dan);
  const eves = await (await browser.newContext()).newPage();
  await visit(eves, eve, `/users/${dan.uniqueCode}`);
  await eves.getByRole('link', { name: 'Message', exact: true }).click();
  await expect(eves.getByText('your first message is a request to Dan Uy')).toBeVisible();
  // Nothing but words goes to who has not said yes.
  await expect(eves.getByRole('button', { name: 'Attach', exact: true })).toHaveCount(0);
  await write(eves, 'Kumusta?');
  await expect(eves.getByText('Your request waits')).toBeVisible();
  await expect(eves.getByRole('button', { name: 'Attach', exact: true })).toHaveCount(0);
  await dropPicture(eves);
  await expect(eves.getByText('Only text until your message request is accepted')).toBeVisible();
  await expect(eves.getByRole('button', { name: 'Send', exact: true })).toBeDisabled();
  await dans.getByRole('link', { name: /Message requests/ }).click();
  await chatRow(dans, 'Eve Go').click();
  await expect(message(dans, 'Kumusta?')).toBeVisible();
  await dans.getByRole('button', { name: 'Accept' }).click();
  await expect(dans.getByRole('button', { name: 'Accept' })).toHaveCount(0);
  await write(dans, 'Ayos!');
  await expect(message(eves, 'Ayos!')).toBeVisible();
  await expect(eves.getByText('Your request waits')).toHaveCount(0);
  await expect(eves.getByRole('button', { name: 'Attach', exact: true })).toBeVisible();
  await eves.context().close();
  await other.close();
});

test('a public chat is found by its name and joined', async ({ page, browser }) => {
  await visit(page, ana);
  await page.getByRole('link', { name: 'New message' }).click();
  await page.getByRole('link', { name: 'New group' }).click();
  // A group needs somebody; a public chat does not.
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Pick at least one person' })).toBeVisible();
  await page.getByRole('checkbox').filter({ hasText: 'Ben Cruz' }).click();
  await page.getByRole('button', { name: 'Take out Ben Cruz' }).click();
  await expect(page.getByRole('checkbox').filter({ hasText: 'Ben Cruz' })).not.toBeChecked();
  await page.getByRole('button', { name: 'Public' }).click();
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
  await page
    .getByLabel('Choose a picture')
    .setInputFiles(await photoFile('palengke.jpg', 'orange', 400, 400));
  await expect(page.getByRole('button', { name: 'Change picture' })).toBeVisible();
  // Back leads to the choice, and nothing is lost.
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(page.getByRole('checkbox').first()).toBeVisible();
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByRole('button', { name: 'Change picture' })).toBeVisible();
  await page.getByLabel('Name', { exact: true }).fill('Palengke Talk');
  await page.getByRole('button', { name: 'Create' }).click();
  await write(page, 'Magkano ang kamatis?');
  await expectArrived(page, 'Magkano ang kamatis?');
  await attach(page, [await photoFile('kamatis.jpg', 'tomato', 400, 400)]);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(conversation(page).getByTitle(/^(Sent|Delivered|Seen)$/)).toHaveCount(2);
  const other = await browser.newContext();
  const bens = await other.newPage();
  await visit(bens, ben);
  await bens.getByRole('link', { name: 'New message' }).click();
  await bens.getByRole('link', { name: 'Public chats' }).click();
  await bens.getByLabel('Search public chats').fill('palengke');
  await chatRow(bens, 'Palengke Talk').click();
  // It is read before anybody joins.
  const said = conversation(bens).getByRole('article');
  await expect(said).toHaveText([/^Ana SantosMagkano ang kamatis\?/, /^Ana SantosPicture/]);
  await expect(composer(bens)).toHaveCount(0);
  await bens.getByRole('button', { name: 'Join' }).click();
  await expect(composer(bens)).toBeVisible();
  await expect(message(bens, 'Magkano ang kamatis?')).toBeVisible();
  await write(bens, 'Bente');
  await expect(message(page, 'Bente')).toBeVisible();
  await other.close();
});

test('a public chat that was found can be joined when the network has gone', async ({ browser }) => {
  const body = { type: 'PUBLIC', name: 'Ulan Talk', users: [] };
  const { data: chat } = await callAs(app.origin, ana, 'POST', '/chats', chatResponse, body);
  const other = await browser.newContext();
  const bens = await other.newPage();
  // Inside a chat there is no bottom bar to wait for.
  await visit(bens, ben);
  await bens.goto(`${app.origin}/chats/${chat.uniqueCode}`);
  const join = bens.getByRole('button', { name: 'Join' });
  await expect(join).toBeVisible();
  await other.setOffline(true);
  await join.click();
  await expect(bens.getByText('You are in as soon as there is a connection.')).toBeVisible();
  await expect(bens.getByText('Ulan Talk')).toBeVisible();
  await other.setOffline(false);
  await expect(composer(bens)).toBeVisible();
  await other.close();
});

import { expect, type Locator, type Page } from '@playwright/test';
import { chatResponse, newId, privateChatId } from '../../protocol/index.ts';
import type { RunningApp } from '../support/browser-app.ts';
import { changeRows, dumpDatabases } from '../support/browser-databases.ts';
import { befriend, callAs, type Person, registerPerson, request } from '../support/browser-people.ts';
import { choosePostOption, postAs, postCard } from '../support/browser-posts.ts';
import {
  arriveSignedIn,
  bubble,
  chatRow,
  composer,
  confirm,
  conversation,
  openChat,
  waitForShell,
} from '../support/browser-steps.ts';
import { test } from '../support/story.ts';

/** Names that imitate a friend's are marked wherever they stand, and old names of which nothing is seen are said. */

let app: RunningApp;
test.beforeAll(({ app: shared }) => {
  app = shared;
});
test.use({ viewport: { width: 390, height: 844 }, locale: 'en-US' });

/** The first letter is Greek. */
const FALSE_BEN = '\u0392en';
const MARK = 'Only the name looks like that of your friend Ben Cruz';

const main = (page: Page): Locator => page.getByRole('main');
const marks = (inside: Locator): Locator => inside.getByTitle(MARK, { exact: true });

/** Under a name of their own first: it is part of the e-mail address. */
const registerImitator = async (): Promise<Person> => {
  const person = await registerPerson(app.origin, 'Bong', 'Cruz');
  await callAs(app.origin, person, 'PUT', `/users/${person.id}`, undefined, {
    firstName: FALSE_BEN,
    lastName: 'Cruz',
  });
  return person;
};

/** A group of all of them. */
const makeGroup = async (owner: Person, others: readonly Person[], name = 'Barkada'): Promise<string> => {
  const body = { id: newId(), type: 'GROUP', name, users: others.map(({ id }) => id) };
  const { data } = await callAs(app.origin, owner, 'POST', '/chats', chatResponse, body);
  return data.id;
};

test('somebody who imitates a friend is marked in groups, posts, comments, search and requests', async ({
  page,
  ana,
  ben,
}) => {
  const cora = await registerPerson(app.origin, 'Cora', 'Reyes');
  const imitator = await registerImitator();
  // Both know the one who makes the group, and not each other.
  await befriend(app.origin, cora, ana);
  await befriend(app.origin, cora, ben);
  await befriend(app.origin, cora, imitator);
  const chatId = await makeGroup(cora, [ana, ben, imitator]);
  const speak = (who: Person, content: string) =>
    callAs(app.origin, who, 'POST', `/chats/${chatId}/messages`, undefined, { content });
  await speak(ben, 'Ako ang totoo');
  await speak(imitator, 'Ako rin');
  const genuine = await postAs(app.origin, ben, 'Totoong post');
  await postAs(app.origin, imitator, 'Huwad na post');
  await callAs(app.origin, imitator, 'POST', `/posts/${genuine}/comments`, undefined, {
    content: 'Huwad na komento',
  });
  await callAs(app.origin, ben, 'POST', `/posts/${genuine}/comments`, undefined, {
    content: 'Totoong komento',
  });
  await request(app.origin, imitator, ana);

  await arriveSignedIn(page, app.origin, ana);
  await waitForShell(page);
  // The last words in the list of chats.
  await expect(marks(chatRow(page, 'Barkada'))).toHaveCount(1);

  await openChat(page, 'Barkada');
  await expect(marks(bubble(page, 'Ako rin'))).toHaveCount(1);
  await expect(marks(conversation(page))).toHaveCount(1);
  await composer(page).pressSequentially('@');
  await expect(page.getByRole('option')).toHaveCount(3);
  await expect(marks(page.getByRole('listbox'))).toHaveCount(1);
  await composer(page).fill('');

  await page.getByRole('heading', { level: 1, name: 'Barkada' }).click();
  const members = page.getByRole('list', { name: 'Members' });
  await expect(members.getByRole('listitem')).toHaveCount(4);
  await expect(marks(members)).toHaveCount(1);
  await expect(members.getByRole('listitem').filter({ hasText: MARK })).toContainText(FALSE_BEN);

  await page.goto(`${app.origin}/posts`);
  await expect(marks(postCard(page, 'Huwad na post'))).toHaveCount(1);
  await expect(postCard(page, 'Totoong post')).toBeVisible();
  await expect(marks(postCard(page, 'Totoong post'))).toHaveCount(0);

  await page.goto(`${app.origin}/posts/${genuine}`);
  await expect(marks(postCard(page, 'Huwad na komento'))).toHaveCount(1);
  await expect(postCard(page, 'Totoong komento')).toBeVisible();
  await expect(marks(main(page))).toHaveCount(1);

  await page.goto(`${app.origin}/profile/friend-requests`);
  await expect(marks(main(page))).toHaveCount(1);
  await expect(page.getByText('Your friend Ben Cruz has another account.', { exact: false })).toBeVisible();

  await page.goto(`${app.origin}/search`);
  await page.getByRole('textbox', { name: 'Search everything' }).fill('Cruz');
  await expect(main(page).getByRole('link', { name: FALSE_BEN }).first()).toBeVisible();
  await expect(marks(main(page)).first()).toBeVisible();
});

test('a message request of somebody who imitates a friend is marked in its list and in the chat', async ({
  page,
  ana,
  ben,
}) => {
  expect(ben.id).not.toBe(ana.id);
  const imitator = await registerImitator();
  await callAs(app.origin, imitator, 'GET', `/chats/unique-code/${ana.uniqueCode}`);
  const path = `/chats/${privateChatId(imitator.id, ana.id)}/messages`;
  await callAs(app.origin, imitator, 'POST', path, undefined, { content: 'Pautang', recipientId: ana.id });
  await arriveSignedIn(page, app.origin, ana, '/chats/requests');
  await expect(marks(main(page))).toHaveCount(1);
  await main(page).getByRole('link', { name: FALSE_BEN }).click();
  await expect(marks(page.getByRole('heading', { level: 1 }))).toHaveCount(1);
});

test('a group that is called like a friend is marked in the list of chats and in its title', async ({
  page,
  ana,
  ben,
}) => {
  const chatId = await makeGroup(ana, [ben], 'Ben Cruz,');
  await callAs(app.origin, ben, 'POST', `/chats/${chatId}/messages`, undefined, { content: 'Narito ako' });
  await arriveSignedIn(page, app.origin, ana);
  const row = chatRow(page, 'Ben Cruz,');
  await expect(row).toBeVisible();
  await expect(marks(main(page))).toHaveCount(1);
  await row.click();
  await expect(marks(page.getByRole('heading', { level: 1 }))).toHaveCount(1);
});

test('a name from before the rules of today is drawn as what can be seen of it, and said where nothing can', async ({
  page,
  ana,
  ben,
}) => {
  const chatId = await makeGroup(ana, [ben]);
  await callAs(app.origin, ben, 'POST', `/chats/${chatId}/messages`, undefined, { content: 'Narito ako' });
  await arriveSignedIn(page, app.origin, ana);
  await expect(chatRow(page, 'Ben Cruz')).toBeVisible();
  await expect(chatRow(page, 'Barkada')).toBeVisible();
  // Whatever the server sends of a row, as after a message is seen, would put today's name back.
  await waitForShell(page);
  await page.context().setOffline(true);
  await changeRows(page, 'users', (row) =>
    row['id'] === ben.id ? { ...row, firstName: '\u3164', lastName: '\u2800' } : null,
  );
  await changeRows(page, 'chats', (row) =>
    row['id'] === chatId ? { ...row, name: '\u0007Bar\u202ekada\u0085' } : null,
  );
  await page.reload();
  await expect(chatRow(page, 'No name').first()).toBeVisible();
  await openChat(page, 'Barkada');
  await expect(bubble(page, 'Narito ako')).toContainText('No name');
  await page.getByRole('heading', { level: 1, name: 'Barkada', exact: true }).click();
  await expect(page.getByRole('list', { name: 'Members' })).toContainText('No name');

  await changeRows(page, 'chats', (row) => (row['id'] === chatId ? { ...row, name: '\u3164' } : null));
  await page.goto(`${app.origin}/profile/messages`);
  await expect(chatRow(page, 'Chat without a name')).toBeVisible();
});

test('a group that is called like a friend is marked before one is in it, and in its info', async ({
  page,
  ana,
  ben,
}) => {
  const cora = await registerPerson(app.origin, 'Cora', 'Reyes');
  const imitator = await registerImitator();
  await befriend(app.origin, cora, ana);
  await befriend(app.origin, cora, imitator);
  const open = { id: newId(), type: 'PUBLIC', name: 'Ben  Cruz.', users: [] };
  await callAs(app.origin, cora, 'POST', '/chats', undefined, open);
  const chatId = await makeGroup(cora, [ana, imitator], 'Ben Cruz,');
  const said = { id: newId(), content: 'Naka-pin ito' };
  await callAs(app.origin, imitator, 'POST', `/chats/${chatId}/messages`, undefined, said);
  const pin = `/chats/${chatId}/messages/${said.id}/pinned`;
  await callAs(app.origin, cora, 'PUT', pin, undefined, { isPinned: true });
  expect(ben.id).not.toBe(ana.id);

  await arriveSignedIn(page, app.origin, ana, '/chats/public');
  await expect(marks(main(page))).toHaveCount(1);
  await main(page).getByRole('link', { name: 'Ben Cruz.' }).click();
  await expect(page.getByRole('button', { name: 'Join', exact: true })).toBeVisible();
  await expect(marks(main(page))).toHaveCount(1);
  await page.goto(`${app.origin}/profile/messages`);
  await chatRow(page, 'Ben Cruz,').click();
  await expect(marks(page.getByRole('region', { name: 'Pinned messages' }))).toHaveCount(1);
  await page.getByRole('heading', { level: 1, name: 'Ben Cruz,' }).click();
  await expect(marks(page.getByRole('heading', { level: 2, name: 'Ben Cruz,' }))).toHaveCount(1);
});

test('an address that looks like another one is the host that opens in the bin and among drafts, too', async ({
  page,
  ana,
}) => {
  // The first letters are Cyrillic.
  const [typed, opened] = ['https://\u0440\u0430ypal.com/bayad', 'https://xn--ypal-43d9g.com/bayad'];
  await postAs(app.origin, ana, `Dito: ${typed}`);
  await arriveSignedIn(page, app.origin, ana, '/posts');
  await choosePostOption(page, 'Dito:', 'Delete');
  await confirm(page, 'Delete');
  await expect(postCard(page, 'Dito:')).toHaveCount(0);
  await page.goto(`${app.origin}/posts/bin`);
  await expect(main(page).getByText(`Dito: ${opened}`)).toBeVisible();
  await page.goto(`${app.origin}/posts/create`);
  await page.getByRole('textbox').first().fill(`Rito: ${typed}`);
  await expect.poll(() => dumpDatabases(page, ['postDrafts'])).toContain('Rito: ');
  await page.goto(`${app.origin}/posts/drafts`);
  await expect(main(page).getByText(`Rito: ${opened}`)).toBeVisible();
});

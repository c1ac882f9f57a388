import { expect } from '@playwright/test';
import { errorKinds, z } from '../../protocol/index.ts';
import type { RunningApp } from '../support/browser-app.ts';
import { changeRows } from '../support/browser-databases.ts';
import { callAs, history, type Person, say } from '../support/browser-people.ts';
import { attach, photoFile } from '../support/browser-pictures.ts';
import { postAs } from '../support/browser-posts.ts';
import {
  allWords,
  arriveSignedIn,
  bubble,
  composer,
  confirm,
  conversation,
  expectArrived,
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
test.beforeAll(({ app: shared }) => {
  app = shared;
});
test.beforeEach(({ ana: first, ben: second }) => {
  [ana, ben] = [first, second];
});

test('the outbox shows what waits and why; there it can be edited, taken back, and seen to leave', async ({
  page,
  context,
}) => {
  await arriveSignedIn(page, app.origin, ana);
  await waitForShell(page);
  await openChat(page, 'Ben Cruz');
  await context.setOffline(true);
  for (const words of ['First', 'Secnod', 'Third']) await write(page, words);

  await page.goto(`${app.origin}/profile/outbox`);
  const row = (words: string) => page.getByRole('listitem').filter({ hasText: `“${words}”` });
  await expect(page.getByRole('listitem').filter({ hasText: 'Message · Ben Cruz' })).toHaveCount(3);
  await expect(row('First')).toContainText('Waits for a signal');
  await expect(page.getByRole('navigation', { name: 'Main' }).getByText('3', { exact: true })).toBeVisible();

  await row('Third').getByRole('button', { name: "Don't send" }).click();
  await confirm(page, "Don't send");
  await expect(row('Third')).toHaveCount(0);

  await row('Secnod').getByRole('button', { name: 'Edit' }).click();
  await expect(page).toHaveURL(/\/chats\//);
  await expect(composer(page)).toHaveValue('Secnod');
  await write(page, 'Second');

  await page.goto(`${app.origin}/profile/outbox`);
  await expect(row('Second')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('Everything is sent')).toBeVisible();
  await page.goto(`${app.origin}/chats/${ben.uniqueCode}`);
  await expectArrived(page, 'Second');
  expect(await allWords(page)).toEqual(['First', 'Second']);
});

test('an address in the outbox is shown as the host that it opens', async ({ page, context }) => {
  await arriveSignedIn(page, app.origin, ana);
  await waitForShell(page);
  await openChat(page, 'Ben Cruz');
  await context.setOffline(true);
  // The second letter of the host is Cyrillic.
  await composer(page).fill('Basahin: https://b\u0430nk.example/x');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(conversation(page).getByRole('link')).toHaveText('https://xn--bnk-6cd.example/x');
  await page.goto(`${app.origin}/profile/outbox`);
  await expect(page.getByRole('listitem').filter({ hasText: 'Ben Cruz' })).toContainText(
    '“Basahin: https://xn--bnk-6cd.example/x”',
  );
});

test('what hangs together is one card of the outbox, and is taken back as one', async ({ page, context }) => {
  await arriveSignedIn(page, app.origin, ana);
  await waitForShell(page);
  await context.setOffline(true);
  await makeGroup(page, 'Tropa', 'Ben Cruz');
  for (const words of ['Tara!', 'Saan?']) await write(page, words);

  await page.goto(`${app.origin}/profile/outbox`);
  const card = page.getByRole('listitem').filter({ hasText: 'New chat' });
  const belongings = card.getByRole('list', { name: '2 things belong to it' });
  await expect(belongings.getByRole('listitem')).toContainText(['“Tara!”', '“Saan?”']);

  await belongings.getByRole('listitem').first().getByRole('button', { name: "Don't send" }).click();
  await confirm(page, "Don't send");
  await expect(card.getByRole('list', { name: '1 thing belongs to it' })).toContainText('“Saan?”');

  await card.getByRole('button', { name: "Don't send" }).first().click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('nor the 1 thing that belongs to it');
  await question.getByRole('button', { name: "Don't send" }).click();
  await expect(page.getByText('Everything is sent')).toBeVisible();
});

test('a group that is refused keeps its name in the outbox, with what was written in it', async ({
  page,
  context,
}) => {
  await arriveSignedIn(page, app.origin, ana);
  await waitForShell(page);
  await context.setOffline(true);
  await makeGroup(page, 'Tropa', 'Ben Cruz');
  await write(page, 'Tara!');
  await page.goto(`${app.origin}/profile/outbox`);
  const { status, message: words } = errorKinds.conflict;
  await context.route(/\/sync\/push/, (route) =>
    route.fulfill({ status, json: { status, code: 'conflict', message: words, requestId: 'none' } }),
  );
  await context.setOffline(false);
  const card = page.getByRole('listitem').filter({ hasText: 'New chat' });
  const refused = async () => {
    const now = page.getByRole('button', { name: 'Send now' });
    // It goes while a try is under way.
    if (await now.isVisible()) await now.click({ timeout: 1000 }).catch(() => undefined);
    return card.textContent();
  };
  await expect.poll(refused).toContain('It was tried many times and does not get through');
  await expect(card).toContainText('New chat · Tropa');
  await expect(card.getByRole('listitem')).toContainText('Message · Tropa');
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await card.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('Everything is sent')).toBeVisible();
});

test('taking back what may have arrived says so', async ({ page, context }) => {
  await arriveSignedIn(page, app.origin, ana);
  await waitForShell(page);
  await openChat(page, 'Ben Cruz');
  // The server has it, and the answer is lost, as all that would be asked after that is.
  await context.route(/\/sync\/push/, async (route) => {
    await route.fetch();
    await context.setOffline(true);
    await route.abort();
  });
  await write(page, 'Nakarating ba?');
  await expect.poll(async () => (await history(app.origin, ben, ana)).length).toBe(1);
  await page.goto(`${app.origin}/profile/outbox`);
  const row = page.getByRole('listitem').filter({ hasText: '“Nakarating ba?”' });
  await expect(row).toContainText('Waits for a signal');
  await row.getByRole('button', { name: 'Edit' }).click();
  await expect(page.getByText('It may have arrived already. If it has, it stays')).toBeVisible();
  await expect(composer(page)).toHaveValue('Nakarating ba?');
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await context.setOffline(false);
  await expectArrived(page, 'Nakarating ba?');
});

test('a post, a comment and an answer go back to where they were written, with all that belongs to them', async ({
  page,
  context,
}) => {
  const postId = await postAs(app.origin, ben, 'Sino ang sasama?');
  await say(app.origin, ben, ana, 'Nasaan ka?');
  await arriveSignedIn(page, app.origin, ana, '/posts');
  await waitForShell(page);
  await page.goto(`${app.origin}/posts/${postId}`);
  await expect(page.getByText('Sino ang sasama?')).toBeVisible();
  await page.goto(`${app.origin}/chats/${ben.uniqueCode}`);
  await expect(message(page, 'Nasaan ka?')).toBeVisible();
  await context.setOffline(true);

  await bubble(page, 'Nasaan ka?').click({ button: 'right' });
  const menu = page.getByRole('dialog', { name: 'Message options' });
  await menu.getByRole('button', { name: 'Reply', exact: true }).click();
  await expect(page.getByText('Reply to Ben Cruz')).toBeVisible();
  await write(page, 'Sa Cubao');
  await page.goto(`${app.origin}/posts/${postId}`);
  await page.getByRole('textbox').fill('Ako!');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByText('Ako!')).toBeVisible();
  await page.goto(`${app.origin}/posts/create`);
  await page.getByLabel('Say something').fill('Nasa tunel pa');
  await attach(page, [await photoFile('tunel.jpg', 'teal', 400, 300)]);
  await expect(page.getByRole('list', { name: 'Attachments' }).getByRole('listitem')).toHaveCount(1);
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  await expect(page).toHaveURL(`${app.origin}/posts`);

  const edit = async (words: string) => {
    await page.goto(`${app.origin}/profile/outbox`);
    const row = page.getByRole('listitem').filter({ hasText: `“${words}”` });
    await row.getByRole('button', { name: 'Edit' }).click();
  };
  await page.goto(`${app.origin}/profile/outbox`);
  await expect(page.getByRole('listitem').filter({ hasText: '“Nasa tunel pa”' })).toContainText(
    '1 attachment',
  );
  await edit('Nasa tunel pa');
  await expect(page.getByLabel('Say something')).toHaveValue('Nasa tunel pa');
  await expect(page.getByRole('list', { name: 'Attachments' }).getByRole('listitem')).toHaveCount(1);
  await edit('Ako!');
  await expect(page).toHaveURL(`${app.origin}/posts/${postId}`);
  await expect(page.getByRole('textbox')).toHaveValue('Ako!');
  await edit('Sa Cubao');
  await expect(composer(page)).toHaveValue('Sa Cubao');
  await write(page, 'Sa Cubao na');
  await page.goto(`${app.origin}/profile/outbox`);
  await expect(page.getByRole('listitem').filter({ hasText: '“' })).toHaveCount(1);

  await context.setOffline(false);
  await expect(page.getByText('Everything is sent')).toBeVisible();
  const [asked, answered] = await history(app.origin, ben, ana);
  expect(answered).toMatchObject({ content: 'Sa Cubao na', replyToId: asked?.id });
});

test('an edit that waits is edited again where it was made, and a like says what is liked', async ({
  page,
  context,
}) => {
  const bensPost = await postAs(app.origin, ben, 'Sino ang sasama?');
  const ownPost = await postAs(app.origin, ana, 'Bukas na');
  await say(app.origin, ana, ben, 'Kita tayo');
  await arriveSignedIn(page, app.origin, ana, '/posts');
  await waitForShell(page);
  await page.goto(`${app.origin}/posts/${bensPost}`);
  await page.getByRole('textbox').fill('Ako');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByRole('textbox')).toHaveValue('');
  // A comment that is still being confirmed would stand in the outbox with its edit.
  await page.goto(`${app.origin}/profile/outbox`);
  await expect(page.getByText('Everything is sent')).toBeVisible();
  for (const [path, words] of [
    [`/posts/${ownPost}`, 'Bukas na'],
    [`/chats/${ben.uniqueCode}`, 'Kita tayo'],
  ] as const) {
    await page.goto(app.origin + path);
    await expect(page.getByText(words, { exact: true })).toBeVisible();
  }
  await context.setOffline(true);

  await bubble(page, 'Kita tayo').click({ button: 'right' });
  const menu = page.getByRole('dialog', { name: 'Message options' });
  await menu.getByRole('button', { name: 'Edit', exact: true }).click();
  await write(page, 'Kita tayo mamaya');
  await page.goto(`${app.origin}/posts/${bensPost}`);
  await page.getByRole('button', { name: /^Like/ }).click();
  await page.getByRole('button', { name: 'Comment options' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByRole('textbox').fill('Ako rin');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByText('Ako rin')).toBeVisible();
  await page.goto(`${app.origin}/posts/${ownPost}/update`);
  await page.getByLabel('Say something').fill('Bukas na po');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page).not.toHaveURL(/update/);

  const row = (words: string) => page.getByRole('listitem').filter({ hasText: `“${words}”` });
  const edit = async (words: string) => {
    await page.goto(`${app.origin}/profile/outbox`);
    await row(words).getByRole('button', { name: 'Edit' }).click();
  };
  await page.goto(`${app.origin}/profile/outbox`);
  await expect(row('Sino ang sasama?')).toContainText('Like · Ben Cruz');
  await expect(row('Ako rin')).toContainText('Edited comment · Ben Cruz');

  await edit('Kita tayo mamaya');
  await expect(composer(page)).toHaveValue('Kita tayo mamaya');
  // The message says what it said, and the field edits it.
  await expect(message(page, 'Kita tayo')).toBeVisible();
  await write(page, 'Kita tayo bukas');
  await edit('Ako rin');
  await expect(page).toHaveURL(`${app.origin}/posts/${bensPost}`);
  await expect(page.getByRole('textbox')).toHaveValue('Ako rin');
  await page.getByRole('textbox').fill('Ako rin sana');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByText('Ako rin sana')).toBeVisible();
  await edit('Bukas na po');
  await expect(page.getByLabel('Say something')).toHaveValue('Bukas na po');
  await expect(page.getByText('This post has been changed')).toHaveCount(0);
  await page.getByLabel('Say something').fill('Bukas na po talaga');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page).not.toHaveURL(/update/);
  await page.goto(`${app.origin}/profile/outbox`);
  await expect(page.getByRole('listitem').filter({ hasText: '“' })).toHaveCount(4);

  await context.setOffline(false);
  await expect(page.getByText('Everything is sent')).toBeVisible();
  expect((await history(app.origin, ben, ana)).map(({ content }) => content)).toEqual(['Kita tayo bukas']);
  const said = z.object({ content: z.string() });
  const { data: post } = await callAs(app.origin, ben, 'GET', `/posts/${ownPost}`, z.object({ data: said }));
  expect(post.content).toBe('Bukas na po talaga');
  const { data: comments } = await callAs(
    ...([app.origin, ben, 'GET', `/posts/${bensPost}/comments`] as const),
    z.object({ data: z.array(said) }),
  );
  expect(comments).toEqual([{ content: 'Ako rin sana' }]);
});

test('a comment that was refused says why, and keeps its words where there is no field for them any more', async ({
  page,
  context,
}) => {
  const postId = await postAs(app.origin, ben, 'Mawawala ito');
  await arriveSignedIn(page, app.origin, ana, '/posts');
  await waitForShell(page);
  await page.goto(`${app.origin}/posts/${postId}`);
  await expect(page.getByText('Mawawala ito')).toBeVisible();
  await context.setOffline(true);
  await page.getByRole('textbox').fill('Sayang naman');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByRole('paragraph').filter({ hasText: 'Sayang naman' })).toBeVisible();
  await callAs(app.origin, ben, 'DELETE', `/posts/${postId}`);
  await context.setOffline(false);
  await page.goto(`${app.origin}/profile/outbox`);
  const row = page.getByRole('listitem').filter({ hasText: '“Sayang naman”' });
  await expect(row).toContainText('This post is not there any more');
  await expect(row.getByRole('button', { name: 'Retry' })).toBeVisible();
  await expect(row.getByRole('button', { name: 'Edit' })).toHaveCount(0);
  await row.getByRole('button', { name: 'Discard' }).click();
  await confirm(page, 'Discard');
  await expect(page.getByText('Everything is sent')).toBeVisible();
});

test('settings of the device: at once, without a network, and kept through a sign-out', async ({
  page,
  context,
}) => {
  await arriveSignedIn(page, app.origin, ana, '/profile');
  await waitForShell(page);
  await context.setOffline(true);
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page).toHaveURL(`${app.origin}/profile/settings`);
  // A single setting, wherever it stands.
  const search = page.getByRole('textbox', { name: 'Search settings' });
  await search.fill('carabao');
  await expect(page.getByText('Nothing found')).toBeVisible();
  await search.fill('receipts');
  await page.getByRole('link', { name: 'Send read receipts' }).click();
  await expect(page).toHaveURL(`${app.origin}/profile/settings/privacy#receipts`);
  await expect(page.getByRole('switch', { name: 'Send read receipts' })).toBeFocused();
  await expect(page.locator('[data-found-setting]')).toContainText('Send read receipts');
  await page.keyboard.press('Shift');
  await expect(page.locator('[data-found-setting]')).toHaveCount(0);
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(search).toHaveValue('receipts');
  await search.fill('');
  // The groups are one stop of Tab, with arrows from one to the next.
  await page.getByRole('link', { name: 'Account' }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('link', { name: 'Privacy' })).toBeFocused();
  await page.getByRole('link', { name: 'Appearance' }).click();
  await expect(page).toHaveURL(`${app.origin}/profile/settings/appearance`);
  await page.getByRole('button', { name: 'Dark' }).click();
  await page.getByRole('button', { name: 'Large', exact: true }).click();
  await page.getByRole('switch', { name: 'Less motion' }).click();
  const html = page.locator('html');
  await expect(html).toHaveAttribute('data-theme', 'dark');
  await expect(html).toHaveAttribute('data-motion', 'less');
  const size = () => html.evaluate((root) => getComputedStyle(root).fontSize);
  expect(await size()).toBe('18.4px');

  await page.getByRole('link', { name: 'Language' }).click();
  await expect(page).toHaveURL(`${app.origin}/profile/change-language`);
  await page.getByRole('button', { name: 'Filipino' }).click();
  await expect(page.getByRole('heading', { name: 'Wika' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Wika' })).toBeVisible();
  await expect(html).toHaveAttribute('lang', 'fil');
  await expect(html).toHaveAttribute('data-text-size', 'large');
  expect(await size()).toBe('18.4px');

  await context.setOffline(false);
  await page.goto(`${app.origin}/profile`);
  await page.getByRole('button', { name: 'Mag-sign out' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Mag-sign out' }).click();
  await expect(page).toHaveURL(`${app.origin}/`);
  await expect(html).toHaveAttribute('lang', 'fil');
  await page.reload();
  expect(await size()).toBe('18.4px');
});

test('what a newer version has written is kept, says so, and can be given up', async ({ page, context }) => {
  await arriveSignedIn(page, app.origin, ana);
  await waitForShell(page);
  await openChat(page, 'Ben Cruz');
  await context.setOffline(true);
  for (const words of ['Kilala', 'Hindi kilala']) await write(page, words);
  await changeRows(page, 'outbox', (row) => {
    const { args } = z.object({ args: z.object({ content: z.string() }) }).parse(row);
    return args.content === 'Hindi kilala' ? { ...row, name: 'sendPoke', version: 7 } : null;
  });
  await page.goto(`${app.origin}/profile/sync-doctor`);
  await expect(page.getByText('Something from a newer version')).toBeVisible();
  await page.goto(`${app.origin}/profile/outbox`);
  const row = page.getByRole('listitem').filter({ hasText: '“Hindi kilala”' });
  await expect(row).toContainText('Something from a newer version · Ben Cruz');
  await expect(row).toContainText('Needs a newer version of Tambay. It is kept until then.');
  await expect(row.getByRole('button')).toHaveText([/ago$/, 'Discard']);
  await row.getByRole('button', { name: 'Discard' }).click();
  await confirm(page, 'Discard');
  await expect(row).toHaveCount(0);
  await context.setOffline(false);
  await expect(page.getByText('Everything is sent')).toBeVisible();
});

test.describe('without a worker, which would send by itself', () => {
  test.use({ serviceWorkers: 'block' });
  test('while sending is paused nothing is said to be next', async ({ page }) => {
    await arriveSignedIn(page, app.origin, ana);
    await page.route(/\/sync\/push/, (route) =>
      route.fulfill({
        status: 426,
        json: { status: 426, code: 'upgrade_required', message: 'Update', requestId: 'r' },
      }),
    );
    await openChat(page, 'Ben Cruz');
    await write(page, 'Nakahinto');
    await page.goto(`${app.origin}/profile/outbox`);
    const row = page.getByRole('listitem').filter({ hasText: '“Nakahinto”' });
    await expect(row).toContainText('Waits: sending is paused');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.getByRole('button', { name: 'Send now' }).click();
    await expect(page.getByText('Everything is sent')).toBeVisible();
  });
});

test('a time of many words leaves the title its room', async ({ page, context }) => {
  await arriveSignedIn(page, app.origin, ana, '/profile/change-language');
  await waitForShell(page);
  await page.getByRole('button', { name: 'Filipino' }).click();
  await expect(page.getByRole('heading', { name: 'Wika' })).toBeVisible();
  await context.setOffline(true);
  await page.goto(`${app.origin}/profile/messages`);
  await page.getByRole('link').filter({ hasText: 'Ben Cruz' }).click();
  await page.getByRole('textbox', { name: 'Mensahe' }).fill('Tara');
  await page.getByRole('button', { name: 'Ipadala', exact: true }).click();
  await expect(page.getByText('Tara', { exact: true })).toBeVisible();
  const writtenAt = new Date(Date.now() - 50 * 60_000).toISOString();
  await changeRows(page, 'outbox', (row) => ({ ...row, writtenAt }));
  await page.goto(`${app.origin}/profile/outbox`);
  const row = page.getByRole('listitem').filter({ hasText: '“Tara”' });
  await expect(row).toContainText('minuto na ang nakalipas');
  const { height } = (await row.getByText('Mensahe · Ben Cruz').boundingBox()) ?? { height: 0 };
  expect(height).toBeLessThan(30);
});

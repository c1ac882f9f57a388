import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { type RunningApp, startApp } from '../support/browser-app.ts';
import { dumpDatabases } from '../support/browser-databases.ts';
import { findBarriers } from '../support/browser-looks.ts';
import { callAs, type Person, registerPerson } from '../support/browser-people.ts';
import { createProfile } from '../support/browser-profile.ts';
import { arriveSignedIn, waitForShell } from '../support/browser-steps.ts';

const phone = { viewport: { width: 390, height: 844 }, locale: 'en-US' };

let app: RunningApp;
let ana: Person;
let ben: Person;
test.beforeAll(async () => {
  app = await startApp();
});
test.afterAll(async () => {
  await app?.dispose();
});
test.beforeEach(async () => {
  test.setTimeout(180_000);
  ana = await registerPerson(app.origin, 'Ana', 'Santos');
  ben = await registerPerson(app.origin, 'Ben', 'Cruz');
});

const card = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text });
const field = (page: Page) => page.getByRole('textbox', { name: 'Write a comment' });
const visit = async (context: BrowserContext, who: Person, path = '/posts'): Promise<Page> => {
  const page = await context.newPage();
  await arriveSignedIn(page, app.origin, who, '/posts');
  await waitForShell(page);
  if (path !== '/posts') await page.goto(app.origin + path);
  return page;
};
const post = async (from: Person, content: string, more: object = {}): Promise<string> => {
  const answer = await fetch(`${app.origin}/api/v1/posts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${from.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ content, ...more }),
  });
  expect(answer.status).toBe(201);
  const { data }: { data: { id: string } } = await answer.json();
  return data.id;
};
/** The words are in the device's database: a crash comes too late for them. */
const expectStored = (page: Page, words: string) =>
  expect.poll(async () => (await dumpDatabases(page)).includes(words)).toBe(true);
const choose = async (page: Page, text: string, action: string): Promise<void> => {
  await card(page, text).getByRole('button', { name: 'Post options' }).click();
  await page.getByRole('dialog').getByRole('button', { name: action, exact: true }).click();
};

test('a comment that is being written, an answer and an edit outlive a killed browser, without a network', async () => {
  const id = await post(ben, 'Saan tayo kakain?');
  await callAs(app.origin, ben, 'POST', `/posts/${id}/comments`, undefined, { content: 'Sa tabi ng ilog?' });
  const profile = await createProfile();
  let context = await profile.open(phone);
  try {
    let page = await visit(context, ana, `/posts/${id}`);
    const begin = async (): Promise<void> => {
      await profile.kill();
      context = await profile.open(phone);
      page = await context.newPage();
      await context.setOffline(true);
      await page.goto(`${app.origin}/posts/${id}`);
    };
    await expect(page.getByText('Sa tabi ng ilog?')).toBeVisible();
    await card(page, 'Sa tabi ng ilog?').getByRole('button', { name: 'Reply' }).click();
    await field(page).fill('Malayo yata');
    await expectStored(page, 'Malayo yata');
    await begin();
    await expect(field(page)).toHaveValue('Malayo yata');
    await expect(page.getByText('Reply to Ben Cruz')).toBeVisible();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(page.getByText('Malayo yata')).toBeVisible();
    await expect(field(page)).toHaveValue('');
    await page.reload();
    await expect(field(page)).toHaveValue('');

    // A reload is no crash: the last letters come along.
    await field(page).pressSequentially('Dito na lang');
    await page.reload();
    await expect(field(page)).toHaveValue('Dito na lang');

    await context.setOffline(false);
    const mine = page.getByRole('article').filter({ hasText: 'Malayo yata' }).last();
    await mine.getByRole('button', { name: 'Comment options' }).click({ timeout: 60_000 });
    await page.getByRole('dialog').getByRole('button', { name: 'Edit', exact: true }).click();
    await field(page).fill('Malayo nga');
    await expectStored(page, 'Malayo nga');
    await begin();
    await expect(page.getByText('Edit comment')).toBeVisible();
    await expect(field(page)).toHaveValue('Malayo nga');
    // What was being typed before the edit waits behind it.
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(page.getByText('Malayo nga')).toBeVisible();
    await expect(field(page)).toHaveValue('Dito na lang');
    expect(await findBarriers(page)).toEqual([]);
  } finally {
    await profile.dispose();
  }
});

test('changes to a post are kept until they are saved or discarded, and do not hide what another device has said', async ({
  browser,
}) => {
  const id = await post(ana, 'Bukas ang pista');
  const context = await browser.newContext(phone);
  const page = await visit(context, ana, `/posts/${id}/update`);
  const words = page.getByLabel('Say something');
  await expect(words).toHaveValue('Bukas ang pista');
  await page.goto(`${app.origin}/posts/drafts`);
  await expect(page.getByText('No drafts')).toBeVisible();

  await page.goto(`${app.origin}/posts/${id}/update`);
  await context.setOffline(true);
  await words.fill('Bukas na ang pista!');
  await expectStored(page, 'Bukas na ang pista!');
  await page.reload();
  await expect(words).toHaveValue('Bukas na ang pista!');
  await expect(page.getByText('These are changes that you have not saved yet.')).toBeVisible();
  await page.goto(`${app.origin}/posts/drafts`);
  await expect(page.getByText('Changes to a post')).toBeVisible();
  await page.getByRole('link', { name: 'Edit' }).click();
  await expect(words).toHaveValue('Bukas na ang pista!');

  await callAs(app.origin, ana, 'PUT', `/posts/${id}`, undefined, { content: 'Sa Linggo ang pista' });
  await context.setOffline(false);
  await expect(page.getByText(/was changed on another device/)).toBeVisible({ timeout: 40_000 });
  await expect(page.getByText('Sa Linggo ang pista')).toBeVisible();
  await expect(words).toHaveValue('Bukas na ang pista!');
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await page.goto(`${app.origin}/posts/${id}/update`);
  await expect(words).toHaveValue('Sa Linggo ang pista');
  await words.fill('Sa Linggo ng umaga ang pista');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Post successfully updated')).toBeVisible();
  await page.goto(`${app.origin}/posts/drafts`);
  await expect(page.getByText('No drafts')).toBeVisible();
  await context.close();
});

test("a muted author's posts leave the feed, without a network too; the anonymous ones stay; and the mute is taken back", async ({
  browser,
}) => {
  await post(ben, 'Benta ko ulit');
  await post(ben, 'Walang nakakaalam', { anonymous: true });
  const context = await browser.newContext(phone);
  const page = await visit(context, ana);
  await expect(card(page, 'Benta ko ulit')).toBeVisible();
  await context.setOffline(true);
  await choose(page, 'Benta ko ulit', 'Mute Ben Cruz');
  await expect(page.getByText('Posts by Ben Cruz are muted')).toBeVisible();
  await expect(card(page, 'Benta ko ulit')).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(card(page, 'Benta ko ulit')).toBeVisible();
  await choose(page, 'Benta ko ulit', 'Mute Ben Cruz');
  await expect(card(page, 'Benta ko ulit')).toHaveCount(0);
  await expect(card(page, 'Walang nakakaalam')).toBeVisible();
  await card(page, 'Walang nakakaalam').getByRole('button', { name: 'Post options' }).click();
  await expect(page.getByRole('button', { name: /^Mute/ })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await context.setOffline(false);

  const desk = await browser.newContext({ viewport: { width: 1_280, height: 800 }, locale: 'en-US' });
  const other = await visit(desk, ana);
  await expect(card(other, 'Walang nakakaalam')).toBeVisible();
  await expect(card(other, 'Benta ko ulit')).toHaveCount(0, { timeout: 40_000 });
  await other.goto(`${app.origin}/profile/muted`);
  await expect(other.getByText('Ben Cruz')).toBeVisible();
  expect(await findBarriers(other)).toEqual([]);
  await other.getByRole('button', { name: 'Unmute Ben Cruz' }).click();
  await expect(other.getByText('Nobody is muted')).toBeVisible();
  await expect(card(page, 'Benta ko ulit')).toBeVisible({ timeout: 40_000 });
  await context.close();
  await desk.close();
});

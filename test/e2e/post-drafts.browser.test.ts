import { type BrowserContext, expect, type Page } from '@playwright/test';
import type { RunningApp } from '../support/browser-app.ts';
import { dumpDatabases } from '../support/browser-databases.ts';
import { findBarriers } from '../support/browser-layout.ts';
import { callAs, type Person, registerPerson } from '../support/browser-people.ts';
import { attach, photoFile } from '../support/browser-pictures.ts';
import { choosePostOption, postAs, postCard, visitPosts } from '../support/browser-posts.ts';
import { createProfile } from '../support/browser-profile.ts';
import { test } from '../support/story.ts';

const phone = { viewport: { width: 390, height: 844 }, locale: 'en-US' };

let app: RunningApp;
let ana: Person;
let ben: Person;
test.beforeAll(({ app: shared }) => {
  app = shared;
});
test.beforeEach(async () => {
  test.setTimeout(180_000);
  ana = await registerPerson(app.origin, 'Ana', 'Santos');
  ben = await registerPerson(app.origin, 'Ben', 'Cruz');
});

const field = (page: Page) => page.getByRole('textbox', { name: 'Write a comment' });
const visit = (context: BrowserContext, who: Person, path?: string) =>
  visitPosts(context, app.origin, who, path);
const post = (from: Person, content: string, more?: object) => postAs(app.origin, from, content, more);
/** The words are in the device's database: a crash comes too late for them. */
const expectStored = (page: Page, words: string) =>
  expect.poll(async () => (await dumpDatabases(page)).includes(words)).toBe(true);

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
    await postCard(page, 'Sa tabi ng ilog?').getByRole('button', { name: 'Reply' }).click();
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
  // It leads away once they are gone.
  await expect(page).not.toHaveURL(/\/update$/);
  await page.goto(`${app.origin}/posts/${id}/update`);
  await expect(words).toHaveValue('Sa Linggo ang pista');
  await words.fill('Sa Linggo ng umaga ang pista');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Post successfully updated')).toBeVisible();
  await page.goto(`${app.origin}/posts/drafts`);
  await expect(page.getByText('No drafts')).toBeVisible();
  await context.close();
});

test('what a draft said is not lost to a slip of the thumb, nor to the same draft in another tab', async ({
  browser,
}) => {
  const context = await browser.newContext(phone);
  const page = await visit(context, ana, '/posts/create');
  const words = (one: Page) => one.getByLabel('Say something');
  const versions = (one: Page) => one.getByRole('button', { name: /^Earlier version/ });
  const long = 'Umaga pa lang, mahaba na ang pila sa palengke.';
  await words(page).fill(long);
  await expectStored(page, long);
  await expect(versions(page)).toHaveCount(0);
  await words(page).fill('');
  await words(page).fill('Maaga');
  await versions(page).click();
  await expect(page.getByRole('dialog').getByText(long)).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'Use this one' }).click();
  await expect(words(page)).toHaveValue(long);
  // As a version: as the draft's own words it was stored before.
  await expectStored(page, '{"content":"Maaga","at":');

  await attach(page, [await photoFile('pila.jpg', 'seagreen', 600, 400)]);
  await expectStored(page, '"files":[{');
  await page.goto(`${app.origin}/posts/drafts`);
  const still = page.getByRole('img', { name: 'Picture' });
  await expect(still).toBeVisible();
  await expect.poll(() => still.evaluate((picture: HTMLImageElement) => picture.naturalWidth)).toBe(600);
  await page.getByRole('link', { name: 'Edit' }).click();
  await expect(words(page)).toHaveValue(long);
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(words(other)).toHaveValue(long);
  await words(other).fill('Mula sa kabilang tab');
  await expectStored(other, '"content":"Mula sa kabilang tab"');
  await words(page).fill('Mula sa unang tab');
  await versions(page).click();
  for (const kept of ['Mula sa kabilang tab', long])
    await expect(page.getByRole('dialog').getByText(kept)).toBeVisible();
  await context.close();
});

test("a muted author's posts leave the feed, without a network too; the anonymous ones stay; and the mute is taken back", async ({
  browser,
}) => {
  await post(ben, 'Benta ko ulit');
  await post(ben, 'Walang nakakaalam', { anonymous: true });
  const context = await browser.newContext(phone);
  const page = await visit(context, ana);
  await expect(postCard(page, 'Benta ko ulit')).toBeVisible();
  await context.setOffline(true);
  await choosePostOption(page, 'Benta ko ulit', 'Mute Ben Cruz');
  await expect(page.getByText('Posts by Ben Cruz are muted')).toBeVisible();
  await expect(postCard(page, 'Benta ko ulit')).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(postCard(page, 'Benta ko ulit')).toBeVisible();
  await choosePostOption(page, 'Benta ko ulit', 'Mute Ben Cruz');
  await expect(postCard(page, 'Benta ko ulit')).toHaveCount(0);
  await expect(postCard(page, 'Walang nakakaalam')).toBeVisible();
  await postCard(page, 'Walang nakakaalam').getByRole('button', { name: 'Post options' }).click();
  await expect(page.getByRole('button', { name: /^Mute/ })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await context.setOffline(false);

  const desk = await browser.newContext({ viewport: { width: 1_280, height: 800 }, locale: 'en-US' });
  const other = await visit(desk, ana);
  await expect(postCard(other, 'Walang nakakaalam')).toBeVisible();
  await expect(postCard(other, 'Benta ko ulit')).toHaveCount(0, { timeout: 40_000 });
  await other.goto(`${app.origin}/profile/muted`);
  await expect(other.getByText('Ben Cruz')).toBeVisible();
  expect(await findBarriers(other)).toEqual([]);
  await other.getByRole('button', { name: 'Unmute Ben Cruz' }).click();
  await expect(other.getByText('Nobody is muted')).toBeVisible();
  await expect(postCard(page, 'Benta ko ulit')).toBeVisible({ timeout: 40_000 });
  await context.close();
  await desk.close();
});

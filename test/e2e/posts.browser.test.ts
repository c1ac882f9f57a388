import { type BrowserContext, expect, type Page } from '@playwright/test';
import { newId } from '../../protocol/index.ts';
import { type RunningApp, startApp } from '../support/browser-app.ts';
import { findBarriers } from '../support/browser-layout.ts';
import { callAs, type Person, registerPerson } from '../support/browser-people.ts';
import { choosePostOption, postAs, postCard, visitPosts } from '../support/browser-posts.ts';
import { watchComplaints } from '../support/browser-watch.ts';
import { test } from '../support/story.ts';

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

const phone = { viewport: { width: 390, height: 844 }, locale: 'en-US' };
const post = (from: Person, content: string, more?: object) => postAs(app.origin, from, content, more);
const compose = async (page: Page, text: string): Promise<void> => {
  await page.goto(`${app.origin}/posts/create`);
  await page.getByLabel('Say something').fill(text);
};
const publish = async (page: Page, said = 'Post successfully created'): Promise<void> => {
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  await expect(page.getByText(said)).toBeVisible();
};
const visit = (context: BrowserContext, who: Person, path?: string) =>
  visitPosts(context, app.origin, who, path);
/** Puts the feed at a share of its height. */
const scrollTo = (page: Page, share: number) =>
  page.getByRole('feed').evaluate((list, at) => {
    let scroller: Element | null = list;
    while (scroller && getComputedStyle(scroller).overflowY !== 'auto') scroller = scroller.parentElement;
    scroller?.scrollTo({ top: scroller.scrollHeight * at });
  }, share);
const show = (page: Page, list: 'My Posts' | 'All Posts') =>
  page.getByRole('button', { name: list, exact: true }).click();

test('the feed begins empty, grows at its end, and says what is new without moving', async ({ browser }) => {
  const context = await browser.newContext(phone);
  const complaints = await watchComplaints(context);
  const page = await visit(context, ana);
  await expect(page.getByText('no post', { exact: true })).toBeVisible();
  await show(page, 'My Posts');
  await expect(page.getByText('no post', { exact: true })).toBeVisible();
  await expect(page.getByText('You have not posted anything yet')).toBeVisible();

  // Away from the feed, which would look at some of them as they come, and hold more than its newest page.
  await page.goto(`${app.origin}/profile`);
  const writers = [ben];
  for (const name of ['Cora', 'Dado', 'Elena', 'Fe', 'Gino'])
    writers.push(await registerPerson(app.origin, name));
  for (let n = 0; n < 54; n += 1) await post(writers[n % 6] ?? ben, `Balita ${n}.`);
  await page.goto(`${app.origin}/posts`);
  await page.getByRole('button', { name: 'Look for new posts' }).click();
  await expect(postCard(page, 'Balita 53.')).toBeVisible();
  const feed = page.getByRole('feed');

  await test.step('one comes back to the place that one has left', async () => {
    await scrollTo(page, 0.5);
    // One that is wholly on the screen: a tap would bring another one there, and move what is to stay.
    const reading = await page.waitForFunction(
      () => document.elementFromPoint(195, 422)?.closest('article')?.querySelector('p')?.textContent,
    );
    const words = String(await reading.jsonValue());
    const before = await postCard(page, words).boundingBox();
    await postCard(page, words)
      .getByRole('link', { name: /comment/ })
      .click();
    await expect(page).toHaveURL(/\/posts\/[0-9a-f-]{36}$/);
    await page.goBack();
    await expect(postCard(page, words)).toBeVisible();
    await expect
      .poll(async () => Math.abs(((await postCard(page, words).boundingBox())?.y ?? 0) - (before?.y ?? 0)))
      .toBeLessThan(3);
  });
  await test.step('what the device does not hold is asked for at the end, and told when nobody can be asked', async () => {
    await context.setOffline(true);
    await expect(page.getByText(/^Offline/).first()).toBeVisible();
    await scrollTo(page, 1);
    await expect(postCard(page, 'Balita 4.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'show more' })).toBeVisible();
    await expect(page.getByText('Not downloaded yet')).toBeVisible();
    await context.setOffline(false);
    await expect(async () => {
      await scrollTo(page, 1);
      await expect(postCard(page, 'Balita 0.')).toBeVisible({ timeout: 500 });
    }).toPass();
    await expect(page.getByRole('button', { name: 'show more' })).toHaveCount(0);
    await scrollTo(page, 0);
  });

  await test.step('what is new is a pill: nothing moves under the thumb', async () => {
    const before = await feed.boundingBox();
    await post(ben, 'Mainit-init na balita');
    await expect(page.getByRole('button', { name: '1 new' })).toBeVisible({ timeout: 40_000 });
    expect((await feed.boundingBox())?.y).toBe(before?.y);
    await expect(postCard(page, 'Mainit-init na balita')).toHaveCount(0);
    await page.getByRole('button', { name: '1 new' }).click();
    await expect(postCard(page, 'Mainit-init na balita')).toBeVisible();
  });
  await test.step('without a network the feed is what was saved, and says so', async () => {
    await context.setOffline(true);
    await page.reload();
    await expect(postCard(page, 'Mainit-init na balita')).toBeVisible();
    await page.getByRole('button', { name: 'Look for new posts' }).click();
    await expect(page.getByText(/Offline – showing what was saved/)).toBeVisible();
  });
  expect(await findBarriers(page)).toEqual([]);
  expect(complaints.all()).toEqual([]);
  await context.close();
});

test('a post is written, changed, hidden from others, deleted and brought back, with and without a network', async ({
  browser,
}) => {
  const context = await browser.newContext(phone);
  const page = await visit(context, ana);
  const others = await browser.newContext(phone);
  await compose(page, 'Unang salita');
  await publish(page);
  const other = await visit(others, ben);
  await expect(postCard(other, 'Unang salita')).toBeVisible();

  await test.step('offline: changed and made private, and gone from others once that is sent', async () => {
    await context.setOffline(true);
    await choosePostOption(page, 'Unang salita', 'Edit');
    await expect(page.getByLabel('Say something')).toHaveValue('Unang salita');
    await page.getByLabel('Say something').fill('Ikalawang salita');
    await page.getByRole('button', { name: 'Private', exact: true }).click();
    await expect(page.getByText('Only you can read it.')).toBeVisible();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Your change is saved and sent when there is a signal.')).toBeVisible();
    await expect(page.getByText('successfully')).toHaveCount(0);
    await expect(postCard(page, 'Ikalawang salita').getByText('edited')).toBeVisible();
    await context.setOffline(false);
    await expect
      .poll(async () => {
        await other.reload();
        return (await postCard(other, 'salita').count()) === 0;
      })
      .toBe(true);
  });
  await test.step('offline: deleted after a question, undone, deleted again, restored from the bin', async () => {
    await context.setOffline(true);
    const remove = async () => {
      await choosePostOption(page, 'Ikalawang salita', 'Delete');
      const question = page.getByRole('alertdialog').or(page.getByRole('dialog'));
      await expect(question.getByText('Are you sure to delete this post?')).toBeVisible();
      await question.getByRole('button', { name: 'Delete', exact: true }).click();
      await expect(page.getByText('Deleted here, and for everyone when there is a signal.')).toBeVisible();
      await expect(postCard(page, 'Ikalawang salita')).toHaveCount(0);
    };
    await remove();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(postCard(page, 'Ikalawang salita')).toBeVisible();
    await remove();
    await page.getByRole('link', { name: 'Bin' }).click();
    await page.getByRole('button', { name: 'Restore' }).click();
    await expect(page.getByText('The bin is empty')).toBeVisible();
    await page.goBack();
    await expect(postCard(page, 'Ikalawang salita')).toBeVisible();
    await remove();
    await page.getByRole('link', { name: 'Bin' }).click();
    await page.getByRole('button', { name: 'Delete forever' }).click();
    await page
      .getByRole('alertdialog')
      .or(page.getByRole('dialog'))
      .getByRole('button', { name: 'Delete forever' })
      .click();
    await expect(page.getByText('The bin is empty')).toBeVisible();
    await context.setOffline(false);
    await expect
      .poll(async () => {
        const answer = await fetch(`${app.origin}/api/v1/posts?deleted=true`, {
          headers: { authorization: `Bearer ${ana.token}` },
        });
        const { data }: { data: unknown[] } = await answer.json();
        return data.length;
      })
      .toBe(0);
  });
  await context.close();
  await others.close();
});

test('earlier comments come when they are asked for, page by page', async ({ browser }) => {
  const id = await post(ben, 'Ilan tayo rito?');
  // Each may say no more than so much in a minute.
  const writers = [ben];
  for (const name of ['Cora', 'Dante', 'Elena']) writers.push(await registerPerson(app.origin, name));
  for (let at = 1; at <= 56; at += 1) {
    const body = { id: newId(), content: `Bilang ${at}` };
    await callAs(app.origin, writers[at % 4] ?? ben, 'POST', `/posts/${id}/comments`, undefined, body);
  }
  const page = await visit(await browser.newContext(phone), ana, `/posts/${id}`);
  const comment = (at: number) => page.getByText(`Bilang ${at}`, { exact: true });
  await expect(comment(56)).toBeVisible();
  await expect(comment(1)).toHaveCount(0);
  const more = page.getByRole('button', { name: 'Show more' });
  await more.click();
  await expect(comment(1)).toBeVisible();
  await expect(more).toHaveCount(0);
  await expect(page.getByText(/^Bilang \d+$/)).toHaveCount(56);
  await page.context().close();
});

test('likes and comments, answers and edits travel from one phone to the other, written with or without a network', async ({
  browser,
}) => {
  const id = await post(ben, 'Sino ang gising pa?');
  const context = await browser.newContext(phone);
  const others = await browser.newContext(phone);
  const other = await visit(others, ben, `/posts/${id}`);
  const page = await visit(context, ana, `/posts/${id}`);
  await expect(page.getByText('no comment', { exact: true })).toBeVisible();
  const say = async (on: Page, text: string) => {
    await on.getByRole('textbox', { name: 'Write a comment' }).fill(text);
    await on.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(on.getByText(text, { exact: true })).toBeVisible();
  };
  const comment = (on: Page, text: string) => on.getByRole('article').filter({ hasText: text }).last();

  await context.setOffline(true);
  const like = page.getByRole('button', { name: /^Like/ });
  // Three presses before the database has answered the first: each counts.
  await like.evaluate(async (button: HTMLElement) => {
    for (let press = 0; press < 3; press += 1) {
      button.click();
      await Promise.resolve();
    }
  });
  await expect(like).toHaveAttribute('aria-pressed', 'true');
  await say(page, 'Ako, gising pa');
  await expect(comment(page, 'Ako, gising pa').getByText('Waiting to be sent')).toBeVisible();
  await context.setOffline(false);
  await expect(other.getByText('Ako, gising pa')).toBeVisible({ timeout: 40_000 });
  await expect(other.getByRole('button', { name: 'Like, 1 like' })).toBeVisible();

  await comment(other, 'Ako, gising pa').getByRole('button', { name: 'Reply' }).click();
  await expect(other.getByText('Reply to Ana Santos')).toBeVisible();
  await say(other, 'Bakit pa?');
  await expect(page.getByText('Bakit pa?')).toBeVisible({ timeout: 40_000 });

  await context.setOffline(true);
  const options = async (text: string, action: string) => {
    await comment(page, text).getByRole('button', { name: 'Comment options' }).click();
    await page.getByRole('dialog').getByRole('button', { name: action, exact: true }).click();
  };
  await options('Ako, gising pa', 'Edit');
  await page.getByRole('textbox', { name: 'Write a comment' }).fill('Ako, matutulog na');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByText('Ako, matutulog na')).toBeVisible();
  await like.click();
  await context.setOffline(false);
  await expect(other.getByText('Ako, matutulog na')).toBeVisible({ timeout: 40_000 });
  await expect(other.getByRole('button', { name: 'Like, 0 likes' })).toBeVisible({ timeout: 40_000 });
  await options('Ako, matutulog na', 'Delete');
  await page
    .getByRole('alertdialog')
    .or(page.getByRole('dialog'))
    .getByRole('button', { name: 'Delete', exact: true })
    .click();
  await expect(page.getByText('Comment deleted')).toBeVisible();
  await expect(other.getByText('Comment deleted')).toBeVisible({ timeout: 40_000 });
  await expect(other.getByText('Bakit pa?')).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
  await context.close();
  await others.close();
});

test('an anonymous post is checked on the phone, shows no face, and its writer is "Author" below it', async ({
  browser,
}) => {
  const context = await browser.newContext(phone);
  const others = await browser.newContext(phone);
  const page = await visit(context, ana);
  await compose(page, 'Ako si Ana, at pagod na ako');
  await page.getByText('Post anonymously').click();
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  await expect(page.getByText('This may give you away')).toBeVisible();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByLabel('Say something').fill('Pagod na ako sa trapik');
  await page.getByRole('button', { name: 'Preview' }).click();
  const preview = page.getByRole('dialog', { name: 'What others will see' });
  await expect(preview.getByText('Anonymous', { exact: true })).toBeVisible();
  await expect(preview.getByText('Ana Santos')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await publish(page, 'The post is saved and sent when there is a signal.');
  await expect(postCard(page, 'Pagod na ako').getByText('Only you know that this is yours')).toBeVisible();
  await context.setOffline(false);
  await expect(postCard(page, 'Pagod na ako').getByRole('button', { name: /^Like/ })).toBeVisible();
  await postCard(page, 'Pagod na ako')
    .getByRole('link', { name: /comment/ })
    .click();
  await page.getByRole('textbox', { name: 'Write a comment' }).fill('Hanggang gabi');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  const other = await visit(others, ben);
  await expect(postCard(other, 'Pagod na ako').getByText('Anonymous', { exact: true })).toBeVisible();
  await postCard(other, 'Pagod na ako')
    .getByRole('link', { name: /comment/ })
    .click();
  await expect(other.getByText('Hanggang gabi')).toBeVisible({ timeout: 40_000 });
  await expect(other.getByText('Author', { exact: true })).toBeVisible();
  await expect(other.getByText('Ana Santos')).toHaveCount(0);
  await context.close();
  await others.close();
});

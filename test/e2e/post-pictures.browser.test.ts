import { type BrowserContext, type BrowserContextOptions, expect, type Page } from '@playwright/test';
import type { RunningApp } from '../support/browser-app.ts';
import { type Person, registerPerson } from '../support/browser-people.ts';
import { attach, heldFiles, photoFile } from '../support/browser-pictures.ts';
import { postCard } from '../support/browser-posts.ts';
import { createProfile } from '../support/browser-profile.ts';
import { startAppBehindProxy } from '../support/browser-proxy.ts';
import { arriveSignedIn, waitForShell } from '../support/browser-steps.ts';
import { watchComplaints } from '../support/browser-watch.ts';
import type { Fault, FaultProxy } from '../support/fault-proxy.ts';
import { test } from '../support/story.ts';

const phone: BrowserContextOptions = { viewport: { width: 390, height: 844 }, locale: 'en-US' };

let app: RunningApp;
let proxy: FaultProxy;
let ana: Person;
let ben: Person;
test.beforeAll(async () => {
  ({ app, proxy } = await startAppBehindProxy());
  ana = await registerPerson(app.origin, 'Ana', 'Santos');
  ben = await registerPerson(app.origin, 'Ben', 'Cruz');
});
test.afterAll(async () => {
  await proxy?.close();
  await app?.dispose();
});

const pictures = (page: Page, text: string) =>
  postCard(page, text).getByRole('button', { name: /^(Picture|A (?:red|green|blue) wall)$/ });

/** Every picture of a post is drawn: its bytes are there. */
const expectDrawn = async (page: Page, text: string, count: number): Promise<void> => {
  await expect(pictures(page, text)).toHaveCount(count);
  for (const picture of await pictures(page, text).all()) {
    await expect
      .poll(() =>
        picture.locator('img').evaluate((img) => img instanceof HTMLImageElement && img.naturalWidth),
      )
      .toBeGreaterThan(0);
  }
};

const feedOf = async (person: Person): Promise<{ content: string; media: { alt?: string }[] }[]> => {
  const answer = await fetch(`${app.origin}/api/v1/posts?perPage=100`, {
    headers: { authorization: `Bearer ${person.token}` },
  });
  const { data }: { data: { content: string; media: { alt?: string }[] }[] } = await answer.json();
  return data;
};

test('a post with three pictures, written in a tunnel, is published once, however often the browser dies', async ({
  browser,
}) => {
  test.setTimeout(240_000);
  const profile = await createProfile();
  const words = 'Tatlong pader sa may palengke';
  let context: BrowserContext = await profile.open(phone);
  let page = await context.newPage();
  const begin = async (): Promise<void> => {
    context = await profile.open(phone);
    page = await context.newPage();
  };
  try {
    await arriveSignedIn(page, proxy.origin, ana, '/posts');
    await waitForShell(page);
    await page.goto(`${proxy.origin}/posts/create`);
    await expect(page.getByLabel('Say something')).toBeVisible();
    await context.setOffline(true);

    await test.step('written, described and posted without a network', async () => {
      await page.getByLabel('Say something').fill(words);
      await attach(page, [
        await photoFile('a.jpg', 'firebrick'),
        await photoFile('b.jpg', 'seagreen'),
        await photoFile('c.jpg', 'royalblue'),
      ]);
      const tray = page.getByRole('list', { name: 'Attachments' });
      await expect(tray.getByRole('listitem')).toHaveCount(3);
      for (const [at, alt] of ['A red wall', 'A green wall', 'A blue wall'].entries()) {
        await tray
          .getByRole('listitem')
          .nth(at)
          .getByRole('button', { name: 'Picture', exact: true })
          .click();
        await page.getByLabel('Describe it').fill(alt);
        await page.keyboard.press('Escape');
      }
      await page.getByRole('button', { name: 'Post', exact: true }).click();
      await expect(page.getByText('The post is saved and sent when there is a signal.')).toBeVisible();
      await expectDrawn(page, words, 3);
      await expect(postCard(page, words).getByText('Waiting to be sent').first()).toBeVisible();
    });

    const sizes = (await heldFiles(page)).map(({ size }) => size);
    expect(sizes).toHaveLength(3);
    const [first = 0, second = 0] = sizes;
    const deaths: [string, Fault][] = [
      ['at one per cent', { kind: 'cutRequest', afterBytes: Math.ceil(first / 100) }],
      ['half-way', { kind: 'cutRequest', afterBytes: Math.ceil(second / 2) }],
      ['after the last byte', { kind: 'swallow' }],
    ];
    proxy.setDown(true);
    await profile.kill();
    for (const [when, fault] of deaths) {
      await test.step(`the browser dies ${when}`, async () => {
        // A retry before the browser is dead would complete it.
        const nothingMore = proxy.inject({ kind: 'refuse' }, { matches: () => cut.hits() > 0 });
        const cut = proxy.inject(fault, {
          times: 1,
          matches: ({ method, path }) => method === 'PATCH' && path.startsWith('/api/v1/files/tus/'),
        });
        proxy.setDown(false);
        await begin();
        await page.goto(`${proxy.origin}/posts`);
        await expect.poll(() => cut.hits()).toBe(1);
        proxy.setDown(true);
        await profile.kill();
        for (const each of [cut, nothingMore]) each.remove();
        expect((await feedOf(ben)).filter(({ content }) => content === words)).toEqual([]);
      });
    }

    await test.step('once it lives it is published, once, and another person sees it', async () => {
      proxy.setDown(false);
      await begin();
      const complaints = await watchComplaints(context);
      await page.goto(`${proxy.origin}/posts`);
      await expect
        .poll(async () => (await feedOf(ben)).filter(({ content }) => content === words).length)
        .toBe(1);
      const posted = (await feedOf(ben)).find(({ content }) => content === words);
      expect(posted?.media.map(({ alt }) => alt)).toEqual(['A red wall', 'A green wall', 'A blue wall']);
      await expect(postCard(page, words).getByRole('button', { name: /^Like/ })).toBeVisible();
      const other = await (await browser.newContext(phone)).newPage();
      await arriveSignedIn(other, app.origin, ben, '/posts');
      await waitForShell(other);
      await expectDrawn(other, words, 3);
      await pictures(other, words).nth(1).click();
      const lightbox = other.getByRole('dialog');
      await expect(lightbox.getByText('2 of 3')).toBeVisible();
      await expect(lightbox.getByRole('img', { name: 'A green wall' })).toBeVisible();
      await other.keyboard.press('Escape');
      // Her own second device.
      const desk = await (await browser.newContext({ viewport: { width: 1_280, height: 800 } })).newPage();
      await arriveSignedIn(desk, app.origin, ana, '/posts?show=mine');
      await expectDrawn(desk, words, 3);
      expect(complaints.all()).toEqual([]);
      await other.context().close();
      await desk.context().close();
    });
  } finally {
    proxy.setDown(false);
    await profile.dispose();
  }
});

test('a draft keeps its pictures through a killed browser', async () => {
  const profile = await createProfile();
  let context = await profile.open(phone);
  let page = await context.newPage();
  try {
    await arriveSignedIn(page, app.origin, ana, '/posts');
    await waitForShell(page);
    await page.goto(`${app.origin}/posts/create`);
    await page.getByLabel('Say something').fill('Hindi pa tapos');
    await attach(page, [await photoFile('a.jpg', 'firebrick', 600, 400)]);
    await expect(trayPicture(page)).toBeVisible();
    await expect.poll(async () => (await draftsOf(page))[0]?.files?.length).toBe(1);
    await profile.kill();
    context = await profile.open(phone);
    page = await context.newPage();
    await context.setOffline(true);
    await page.goto(`${app.origin}/posts/drafts`);
    await expect(page.getByRole('img', { name: 'Picture' })).toBeVisible();
    await page.getByRole('link', { name: 'Edit' }).click();
    await expect(page.getByLabel('Say something')).toHaveValue('Hindi pa tapos');
    await expect(trayPicture(page)).toBeVisible();
  } finally {
    await profile.dispose();
  }
});

const trayPicture = (page: Page) => page.getByRole('list', { name: 'Attachments' }).locator('img');

const draftsOf = (page: Page): Promise<{ files?: unknown[] }[]> =>
  page.evaluate(async () => {
    const settled = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const names = (await indexedDB.databases()).flatMap(({ name }) => (name ? [name] : []));
    for (const name of names) {
      const database = await settled(indexedDB.open(name));
      const isOurs = database.objectStoreNames.contains('postDrafts');
      const rows: { files?: unknown[] }[] = isOurs
        ? await settled(database.transaction('postDrafts').objectStore('postDrafts').getAll())
        : [];
      database.close();
      if (rows.length > 0) return rows;
    }
    return [];
  });

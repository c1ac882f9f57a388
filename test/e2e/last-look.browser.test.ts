import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { type RunningApp, startApp } from '../support/browser-app.ts';
import { befriend, ownAddress, type Person, registerPerson, say } from '../support/browser-people.ts';
import { arriveSignedIn, chatRow, composer, message, waitForShell } from '../support/browser-steps.ts';
import { watchComplaints } from '../support/browser-watch.ts';

let app: RunningApp;
let ana: Person;
let ben: Person;
test.beforeAll(async () => {
  app = await startApp();
  ana = await registerPerson(app.origin, 'Ana');
  ben = await registerPerson(app.origin, 'Ben');
  await befriend(app.origin, ana, ben);
  await say(app.origin, ben, ana, 'Sa kanto tayo');
});
test.afterAll(async () => {
  await app?.dispose();
});
test.use({ extraHTTPHeaders: ownAddress() });

const look = (page: Page) => page.locator('[data-look]');

/** The app of every page to come waits until it is let in: what stands before it stands alone. */
const holdApp = async (context: BrowserContext): Promise<void> => {
  await context.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      const held = document.querySelector('template#app');
      if (held !== null) held.id = 'held';
    });
  });
};
const letAppIn = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const held = document.querySelector<HTMLTemplateElement>('template#held');
    document.head.append(held?.content ?? '');
  });

/** What the app shows in the moment in which the picture goes. */
const wordsBehindLook = (page: Page): Promise<string> =>
  page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const observer = new MutationObserver(() => {
          if (document.querySelector('[data-look]') !== null) return;
          observer.disconnect();
          resolve(document.getElementById('root')?.textContent ?? '');
        });
        observer.observe(document.body, { childList: true });
      }),
  );

/** Leaves the page as somebody does who closes the phone, with the network gone. */
const goDown = async (page: Page): Promise<void> => {
  await waitForShell(page);
  await page.goto('about:blank');
  await page.context().setOffline(true);
  await holdApp(page.context());
};

for (const [device, options] of [
  ['a phone', { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }],
  ['a desk', { viewport: { width: 1_280, height: 800 } }],
] as const) {
  test(`on ${device} yesterday’s chats stand before the app does, and one that is pressed opens`, async ({
    browser,
  }) => {
    const context = await browser.newContext({ ...options, locale: 'en-US' });
    const complaints = await watchComplaints(context);
    const page = await context.newPage();
    await arriveSignedIn(page, app.origin, ana);
    await expect(chatRow(page, 'Ben Reyes')).toContainText('Sa kanto tayo');
    const drawn = await page.locator('#root').evaluate((root) => root.getElementsByTagName('a').length);
    await goDown(page);

    await page.goto(`${app.origin}/profile/messages`);
    await expect(look(page)).toContainText('Sa kanto tayo');
    await expect(look(page).locator('a')).toHaveCount(drawn);
    // Nothing in it answers yet, and nobody who listens to the screen is told that it does.
    await expect(page.getByRole('link')).toHaveCount(0);
    await page.getByText('Sa kanto tayo').click();
    await expect(page.locator('html[data-waiting]')).toHaveCount(1);

    await letAppIn(page);
    await expect(composer(page)).toBeVisible();
    await expect(message(page, 'Sa kanto tayo')).toBeVisible();
    await expect(look(page)).toHaveCount(0);
    await expect(page.locator('html[data-waiting]')).toHaveCount(0);
    await page.goBack();
    await expect(chatRow(page, 'Ben Reyes')).toBeVisible();
    expect(complaints.all()).toEqual([]);
    await context.close();
  });
}

for (const [path, words] of [
  ['/profile/messages', 'Sa kanto tayo'],
  ['/profile', 'Ana Reyes'],
  ['/posts', 'no post'],
] as const) {
  test(`the picture of ${path} stays until the app shows as much`, async ({ page }) => {
    await arriveSignedIn(page, app.origin, ana, path);
    await expect(page.getByText(words).first()).toBeVisible();
    await goDown(page);
    await page.goto(`${app.origin}${path}`);
    await expect(look(page)).toContainText(words);
    const behind = wordsBehindLook(page);
    await letAppIn(page);
    expect(await behind).toContain(words);
  });
}

test('a start from the home screen shows the profile at once, in the size of texts it had', async ({
  page,
}) => {
  await arriveSignedIn(page, app.origin, ana, '/profile');
  await expect(page.getByText('Ana Reyes').first()).toBeVisible();
  await goDown(page);

  await page.goto(app.origin);
  await expect(look(page)).toContainText('Ana Reyes');

  await page.evaluate(() => localStorage.setItem('tambay.textSize', 'huge'));
  await page.goto(app.origin);
  await expect(page.getByText('Loading')).toBeVisible();
  await expect(look(page)).toHaveCount(0);
  await letAppIn(page);
  await expect(page).toHaveURL(`${app.origin}/profile`);
  await expect(page.getByText('Ana Reyes').first()).toBeVisible();
});

test('nobody sees how another member’s screen looked', async ({ page }) => {
  await arriveSignedIn(page, app.origin, ana);
  await expect(chatRow(page, 'Ben Reyes')).toBeVisible();
  await waitForShell(page);
  await page.goto('about:blank');
  await holdApp(page.context());

  await page.goto(`${app.origin}/profile/messages`);
  await expect(look(page)).toContainText('Ben Reyes');
  // Another token without a logout: a browser that was restored, a storage that was edited.
  await page.evaluate((token) => localStorage.setItem('ACCESS_TOKEN', token), ben.token);
  await page.goto(`${app.origin}/profile/messages`);
  await expect(page.getByText('Loading')).toBeVisible();
  await expect(look(page)).toHaveCount(0);
});

test('a phone that gives no warning still keeps how the tab looked that a start led to', async ({ page }) => {
  await arriveSignedIn(page, app.origin, ana);
  await expect(chatRow(page, 'Ben Reyes')).toBeVisible();
  const kept = () => page.evaluate(() => localStorage.getItem('tambay.look /profile/messages'));
  await page.reload();
  // Drawn as the page was left.
  await page.evaluate(() => localStorage.removeItem('tambay.look /profile/messages'));
  await expect.poll(kept).toContain('Sa kanto tayo');
});

test('what has not changed since it was kept is not drawn again, what has is', async ({ page }) => {
  await arriveSignedIn(page, app.origin, ana);
  await expect(chatRow(page, 'Ben Reyes')).toBeVisible();
  const key = 'tambay.look /profile/messages';
  const hide = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await page.evaluate((name) => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden' });
    localStorage.removeItem(name);
  }, key);
  const kept = () => page.evaluate((name) => localStorage.getItem(name), key);
  await expect.poll(kept).not.toBeNull();
  await page.evaluate((name) => localStorage.removeItem(name), key);
  await hide();
  expect(await kept()).toBeNull();
  await say(app.origin, ben, ana, 'Sa plaza na lang');
  await expect(chatRow(page, 'Ben Reyes')).toContainText('Sa plaza na lang');
  await hide();
  expect(await kept()).toContain('Sa plaza na lang');
});

// The last one: it ends Ana's session.
test('a logout takes the pictures along', async ({ page }) => {
  await arriveSignedIn(page, app.origin, ana, '/profile');
  const kept = () =>
    page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('tambay.look')));
  await expect.poll(kept).toEqual(['tambay.look /profile']);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByLabel('Email')).toBeVisible();
  await page.goto('about:blank');
  await page.goto(app.origin);
  await expect(page.getByLabel('Email')).toBeVisible();
  expect(await kept()).toEqual([]);
});

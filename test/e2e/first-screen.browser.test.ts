import { type BrowserContext, devices, expect, type Page } from '@playwright/test';
import type { RunningApp } from '../support/browser-app.ts';
import { registerPerson } from '../support/browser-people.ts';
import { arriveSignedIn, waitForShell } from '../support/browser-steps.ts';
import { watchComplaints } from '../support/browser-watch.ts';
import { test } from '../support/story.ts';

let app: RunningApp;
test.beforeAll(({ app: shared }) => {
  app = shared;
});

const emailField = (page: Page) => page.getByLabel('Email');
const passwordField = (page: Page) => page.getByLabel('Password', { exact: true });
/** The app itself draws now, not the page as it was built. */
const appIsThere = (page: Page) => page.waitForFunction(() => !('tambayHandOver' in window));

/** Holds the app back until it is let in, so that the first screen stands alone for as long as a test needs. */
async function holdApp(context: BrowserContext): Promise<{ letIn: () => void }> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await context.route('**/assets/index-*.js', async (route) => {
    await promise;
    await route.continue();
  });
  return { letIn: resolve };
}

const isLogin = (call: { url(): string }): boolean => new URL(call.url()).pathname === '/api/v1/auth/login';
const watchLogins = (page: Page): string[] => {
  const bodies: string[] = [];
  page.on('request', (request) => {
    if (isLogin(request)) bodies.push(request.postData() ?? '');
  });
  return bodies;
};

const screens = [
  ['/', 'en-US', 'Login with credentials'],
  ['/', 'fil-PH', 'Mag-login gamit ang password'],
  ['/register', 'en-US', 'Next'],
  ['/register', 'fil-PH', 'Susunod'],
  ['/forgot-password', 'en-US', 'Send me a link'],
  ['/forgot-password', 'fil-PH', 'Padalhan ako ng link'],
  ['/reset-password', 'en-US', 'Ask for a new link'],
  ['/reset-password', 'fil-PH', 'Humingi ng bagong link'],
] as const;
for (const [path, locale, words] of screens) {
  test(`${path} in ${locale} stands before anything of the app is asked for, and looks the same afterwards`, async ({
    browser,
  }) => {
    const context = await browser.newContext({ locale });
    const complaints = await watchComplaints(context);
    const page = await context.newPage();
    // All that it needs stands in it: no script and no style is answered before it is seen.
    const { promise: seen, resolve: letIn } = Promise.withResolvers<void>();
    await context.route(/\.(?:js|css)(?:\?|$)/, async (route) => {
      await seen;
      await route.continue();
    });
    // The load of the page may be waiting for them.
    await page.goto(app.origin + path, { waitUntil: 'commit' });
    await expect(
      page.getByRole('button', { name: words }).or(page.getByRole('link', { name: words })),
    ).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', locale === 'fil-PH' ? 'fil' : locale);
    const before = await page.locator('#root').textContent();
    const places = await placesOf(page);
    letIn();
    await page.mouse.move(10, 10);
    await appIsThere(page);
    expect(await page.locator('#root').textContent()).toBe(before);
    expect(await placesOf(page)).toEqual(places);
    expect(complaints.all()).toEqual([]);
    await context.close();
  });
}

/** Where every control stands. */
const placesOf = (page: Page) =>
  page.locator('#root').evaluate((root) =>
    [...root.querySelectorAll('a, button, input, h1')]
      // What a closed disclosure holds stands nowhere.
      .filter((element) => element.checkVisibility())
      .map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return [element.tagName, x, y, width, height].join(' ');
      }),
  );

test('who has chosen the browser is not offered the app again, and nothing moves when the app takes over', async ({
  context,
  page,
}) => {
  await context.addInitScript(() => sessionStorage.setItem('tambay.continueInBrowser', '1'));
  const { letIn } = await holdApp(context);
  await page.goto(app.origin);
  await expect(page.getByRole('button', { name: 'Login with credentials' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Continue using browser' })).toHaveCount(0);
  const places = await placesOf(page);
  letIn();
  await page.mouse.move(10, 10);
  await appIsThere(page);
  expect(await placesOf(page)).toEqual(places);
});

test('what was typed, the place in it and a press that came too early outlive the first screen', async ({
  context,
  page,
}) => {
  const { letIn } = await holdApp(context);
  await page.goto(app.origin);
  await emailField(page).fill('ana@example.org');
  await passwordField(page).fill('not my secret 1');
  await passwordField(page).press('Home');
  await passwordField(page).press('ArrowRight');
  await passwordField(page).press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-waiting');
  letIn();
  await expect(passwordField(page)).toHaveAccessibleDescription('Wrong e-mail or password');
  await expect(page.locator('html')).not.toHaveAttribute('data-waiting');
  await expect(emailField(page)).toHaveValue('ana@example.org');
  await expect(passwordField(page)).toHaveValue('not my secret 1');
  await expect(passwordField(page)).toBeFocused();
  await page.keyboard.type('X');
  await expect(passwordField(page)).toHaveValue('nXot my secret 1');
});

test('the sign-in leaves with the press, before anything of the app is there', async ({ context, page }) => {
  const ana = await registerPerson(app.origin, 'Ana', 'Reyes');
  const { letIn } = await holdApp(context);
  const logins = watchLogins(page);
  await page.goto(app.origin);
  await emailField(page).fill(ana.email.toUpperCase());
  await passwordField(page).fill('not my secret 1');
  const refusal = page.waitForResponse(isLogin);
  await passwordField(page).press('Enter');
  expect((await refusal).status()).toBe(422);
  // A member who finds the mistake while the app is on its way is signed in with what stands there now.
  await passwordField(page).fill(ana.password);
  const answer = page.waitForResponse(isLogin);
  await passwordField(page).press('Enter');
  expect((await answer).status()).toBe(200);
  await expect(page.locator('html')).toHaveAttribute('data-waiting');
  expect(logins).toHaveLength(2);
  letIn();
  await expect(page).toHaveURL(`${app.origin}/profile/messages`);
  await expect(page.getByRole('heading', { name: 'Chats' }).first()).toBeVisible();
  expect(logins).toHaveLength(2);
});

test('an answer to words that were changed after the press is nobody’s', async ({ context, page }) => {
  const ana = await registerPerson(app.origin, 'Ana', 'Cruz');
  const { letIn } = await holdApp(context);
  const logins = watchLogins(page);
  await page.goto(app.origin);
  await emailField(page).fill(ana.email);
  await passwordField(page).fill(ana.password);
  const answer = page.waitForResponse(isLogin);
  await passwordField(page).press('Enter');
  expect((await answer).status()).toBe(200);
  await passwordField(page).fill('not my secret 1');
  letIn();
  await expect(passwordField(page)).toHaveAccessibleDescription('Wrong e-mail or password');
  expect(logins).toHaveLength(2);
  await expect(page).toHaveURL(`${app.origin}/`);
});

test('a field that was left wrong says so as soon as it can, and a link that was pressed leads on', async ({
  context,
  page,
}) => {
  const { letIn } = await holdApp(context);
  await page.goto(`${app.origin}/forgot-password`);
  await emailField(page).fill('no address');
  await emailField(page).press('Tab');
  letIn();
  await expect(page.getByText('Must be a valid e-mail')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send me a link' })).toBeFocused();

  const other = await context.newPage();
  await other.goto(app.origin);
  await other.getByRole('link', { name: 'Create an account' }).click();
  await expect(other.getByLabel('First name')).toBeVisible();
  await expect(other).toHaveURL(`${app.origin}/register`);
});

test('without a network the form waits, and the app comes with it, to what was typed', async ({
  context,
  page,
}) => {
  // The network goes before anything of the app has come, however quick the app is.
  let isAway = true;
  await context.route(/\.(?:js|css)(?:\?|$)/, (route) =>
    isAway ? route.abort('internetdisconnected') : route.continue(),
  );
  await page.goto(app.origin);
  await context.setOffline(true);
  await emailField(page).fill('ana@example.org');
  await passwordField(page).fill('not my secret 1');
  await passwordField(page).press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-waiting');
  await expect(page.getByText('You are offline. Signing in needs a connection.')).toBeVisible();
  await expect(emailField(page)).toHaveValue('ana@example.org');
  isAway = false;
  await context.setOffline(false);
  await expect(passwordField(page)).toHaveAccessibleDescription('Wrong e-mail or password');
  await expect(emailField(page)).toHaveValue('ana@example.org');
});

test('a style that fails is loaded again, and what was typed is sent', async ({ context, page }) => {
  let asked = 0;
  await context.route('**/boot.css', (route) => {
    asked += 1;
    return asked === 1 ? route.abort('internetdisconnected') : route.continue();
  });
  await page.goto(app.origin);
  await emailField(page).fill('ana@example.org');
  await passwordField(page).fill('not my secret 1');
  await passwordField(page).press('Enter');
  await expect(page.getByText('You are offline. Signing in needs a connection.')).toBeVisible();
  await expect(passwordField(page)).toHaveAccessibleDescription('Wrong e-mail or password');
  await expect(emailField(page)).toHaveValue('ana@example.org');
  // Once more to see that the network is there again, and once to use it.
  expect(asked).toBe(3);
});

const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 Version/26.0 Safari/604.1';
const newcomers = [
  ['a desk in English', {}, 'en-US', 'Login with credentials'],
  ['a desk in Filipino', { locale: 'fil-PH' }, 'fil', 'Mag-login gamit ang password'],
  ['a phone', { ...devices['Pixel 7'] }, 'en-US', 'Open the app if you already installed'],
  // Without `isMobile` Chromium's hints would say that it is a desk: no iPhone has them, and the page would believe them.
  [
    'an iPhone',
    { userAgent: iPhone, isMobile: true, locale: 'fil-PH' },
    'fil',
    'Piliin ang “Add to Home Screen”',
  ],
] as const;
for (const [who, kind, lang, words] of newcomers) {
  test(`${who} that comes for the first time has its screen with the page alone, and nothing typed leaves it`, async ({
    browser,
  }) => {
    const context = await browser.newContext(kind);
    const complaints = await watchComplaints(context);
    await context.route('**/assets/**', () => undefined);
    const page = await context.newPage();
    await page.goto(app.origin, { waitUntil: 'commit' });
    await expect(page.getByText(words, { exact: true })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', lang);
    // Styled, and without a button for a provider that this server does not have.
    const button = page.getByRole('button').last();
    expect(await button.evaluate((one) => getComputedStyle(one).borderRadius)).not.toBe('0px');
    await expect(page.getByText('%provider%')).toHaveCount(0);
    if (words.includes('credentials')) {
      await emailField(page).fill('ana@example.org');
      await passwordField(page).fill('not my secret 1');
      await passwordField(page).press('Enter');
      await expect(page).toHaveURL(`${app.origin}/`);
      await expect(passwordField(page)).toHaveValue('not my secret 1');
    }
    expect(complaints.all()).toEqual([]);
    await context.close();
  });
}

test('where a reset mail leads nothing is shown before the script has looked for its token', async ({
  context,
  page,
}) => {
  await context.addInitScript(() => {
    const look = () => {
      if (document.querySelector('#root form')) document.documentElement.dataset['sawForm'] = '';
    };
    new MutationObserver(look).observe(document, { childList: true, subtree: true });
  });
  await page.goto(`${app.origin}/reset-password`);
  await expect(page.getByRole('link', { name: 'Ask for a new link' })).toBeVisible();
  await expect(page.locator('html')).not.toHaveAttribute('data-saw-form');
});

test('who is quicker than what the page finds out about its visitor loses nothing', async ({
  context,
  page,
}) => {
  // Nobody says when the page was painted: it waits for a second.
  await context.addInitScript(() => {
    PerformanceObserver.prototype.observe = () => undefined;
  });
  const { letIn } = await holdApp(context);
  await page.goto(app.origin);
  await emailField(page).fill('ana@example.org');
  await passwordField(page).fill('not my secret 1');
  await passwordField(page).press('Home');
  await expect(page.locator('link[rel="manifest"]')).toHaveCount(1);
  letIn();
  await appIsThere(page);
  await expect(emailField(page)).toHaveValue('ana@example.org');
  await expect(passwordField(page)).toBeFocused();
  await page.keyboard.type('X');
  await expect(passwordField(page)).toHaveValue('Xnot my secret 1');
});

test('an app that is quicker than what the page finds out about its visitor keeps its place', async ({
  context,
  page,
}) => {
  await context.addInitScript(() => {
    PerformanceObserver.prototype.observe = () => undefined;
  });
  await page.goto(app.origin);
  await page.getByRole('link', { name: 'Create an account' }).click();
  await expect(page.getByLabel('First name')).toBeVisible();
  await expect(page.locator('link[rel="manifest"]')).toHaveCount(1);
  await expect(page.getByLabel('First name')).toBeVisible();
});

test('a stored choice of language and theme is there from the first frame', async ({ context, page }) => {
  await page.goto(app.origin);
  await page.mouse.move(10, 10);
  await appIsThere(page);
  await page.evaluate(async () => {
    localStorage.setItem('tambay.language', 'fil');
    localStorage.setItem('tambay.theme', 'black');
    await (await navigator.serviceWorker.ready).unregister();
  });
  await holdApp(context);
  await context.addInitScript(() => {
    const look = () => {
      if (document.querySelector('#root')?.textContent?.includes('Login with credentials'))
        document.documentElement.dataset['sawOther'] = '';
    };
    new MutationObserver(look).observe(document, { childList: true, subtree: true });
  });
  await page.goto(app.origin);
  await expect(page.getByRole('button', { name: 'Mag-login gamit ang password' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'black');
  await expect(page.locator('html')).not.toHaveAttribute('data-saw-other');
});

test('a member never sees the form, with a worker or without', async ({ browser }) => {
  const ana = await registerPerson(app.origin, 'Ana', 'Santos');
  const context = await browser.newContext();
  const page = await context.newPage();
  await arriveSignedIn(page, app.origin, ana);
  await waitForShell(page);
  await context.addInitScript(() => {
    const look = () => {
      if (document.querySelector('#root form')) document.documentElement.dataset['sawForm'] = '';
    };
    new MutationObserver(look).observe(document, { childList: true, subtree: true });
  });
  for (const isControlled of [true, false]) {
    if (!isControlled)
      await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.unregister());
    await page.goto(app.origin);
    await expect(page).toHaveURL(`${app.origin}/profile`);
    await expect(page.getByRole('heading', { name: 'Ana Santos' }).first()).toBeVisible();
    await expect(page.locator('html')).not.toHaveAttribute('data-saw-form');
  }
  await context.close();
});

test('the worker keeps the styles at once: an app that is found again without a network is not naked', async ({
  page,
}) => {
  await page.goto(app.origin);
  await page.mouse.move(10, 10);
  const kept = await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    const atOnce = (await caches.keys()).filter((name) => name.includes('precache'));
    const requests = await Promise.all(atOnce.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(kept).toContain('/app.html');
  expect(kept).toContainEqual(expect.stringMatching(/^\/assets\/style-[\w-]+\.css$/));
});

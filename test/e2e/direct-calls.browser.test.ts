import { expect, type Page } from '@playwright/test';
import { type ErrorKind, errorKinds, errorTextsFil, newId, pushRequest } from '../../protocol/index.ts';
import type { RunningApp } from '../support/browser-app.ts';
import { callAs, logIn, type Person, registerPerson } from '../support/browser-people.ts';
import { arriveSignedIn, confirm } from '../support/browser-steps.ts';
import { test } from '../support/story.ts';

let app: RunningApp;
let ana: Person;
test.beforeAll(async ({ app: shared }) => {
  app = shared;
  ana = await registerPerson(app.origin, 'Ana', 'Santos');
});
// What a page asks is answered by the test, and not by way of the worker.
test.use({ serviceWorkers: 'block' });

/** A notice at the top of the screen. */
const toast = (page: Page, words: string) =>
  page.locator('[role=region] [role=alert]').filter({ hasText: words });

const refuse = (page: Page, path: RegExp, code: ErrorKind) => {
  const { status, message } = errorKinds[code];
  return page.route(path, (route) =>
    route.fulfill({ status, json: { status, code, message, requestId: 'none' } }),
  );
};

test('a chat that was not looked up is not said to be unknown, and is asked for again', async ({ page }) => {
  await arriveSignedIn(page, app.origin, ana);
  const lookUp = /\/api\/v1\/chats\/unique-code\//;
  await refuse(page, lookUp, 'rate_limited');
  await page.goto(`${app.origin}/chats/0123456789ABC`);
  await expect(page.getByRole('main').getByText(errorKinds.rate_limited.message)).toBeVisible();
  await expect(toast(page, errorKinds.rate_limited.message)).toBeVisible();
  await expect(page.getByText('No chat has this code')).toHaveCount(0);
  await page.unroute(lookUp);
  await expect(page.getByText('No chat has this code')).toBeVisible({ timeout: 20_000 });
});

test('what a press did not do is said in the words of the server', async ({ page }) => {
  await logIn(app.origin, ana);
  await arriveSignedIn(page, app.origin, ana, '/profile/devices');
  await refuse(page, /\/api\/v1\/auth\/sessions/, 'rate_limited');
  await page.getByRole('button', { name: 'Sign out all other devices' }).click();
  await confirm(page, 'Sign out all other devices');
  await expect(page.getByText(errorKinds.rate_limited.message)).toBeVisible();
});

/** Each screen that asks the server itself, and what it asks. */
const ASKED: readonly (readonly [string, RegExp])[] = [
  ['/profile/devices', /\/auth\/sessions/],
  ['/profile/connected-sites', /\/auth\/sites/],
  ['/profile/account', /\/account\/export/],
  ['/profile/sign-in-provider', /\/auth\/oidc\/link/],
  ['/chats/public', /\/chats\?discover/],
  ['/users/0123456789ABC', /\/users\/unique-code\//],
  ['/chats/0123456789ABC', /\/chats\/unique-code\//],
  ['/strangers', /\/api\/v1\/strangers$/],
  ['/moderation', /\/moderation\/reports/],
];

test('each screen that asks the server says in a toast what the server answers', async ({ page }) => {
  await arriveSignedIn(page, app.origin, ana);
  for (const [path, asked] of ASKED) {
    await refuse(page, asked, 'rate_limited');
    await page.goto(app.origin + path);
    await expect.soft(toast(page, errorKinds.rate_limited.message), path).toBeVisible();
    await page.unroute(asked);
    await page.route(asked, (route) => route.fulfill({ status: 502, body: '<h1>Bad Gateway</h1>' }));
    await page.goto(app.origin + path);
    await expect.soft(toast(page, 'Something went wrong'), path).toBeVisible();
    await page.unroute(asked);
  }
});

test('a server that has not looked is not said to be no network, and public chats are asked for again', async ({
  page,
}) => {
  await arriveSignedIn(page, app.origin, ana);
  const main = page.getByRole('main');
  const discover = /\/chats\?discover/;
  const { status, message } = errorKinds.unavailable;
  const json = { status, code: 'unavailable', message, requestId: 'none' };
  await page.route(discover, (route) => route.fulfill({ status, headers: { 'retry-after': '2' }, json }));
  await page.goto(`${app.origin}/chats/public`);
  await expect(main.getByText(message)).toBeVisible();
  await expect(main.getByText('This needs a connection')).toHaveCount(0);
  await page.unroute(discover);
  await expect(main.getByText(message)).toHaveCount(0, { timeout: 20_000 });

  await refuse(page, /\/api\/v1\/strangers$/, 'rate_limited');
  await page.goto(`${app.origin}/strangers`);
  await expect(main.getByText(errorKinds.rate_limited.message)).toBeVisible();
  await expect(main.getByText('The server cannot be reached')).toHaveCount(0);
});

test('a stranger is not looked for on a server that does not answer', async ({ page }) => {
  const settings = { optedIn: true, language: 'any', interests: [] };
  await callAs(app.origin, ana, 'PUT', '/strangers/settings', undefined, settings);
  await arriveSignedIn(page, app.origin, ana);
  await page.goto(`${app.origin}/strangers`);
  await page.route(/\/strangers\/queue/, (route) => route.abort());
  const find = page.getByRole('button', { name: 'Find a stranger' });
  await expect(find).toBeVisible();
  await page.clock.install();
  await find.click();
  await expect(page.getByText('Looking for somebody…')).toBeVisible();
  await expect(page.getByText('The server cannot be reached')).toBeVisible();
  await page.clock.runFor(61_000);
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expect(page.getByText('The server cannot be reached')).toBeVisible();
  await expect(page.getByText('Nobody right now')).toHaveCount(0);
});

test('the server’s words come in the language of the member', async ({ browser }) => {
  const page = await browser.newPage({ locale: 'fil-PH', serviceWorkers: 'block' });
  await page.goto(`${app.origin}/icons/tambay.svg`);
  await page.evaluate((token) => localStorage.setItem('ACCESS_TOKEN', token), ana.token);
  await page.goto(`${app.origin}/chats/0123456789ABC`);
  await expect(toast(page, errorTextsFil.not_found)).toBeVisible();
  await page.close();
});

test('what the app asks on its own fails without a toast', async ({ page }) => {
  const standing = /\/account\/standing/;
  await page.route(standing, (route) => route.fulfill({ status: 502, body: '<h1>Bad Gateway</h1>' }));
  const answered = page.waitForResponse(standing);
  await arriveSignedIn(page, app.origin, ana);
  await (await answered).finished();
  await expect(page.getByRole('heading', { name: 'Chats' })).toBeVisible();
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await expect(toast(page, '')).toHaveCount(0);
});

test('what was written and is refused later is said in a toast, once', async ({ page, ben }) => {
  await arriveSignedIn(page, app.origin, ana);
  const post = newId();
  await callAs(app.origin, ben, 'POST', '/posts', undefined, { id: post, content: 'Sandali lang ito' });
  await page.goto(`${app.origin}/posts/${post}`);
  await expect(page.getByText('Sandali lang ito')).toBeVisible();
  const { message } = errorKinds.validation;
  await page.route(/\/sync\/push/, (route) => {
    const { mutations } = pushRequest.parse(route.request().postDataJSON());
    const error = { code: 'validation', message };
    const answers = mutations.map(({ id }) => ({ id, status: 'rejected', error }));
    return route.fulfill({ json: { answers, serverTime: new Date().toISOString() } });
  });
  await page.getByRole('button', { name: /^Like/ }).click();
  await expect(toast(page, message)).toBeVisible();
  await expect(toast(page, message)).toHaveCount(0);
  await page.goto(`${app.origin}/profile/outbox`);
  await expect(page.getByRole('main').getByText(message)).toBeVisible();
  await expect(toast(page, message)).toHaveCount(0);
});

test('a session that a direct call finds dead ends here, too', async ({ page }) => {
  // The app signs out at the server as well: nobody else may be using the session.
  await arriveSignedIn(page, app.origin, await registerPerson(app.origin, 'Cora', 'Lim'));
  await refuse(page, /\/api\/v1\/chats\/unique-code\//, 'session_dead');
  await page.goto(`${app.origin}/chats/0123456789ABC`);
  await expect(page.getByText(/^You were signed out/)).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('ACCESS_TOKEN'))).toBeNull();
});

test('a part of the app that a captive portal answers for reloads the page only once our server answers', async ({
  page,
}) => {
  const portal = { contentType: 'text/html', body: '<h1>Welcome to our hotel</h1>' };
  const health = /\/api\/v1\/health\/check/;
  const touch = () => page.getByRole('heading', { name: 'Chats' }).click();
  const mark = () => page.evaluate(() => document.documentElement.setAttribute('data-stays', ''));
  const marked = page.locator('html[data-stays]');
  await arriveSignedIn(page, app.origin, ana);
  await page.route(/\/assets\/message-sounds-.*\.js$/, (route) => route.fulfill(portal));
  await page.route(health, (route) => route.fulfill(portal));
  await mark();
  const asked = page.waitForResponse(health);
  await touch();
  await (await asked).finished();
  await page.evaluate(() => new Promise(requestAnimationFrame));
  await expect(marked).toBeAttached();

  await page.unroute(health);
  await page.reload();
  await mark();
  await touch();
  await expect(marked).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Chats' })).toBeVisible();
});

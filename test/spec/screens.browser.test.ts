import { expect, test } from '@playwright/test';
import { type RunningApp, startApp } from '../support/browser-app.ts';
import { newcomer, ownAddress, type Person, registerPerson } from '../support/browser-people.ts';
import { arriveSignedIn, register, waitForShell } from '../support/browser-steps.ts';

// What the specification (§2, §7, §8) says of screens and of which no story makes a point.

let app: RunningApp;
let ana: Person;
test.beforeAll(async () => {
  app = await startApp();
  ana = await registerPerson(app.origin, 'Ana', 'Santos');
});
test.afterAll(async () => {
  await app?.dispose();
});
test.use({ extraHTTPHeaders: ownAddress() });

test('the sign-in screen leads to the registration', async ({ page }) => {
  await page.goto(app.origin);
  await expect(page.getByRole('button', { name: 'Login with credentials' })).toBeVisible();
  await page.locator('a[href="/register"]').click();
  await expect(page).toHaveURL(`${app.origin}/register`);
});

test('an empty list says "No message" or "No request"', async ({ page }) => {
  await arriveSignedIn(page, app.origin, ana, '/profile/messages');
  await expect(page.getByText('No message', { exact: true })).toBeVisible();
  await page.goto(`${app.origin}/profile/friend-requests`);
  await expect(page.getByText('No request', { exact: true })).toBeVisible();
});

test('the profile shows the unique code that others enter', async ({ page }) => {
  await arriveSignedIn(page, app.origin, ana, '/profile');
  const code = page.getByText(/^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{5}$/);
  await expect(code).toBeVisible();
  await expect(code).toHaveText(ana.uniqueCode.replace(/^(.{4})(.{4})/, '$1-$2-'));
});

test('a loading screen shows while the user is being verified, and the app comes after it', async ({
  page,
}) => {
  let answer = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/v1/auth/verify', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${app.origin}/icons/tambay.svg`);
  await page.evaluate((token) => localStorage.setItem('ACCESS_TOKEN', token), ana.token);
  await page.goto(`${app.origin}/profile`);
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toBeAttached();
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
  answer();
  await expect(page.getByRole('heading', { name: 'Ana Santos' })).toBeVisible();
});

test('a failed call shows the words of the server, and the general ones when it has none', async ({
  page,
}) => {
  const submit = async () => {
    await page.getByLabel('Email').fill(ana.email);
    await page.getByLabel('Password', { exact: true }).fill('not the password');
    await page.getByRole('button', { name: 'Login with credentials' }).click();
  };
  await page.goto(app.origin);
  await submit();
  await expect(page.getByRole('alert').filter({ hasText: 'Wrong e-mail or password' })).toBeVisible();
  await page.route('**/api/v1/auth/login', (route) =>
    route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }),
  );
  await submit();
  await expect(page.getByRole('alert').filter({ hasText: 'Something went wrong' })).toBeVisible();
});

test('a toast stands at the top', async ({ page }) => {
  await register(page, app.origin, newcomer('Dora'));
  const box = await page.getByText('Account successfully created').boundingBox();
  expect(box?.y).toBeLessThan(100);
});

test('the worker comes from a path with the API base as a query parameter', async ({ page }) => {
  await page.goto(app.origin);
  await waitForShell(page);
  const script = await page.evaluate(async () => (await navigator.serviceWorker.ready).active?.scriptURL);
  const url = new URL(script ?? '');
  expect(url.pathname).toBe('/sw.js');
  expect(url.searchParams.has('api')).toBe(true);
});

test('calls carry the token of local storage, and a socket is open at /socket.io', async ({ page }) => {
  const verified = page.waitForRequest('**/api/v1/auth/verify');
  const socket = page.waitForEvent('websocket', (candidate) => candidate.url().includes('/socket.io/'));
  await arriveSignedIn(page, app.origin, ana, '/profile');
  expect(await (await verified).headerValue('authorization')).toBe(`Bearer ${ana.token}`);
  expect(new URL((await socket).url()).pathname).toBe('/socket.io/');
});

test('coming back to the window fetches no list again', async ({ page }) => {
  // Part of arriving, whenever it comes.
  const answered = page.waitForResponse('**/api/v1/account/standing');
  await arriveSignedIn(page, app.origin, ana, '/profile/messages');
  await expect(page.getByText('No message', { exact: true })).toBeVisible();
  await answered;
  const fetched: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'GET' && request.url().includes('/api/v1/')) fetched.push(request.url());
  });
  const pulled = page.waitForRequest('**/api/v1/sync/pull');
  await page.evaluate(() => {
    window.dispatchEvent(new Event('blur'));
    window.dispatchEvent(new Event('focus'));
    document.dispatchEvent(new Event('visibilitychange'));
  });
  // The engine asks for what changed, with one call, and that is all.
  await pulled;
  expect(fetched).toEqual([]);
});

test('a screen of visitors is a narrow column in the middle', async ({ page }) => {
  await page.setViewportSize({ width: 1_280, height: 800 });
  await page.goto(app.origin);
  const box = await page.getByRole('button', { name: 'Login with credentials' }).boundingBox();
  if (box === null) throw new Error('The button has no box');
  expect(box.width).toBeLessThan(600);
  expect(Math.abs(box.x + box.width / 2 - 640)).toBeLessThan(10);
});

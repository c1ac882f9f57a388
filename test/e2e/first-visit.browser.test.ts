import { devices, expect, type Page } from '@playwright/test';
import { newcomer, registerPerson } from '../support/browser-people.ts';
import { fillRegistration } from '../support/browser-steps.ts';
import { watchComplaints } from '../support/browser-watch.ts';
import { test } from '../support/story.ts';

test('a phone’s first taps are answered without the app, which then finds what was typed', async ({
  app,
  browser,
}) => {
  const context = await browser.newContext(devices['Pixel 7']);
  const complaints = await watchComplaints(context);
  const { promise: held, resolve: letIn } = Promise.withResolvers<void>();
  await context.route('**/assets/**', async (route) => {
    await held;
    await route.continue();
  });
  const page = await context.newPage();
  await page.goto(app.origin, { waitUntil: 'commit' });
  await page.getByRole('link', { name: 'Continue using browser' }).tap();
  await page.getByLabel('Email').fill('nena@example.org');
  await page.getByRole('link', { name: 'Create an account' }).tap();
  await expect(page).toHaveURL(`${app.origin}/register`);
  await page.getByLabel('First name').fill('Nena');
  await page.goBack();
  await expect(page).toHaveURL(`${app.origin}/`);
  await expect(page.getByLabel('Email')).toHaveValue('nena@example.org');
  await page.goForward();
  await expect(page.getByLabel('First name')).toHaveValue('Nena');
  expect(await page.evaluate(() => 'tambayHandOver' in window)).toBe(true);
  letIn();
  await page.waitForFunction(() => !('tambayHandOver' in window));
  await expect(page.getByLabel('First name')).toHaveValue('Nena');
  await page.goBack();
  await expect(page.getByLabel('Email')).toBeVisible();
  expect(complaints.all()).toEqual([]);
  await context.close();
});

test('an untouched first visit brings the app by itself, and asks for each file once', async ({
  app,
  browser,
}) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.serviceWorker() === null) asked.push(new URL(request.url()).pathname);
  });
  await page.goto(app.origin);
  await page.waitForFunction(() => !('tambayHandOver' in window));
  // What a sign-in leads to is fetched, too, while the form is filled in.
  await expect.poll(() => asked.some((path) => path.startsWith('/assets/engine-'))).toBe(true);
  await page.waitForFunction(() => document.querySelectorAll('script[data-members]').length > 5);
  const files = asked.filter((path) => /\.(?:js|css)$/.test(path) && path !== '/sw.js');
  expect(files.filter((path, index) => files.indexOf(path) !== index)).toEqual([]);
  await context.close();
});

/** Notes from now on whether the form's button comes to rest again before its form is gone. */
const watchButton = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const seen = { busy: false, idleAgain: false };
    Object.assign(globalThis, { seenButton: seen });
    new MutationObserver(() => {
      const button = document.querySelector('button[type=submit]');
      const isBusy = button?.getAttribute('aria-busy') === 'true';
      if (button !== null && seen.busy && !isBusy) seen.idleAgain = true;
      seen.busy ||= isBusy;
    }).observe(document, { subtree: true, childList: true, attributes: true });
  });
const seenButton = (page: Page): Promise<unknown> =>
  page.evaluate(() => Reflect.get(globalThis, 'seenButton'));

test('the button stays busy until the screen behind it stands', async ({ app, browser }) => {
  const nena = await registerPerson(app.origin, 'Nena', 'Cruz');
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(app.origin);
  await page.waitForFunction(() => !('tambayHandOver' in window));
  await page.getByLabel('Email').fill(nena.email);
  await page.getByLabel('Password', { exact: true }).fill(nena.password);
  await watchButton(page);
  await page.getByRole('button', { name: 'Login with credentials' }).click();
  await expect(page.getByText('No message')).toBeVisible();
  expect(await seenButton(page)).toEqual({ busy: true, idleAgain: false });
  await context.close();

  const other = await browser.newContext();
  const form = await other.newPage();
  await form.goto(`${app.origin}/register`);
  await form.waitForFunction(() => !('tambayHandOver' in window));
  await fillRegistration(form, newcomer('Dan'));
  await watchButton(form);
  await form.getByRole('button', { name: 'Create account' }).click();
  await expect(form.getByText('No message')).toBeVisible();
  expect(await seenButton(form)).toEqual({ busy: true, idleAgain: false });
  await other.close();
});

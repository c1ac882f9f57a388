import { devices, expect } from '@playwright/test';
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

import { expect, type Page } from '@playwright/test';
import { type ErrorKind, errorKinds } from '../../protocol/index.ts';
import type { RunningApp } from '../support/browser-app.ts';
import { type Person, registerPerson } from '../support/browser-people.ts';
import { arriveSignedIn } from '../support/browser-steps.ts';
import { test } from '../support/story.ts';

let app: RunningApp;
let ana: Person;
test.beforeAll(async ({ app: shared }) => {
  app = shared;
  ana = await registerPerson(app.origin, 'Ana', 'Santos');
});
// What a page asks is answered by the test, and not by way of the worker.
test.use({ serviceWorkers: 'block' });

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
  await expect(page.getByText(errorKinds.rate_limited.message)).toBeVisible();
  await expect(page.getByText('No chat has this code')).toHaveCount(0);
  await page.unroute(lookUp);
  await expect(page.getByText('No chat has this code')).toBeVisible({ timeout: 20_000 });
});

test('a session that a direct call finds dead ends here, too', async ({ page }) => {
  await arriveSignedIn(page, app.origin, ana);
  await refuse(page, /\/api\/v1\/chats\/unique-code\//, 'session_dead');
  await page.goto(`${app.origin}/chats/0123456789ABC`);
  await expect(page.getByText(/^You were signed out/)).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('ACCESS_TOKEN'))).toBeNull();
});

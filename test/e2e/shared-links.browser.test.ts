import { expect } from '@playwright/test';
import type { RunningApp } from '../support/browser-app.ts';
import {
  befriend,
  endSession,
  newcomer,
  type Person,
  registerPerson,
  say,
} from '../support/browser-people.ts';
import { postAs } from '../support/browser-posts.ts';
import { arriveSignedIn, fillRegistration, message, signIn } from '../support/browser-steps.ts';
import { test } from '../support/story.ts';

/** A visitor who opens a shared link comes to it by signing in and by registering. */

let app: RunningApp;
let ana: Person;
let ben: Person;
test.beforeAll(async ({ app: shared }) => {
  app = shared;
  ana = await registerPerson(app.origin, 'Ana', 'Santos');
  ben = await registerPerson(app.origin, 'Ben', 'Cruz');
  await befriend(app.origin, ana, ben);
});
test.use({ viewport: { width: 390, height: 844 }, locale: 'en-US' });

test('a shared post is there after registering, which the sign-in screen leads to', async ({ page }) => {
  const id = await postAs(app.origin, ben, 'May libreng sakay bukas');
  await page.goto(`${app.origin}/posts/${id}`);
  await page.getByRole('link', { name: 'Create an account' }).click();
  const who = newcomer('Cora', 'Lim');
  await fillRegistration(page, who);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL(`${app.origin}/posts/${id}`);
  await expect(page.getByText('May libreng sakay bukas')).toBeVisible();
});

test('a message that was linked to is in view after signing in', async ({ page }) => {
  // Neither the first unseen message, where a chat opens by itself, nor the last one.
  for (let line = 0; line < 30; line += 1) await say(app.origin, ben, ana, `Nauna ${line}`);
  const { id } = await say(app.origin, ben, ana, 'Sa may kanto');
  for (let line = 0; line < 60; line += 1) await say(app.origin, ben, ana, `Sunod ${line}`);
  await page.goto(`${app.origin}/chats/${ben.uniqueCode}?message=${id}`);
  await page.getByLabel('Email').fill(ana.email);
  await page.getByLabel('Password', { exact: true }).fill(ana.password);
  await page.getByRole('button', { name: 'Login with credentials' }).click();
  await expect(page).toHaveURL(new RegExp(`/chats/${ben.uniqueCode}`));
  await expect(message(page, 'Sa may kanto')).toBeInViewport();
});

test('a session that ends in a chat leads its member back there, and no other member', async ({ page }) => {
  const chat = `/chats/${ana.uniqueCode}`;
  for (const [firstName, isSame] of [
    ['Dante', false],
    ['Elena', true],
  ] as const) {
    const leaver = await registerPerson(app.origin, firstName, 'Ramos');
    await arriveSignedIn(page, app.origin, leaver);
    await page.goto(app.origin + chat);
    await endSession(app.origin, leaver);
    await page.reload();
    await expect(page.getByText('You were signed out')).toBeVisible();
    await signIn(page, app.origin, isSame ? leaver : ben, isSame ? chat : '/profile/messages');
  }
});

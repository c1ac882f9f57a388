import { expect, type Page } from '@playwright/test';
import { postsResponse } from '../../protocol/index.ts';
import type { RunningApp } from '../support/browser-app.ts';
import { befriend, history, type Person, registerPerson, say } from '../support/browser-people.ts';
import { attach, photoFile } from '../support/browser-pictures.ts';
import { visitPosts } from '../support/browser-posts.ts';
import {
  arriveSignedIn,
  chatRow,
  conversation,
  message,
  openChat,
  waitForShell,
} from '../support/browser-steps.ts';
import { test } from '../support/story.ts';

const PRESSES = 40;
const phone = { viewport: { width: 390, height: 844 }, locale: 'en-US' };

let app: RunningApp;
let ana: Person;
let ben: Person;
test.beforeAll(({ app: shared }) => {
  app = shared;
});
test.beforeEach(({ ana: first, ben: second }) => {
  [ana, ben] = [first, second];
});
test.use(phone);

/** An old phone, on which storing takes a while, and a button pressed again and again. */
const pressAgainAndAgain = async (page: Page, name: string): Promise<void> => {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await expect(page.getByRole('button', { name, exact: true })).toBeEnabled();
  await page.evaluate(
    async ({ label, presses }) => {
      const isIt = (one: HTMLButtonElement) => (one.ariaLabel ?? one.textContent?.trim()) === label;
      for (let press = 0; press < presses; press += 1) {
        [...document.querySelectorAll('button')].find((one) => isIt(one) && !one.disabled)?.click();
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    },
    { label: name, presses: PRESSES },
  );
};

test('a picture is sent once, however often Send is pressed while it is being stored', async ({ page }) => {
  await arriveSignedIn(page, app.origin, ana);
  await waitForShell(page);
  await openChat(page, 'Ben Cruz');
  await attach(page, [await photoFile('dyip.jpg', 'teal')]);
  await expect(page.getByText('Getting ready…')).toHaveCount(0);
  await pressAgainAndAgain(page, 'Send');
  await expect(conversation(page).getByTitle('Sent')).toHaveCount(1);
  await page.goto(`${app.origin}/profile/settings`);
  await expect(page.getByText('Everything is sent')).toBeVisible({ timeout: 60_000 });
  expect((await history(app.origin, ben, ana)).map(({ media }) => media?.length)).toEqual([1]);
});

test('a group is made once, and a message forwarded once, however often it is pressed', async ({ page }) => {
  const cora = await registerPerson(app.origin, 'Cora', 'Lim');
  await befriend(app.origin, ana, cora);
  await say(app.origin, ben, ana, 'May sale sa Divisoria');
  await arriveSignedIn(page, app.origin, ana);
  await waitForShell(page);
  await page.goto(`${app.origin}/chats/new`);
  await page.getByRole('checkbox').filter({ hasText: 'Ben' }).click();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Barkada');
  await pressAgainAndAgain(page, 'Create');
  await expect(page).toHaveURL(/\/chats\/[^/]+$/);
  await page.goto(`${app.origin}/profile/messages`);
  await openChat(page, 'Ben Cruz');
  await message(page, 'May sale sa Divisoria').click({ button: 'right' });
  await page.getByRole('button', { name: 'Forward', exact: true }).click();
  const places = page.getByRole('dialog', { name: 'Forward to' });
  await places.getByRole('checkbox', { name: 'Cora Lim' }).click();
  await places.getByRole('button', { name: 'Forward', exact: true }).click({ clickCount: 4, delay: 5 });
  await expect(page.getByText('Forwarded to Cora Lim')).toBeVisible();
  await page.goto(`${app.origin}/profile/settings`);
  await expect(page.getByText('Everything is sent')).toBeVisible({ timeout: 60_000 });
  expect((await history(app.origin, cora, ana)).map(({ content }) => content)).toEqual([
    'May sale sa Divisoria',
  ]);
  await page.goto(`${app.origin}/profile/messages`);
  await expect(chatRow(page, 'Barkada')).toHaveCount(1);
});

test('an anonymous post is published once, however often Post is pressed while it is being checked', async ({
  context,
}) => {
  const page = await visitPosts(context, app.origin, ana, '/posts/create');
  await page.getByLabel('Say something').fill('Isang beses lang');
  await attach(page, [await photoFile('dyip.jpg', 'maroon')]);
  await page.getByText('Post anonymously').click();
  await pressAgainAndAgain(page, 'Post');
  await expect(page.getByText('Post successfully created')).toBeVisible();
  await page.goto(`${app.origin}/profile/settings`);
  await expect(page.getByText('Everything is sent')).toBeVisible({ timeout: 60_000 });
  const headers = { authorization: `Bearer ${ben.token}` };
  const answer = await fetch(`${app.origin}/api/v1/posts?perPage=100`, { headers });
  // Other stories post on the same server.
  const published = postsResponse.parse(await answer.json()).data.map(({ content }) => content);
  expect(published.filter((content) => content === 'Isang beses lang')).toHaveLength(1);
});

import { expect, type Page } from '@playwright/test';
import { errorKinds, newId } from '../../protocol/index.ts';
import type { RunningApp } from '../support/browser-app.ts';
import { dumpDatabases } from '../support/browser-databases.ts';
import { callAs, type Person, registerPerson } from '../support/browser-people.ts';
import { arriveSignedIn, waitForShell } from '../support/browser-steps.ts';
import { test } from '../support/story.ts';

/** What was looked up once is there without a network: a stranger's profile, public chats, and what is said in one. */

let app: RunningApp;
let ana: Person;
let ben: Person;
test.beforeAll(async ({ app: shared }) => {
  app = shared;
  ana = await registerPerson(app.origin, 'Ana', 'Santos');
  ben = await registerPerson(app.origin, 'Ben', 'Cruz');
});
/** The answer is on the device. A page that is left in the moment in which it shows one has not stored it. */
const expectKept = (page: Page, question: string) =>
  expect.poll(() => dumpDatabases(page, ['meta'])).toContain(`"answer ${question}`);
test.use({ viewport: { width: 390, height: 844 }, locale: 'en-US' });

test('profiles and public chats that were looked at are there in a tunnel', async ({ page, context }) => {
  const body = { id: newId(), type: 'PUBLIC', name: 'Bahay kubo', users: [] };
  await callAs(app.origin, ben, 'POST', '/chats', undefined, body);
  const words = { id: newId(), content: 'Ang munting halaman', writtenAt: new Date().toISOString() };
  await callAs(app.origin, ben, 'POST', `/chats/${body.id}/messages`, undefined, words);
  await arriveSignedIn(page, app.origin, ana);
  await waitForShell(page);
  await page.goto(`${app.origin}/profile/connected-sites`);
  await expect(page.getByText('No connected sites')).toBeVisible();
  await expectKept(page, 'connected sites');
  await page.goto(`${app.origin}/users/${ben.uniqueCode}`);
  await expect(page.getByRole('heading', { name: 'Ben Cruz' })).toBeVisible();
  await expectKept(page, `person ${ben.uniqueCode}`);
  await page.goto(`${app.origin}/chats/public`);
  await expect(page.getByText('Bahay kubo')).toBeVisible();
  await expectKept(page, 'public chats');
  await page.getByRole('search').getByRole('textbox').fill('kubo');
  await expectKept(page, 'public chats searched');
  await page.getByText('Bahay kubo').click();
  await expect(page.getByRole('button', { name: 'Join', exact: true })).toBeVisible();
  await expect(page.getByText('Ang munting halaman')).toBeVisible();
  await expectKept(page, `preview ${body.id}`);
  const chat = page.url();
  await expectKept(page, `chat ${new URL(chat).pathname.split('/').at(-1)}`);

  await context.setOffline(true);
  await page.goto(`${app.origin}/profile/connected-sites`);
  await expect(page.getByText('No connected sites')).toBeVisible();
  await page.goto(`${app.origin}/users/${ben.uniqueCode}`);
  await expect(page.getByRole('heading', { name: 'Ben Cruz' })).toBeVisible();
  await page.goto(`${app.origin}/chats/public`);
  await expect(page.getByText('Bahay kubo')).toBeVisible();
  await page.goto(chat);
  await expect(page.getByRole('button', { name: 'Join', exact: true })).toBeVisible();
  await expect(page.getByText('Bahay kubo')).toBeVisible();
  await expect(page.getByText('Ang munting halaman')).toBeVisible();
  await context.setOffline(false);
});

test('a look-up of a person that the server refuses says why, and is made again by itself', async ({
  page,
}) => {
  const cora = await registerPerson(app.origin, 'Cora', 'Lim');
  await arriveSignedIn(page, app.origin, ana);
  let asked = 0;
  await page.route('**/api/v1/users/unique-code/*', (route) => {
    asked += 1;
    if (asked > 1) return route.continue();
    const { status, message } = errorKinds.unavailable;
    const json = { status, code: 'unavailable', message, requestId: newId() };
    return route.fulfill({ status, headers: { 'retry-after': '2' }, json });
  });
  await page.goto(`${app.origin}/users/${cora.uniqueCode}`);
  await expect(page.getByRole('main').getByText(errorKinds.unavailable.message)).toBeVisible();
  await expect(page.getByText('Not downloaded yet')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Cora Lim' })).toBeVisible();
  expect(asked).toBe(2);
});

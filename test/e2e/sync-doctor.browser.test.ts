import { expect, type Page } from '@playwright/test';
import { newId } from '../../protocol/index.ts';
import type { RunningApp } from '../support/browser-app.ts';
import { type Person, registerPerson } from '../support/browser-people.ts';
import { arriveSignedIn, waitForShell } from '../support/browser-steps.ts';
import { test } from '../support/story.ts';

let app: RunningApp;
let ana: Person;
test.beforeAll(({ app: shared }) => {
  app = shared;
});
test.beforeEach(async () => {
  ana = await registerPerson(app.origin, 'Ana', 'Santos');
});

/** Strangers whom the member has left without a network, as the screen of the chat notes it. */
const leaveStrangers = (page: Page, ...how: ('block' | 'end')[]) =>
  page.evaluate(
    (leaves) => localStorage.setItem('tambay.goodbyes', JSON.stringify(leaves)),
    how.map((one) => ({ userId: ana.id, chatId: newId(), how: one })),
  );

test('strangers who were left and blocked stand in the outbox until the server has acknowledged it', async ({
  page,
  context,
}) => {
  await arriveSignedIn(page, app.origin, ana, '/profile');
  await waitForShell(page);
  await context.setOffline(true);
  await leaveStrangers(page, 'block', 'end');
  await page.goto(`${app.origin}/profile/sync-doctor`);
  await expect(page.getByText('Blocking a stranger')).toBeVisible();
  await expect(page.getByText('Nothing waits')).toHaveCount(0);
  await page.goto(`${app.origin}/profile/outbox`);
  const rows = page.getByRole('main').getByRole('listitem');
  await expect(rows).toHaveText([
    /^Blocking a stranger.*Waits for a signal/,
    /^Ending a chat with a stranger/,
  ]);
  await expect(rows.getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Me 2 in the outbox', exact: true })).toBeVisible();
  // The chats are gone for the server, too: what is said of them is acknowledged, and no more.
  await context.setOffline(false);
  await expect(page.getByText('Everything is sent')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Me', exact: true })).toBeVisible();
});

test('the Sync Doctor says who holds the live connection, and nothing that it does not know', async ({
  page,
  context,
}) => {
  await context.addInitScript(() => {
    navigator.storage.persisted = () => Promise.reject(new DOMException('private', 'SecurityError'));
  });
  await arriveSignedIn(page, app.origin, ana, '/profile/sync-doctor');
  await expect(page.getByText('This tab holds the live connection')).toBeVisible();
  await expect(page.getByText('The browser does not say whether it will keep it')).toBeVisible();
  await expect(page.getByText('Kept files and what needs them')).toBeVisible();
  await expect(page.getByText('in order', { exact: true })).toBeVisible();
  const second = await context.newPage();
  await second.addInitScript(() => {
    // It never comes to hold the socket: first another tab does, and then nobody.
    navigator.locks.request = new Proxy(navigator.locks.request, {
      apply: (request, _, [name, ...rest]) =>
        String(name).includes(':socket:')
          ? new Promise(() => undefined)
          : Reflect.apply(request, navigator.locks, [name, ...rest]),
    });
  });
  await second.goto(`${app.origin}/profile/sync-doctor`);
  await expect(second.getByText('Another tab holds the live connection')).toBeVisible();
  await page.close();
  await expect(second.getByText('This tab holds no live connection')).toBeVisible();
});

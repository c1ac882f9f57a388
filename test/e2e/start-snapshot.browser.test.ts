import { expect, type Page } from '@playwright/test';
import { callAs, say } from '../support/browser-people.ts';
import { arriveSignedIn, chatRow, composer, openChat, waitForShell } from '../support/browser-steps.ts';
import { test } from '../support/story.ts';

/** A start shows the list of chats as it was last seen until the app has drawn its own (docs/decisions/0037). */

test.use({ viewport: { width: 390, height: 844 }, locale: 'en-US' });

/** The app's files are held until `tambayRelease()`; the snapshot can be looked into. */
const holdApp = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const { attachShadow, append } = Element.prototype;
    Element.prototype.attachShadow = function (options) {
      return attachShadow.call(this, { ...options, mode: 'open' });
    };
    const released = new Promise<void>((resolve) => {
      Object.assign(window, { tambayRelease: resolve });
    });
    Element.prototype.append = function (...nodes) {
      const isApp = nodes.some((node) => node instanceof DocumentFragment && node.querySelector('script'));
      if (!isApp) return append.apply(this, nodes);
      Object.assign(window, { tambayIsHeld: true });
      void released.then(() => append.apply(this, nodes));
    };
  });
const release = (page: Page): Promise<void> => page.evaluate(() => Object(window).tambayRelease());

/** What is kept for the next start, as text. */
const readKept = (page: Page): Promise<string> =>
  page.evaluate(
    () =>
      new Promise<string>((resolve, reject) => {
        const opening = indexedDB.open('tambay-device');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const reading = opening.result.transaction('device').objectStore('device').get('snapshot');
          reading.onsuccess = () => {
            opening.result.close();
            resolve(JSON.stringify(reading.result ?? null));
          };
        };
      }),
  );
const snapshot = (page: Page) => page.locator('[aria-hidden] >> [data-frame]');

test('in a tunnel the list is there before the app, and what is pressed there opens', async ({
  page,
  context,
  app,
  ana,
  ben,
}) => {
  await say(app.origin, ben, ana, 'Nasa tapat na ako');
  await arriveSignedIn(page, app.origin, ana);
  await waitForShell(page);
  await expect(chatRow(page, 'Ben Cruz')).toContainText('Nasa tapat na ako');
  await expect.poll(() => readKept(page)).toContain('Nasa tapat na ako');

  await context.setOffline(true);
  await holdApp(page);
  await page.reload();
  await expect(snapshot(page).getByText('Nasa tapat na ako')).toBeVisible();
  // No link of its own, and no name or role: readers of the screen are told of the app alone.
  await expect(snapshot(page).locator('[href], [role], [aria-label]')).toHaveCount(0);
  await snapshot(page).getByText('Ben Cruz').click();
  await expect(page).toHaveURL(/\/profile\/messages$/);
  await release(page);
  await expect(composer(page)).toBeVisible();
  await expect(snapshot(page)).toHaveCount(0);
  await expect(page).toHaveURL(/\/chats\//);
});

test('words that were deleted since are not shown at the next start', async ({ page, app, ana, ben }) => {
  const { id, chatId } = await say(app.origin, ben, ana, 'Huwag mong ipagsabi');
  await arriveSignedIn(page, app.origin, ana);
  await waitForShell(page);
  await expect.poll(() => readKept(page)).toContain('Huwag mong ipagsabi');
  await openChat(page, 'Ben Cruz');
  await callAs(app.origin, ben, 'DELETE', `/chats/${chatId}/messages/${id}`);
  await expect(page.getByRole('log').getByText('Huwag mong ipagsabi')).toHaveCount(0);
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { get: () => true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await expect.poll(() => readKept(page)).toBe('null');
});

test('whoever comes next on this device sees nothing of who was there before', async ({
  page,
  app,
  ana,
  ben,
}) => {
  await say(app.origin, ben, ana, 'Para kay Ana lang');
  await arriveSignedIn(page, app.origin, ana);
  await waitForShell(page);
  await expect.poll(() => readKept(page)).toContain('Para kay Ana lang');
  const kept = await readKept(page);
  await page.goto(`${app.origin}/profile`);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(`${app.origin}/`);
  expect(await readKept(page)).toBe('null');

  // As it would be had the deletion failed: the token of another member does not bring it back.
  await arriveSignedIn(page, app.origin, ben);
  await expect(chatRow(page, 'Ana Santos')).toBeVisible();
  await page.evaluate(
    (row) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('tambay-device');
        opening.onsuccess = () => {
          const tx = opening.result.transaction('device', 'readwrite');
          tx.objectStore('device').put(JSON.parse(row));
          tx.onerror = () => reject(tx.error);
          tx.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
    kept,
  );
  await holdApp(page);
  await page.goto(`${app.origin}/profile/messages`);
  await page.waitForFunction(() => Object(window).tambayIsHeld);
  await expect(snapshot(page)).toHaveCount(0);
  await release(page);
  await expect(chatRow(page, 'Ana Santos')).toBeVisible();
});

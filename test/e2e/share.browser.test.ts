import { expect, type Page } from '@playwright/test';
import type { RunningApp } from '../support/browser-app.ts';
import { befriend, endSession, history, registerPerson } from '../support/browser-people.ts';
import { arriveSignedIn, composer, conversation, signIn, waitForShell } from '../support/browser-steps.ts';
import { watchComplaints } from '../support/browser-watch.ts';
import { test } from '../support/story.ts';

const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } as const;

let app: RunningApp;
test.beforeAll(({ app: shared }) => {
  app = shared;
});

/** The worker stands between the page and the network. */
const controlled = async (page: Page): Promise<void> => {
  await waitForShell(page);
  await page.reload();
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
};

/** What a phone's share sheet does: a form posted to the address in the manifest. */
const share = (page: Page, text = 'Tingnan mo ito'): Promise<void> =>
  page.evaluate(async (words) => {
    const canvas = document.createElement('canvas');
    canvas.width = 320;
    canvas.height = 240;
    const paint = canvas.getContext('2d');
    if (paint) {
      paint.fillStyle = 'teal';
      paint.fillRect(0, 0, 320, 240);
    }
    const picture = await new Promise<Blob | null>((resolve) => {
      canvas.toBlob(resolve, 'image/png');
    });
    const files = new DataTransfer();
    if (picture) files.items.add(new File([picture], 'dagat.png', { type: 'image/png' }));
    const form = document.createElement('form');
    form.method = 'POST';
    form.action = '/share';
    form.enctype = 'multipart/form-data';
    for (const [name, value] of [
      ['title', 'Dagat'],
      ['text', words],
    ] as const) {
      const field = document.createElement('input');
      field.name = name;
      field.value = value;
      form.append(field);
    }
    const picked = document.createElement('input');
    picked.type = 'file';
    picked.name = 'files';
    picked.files = files.files;
    form.append(picked);
    document.body.append(form);
    form.submit();
  }, text);

test('what another app shares lands in a chat, words and picture, without a network', async ({ browser }) => {
  const ana = await registerPerson(app.origin, 'Ana', 'Santos');
  const ben = await registerPerson(app.origin, 'Ben', 'Cruz');
  await befriend(app.origin, ana, ben);
  const context = await browser.newContext(phone);
  const complaints = await watchComplaints(context);
  const page = await context.newPage();
  await arriveSignedIn(page, app.origin, ana);
  await controlled(page);
  await context.setOffline(true);
  await share(page);
  await expect(page).toHaveURL(`${app.origin}/share`);
  await expect(page.getByText('Tingnan mo ito')).toBeVisible();
  const files = page.getByRole('list', { name: '1 file' }).getByRole('listitem');
  await expect(files).toHaveText([/^dagat\.png\s*[\d.]+ (?:byte|kB)/]);
  await expect
    .poll(() => files.locator('img').evaluate((img: HTMLImageElement) => img.naturalWidth))
    .toBe(320);
  await page.getByRole('button', { name: 'Ben Cruz' }).click();
  await expect(composer(page)).toHaveValue('Dagat\nTingnan mo ito');
  await expect(page.getByRole('list', { name: 'Attachments' }).getByRole('listitem')).toHaveCount(1);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(conversation(page).getByText('Tingnan mo ito')).toBeVisible();

  await context.setOffline(false);
  await expect
    .poll(async () =>
      (await history(app.origin, ben, ana)).map(({ content, images }) => [content, images.length]),
    )
    .toEqual([['Dagat\nTingnan mo ito', 1]]);
  // Used up: the next visit finds nothing.
  await page.goto(`${app.origin}/share`);
  await expect(page.getByText('Nothing was shared')).toBeVisible();
  expect(complaints.all()).toEqual([]);
  await context.close();
});

test('what another app shares waits where it was until it is stored where it goes', async ({ browser }) => {
  const ana = await registerPerson(app.origin, 'Ana', 'Santos');
  const ben = await registerPerson(app.origin, 'Ben', 'Cruz');
  await befriend(app.origin, ana, ben);
  const context = await browser.newContext(phone);
  const page = await context.newPage();
  page.on('dialog', (dialog) => void dialog.accept());
  await arriveSignedIn(page, app.origin, ana);
  await controlled(page);
  await share(page);
  const files = page.getByRole('list', { name: '1 file' }).getByRole('listitem');
  await expect(files).toHaveCount(1);
  // This page never comes to store it.
  await page.evaluate(() => {
    SubtleCrypto.prototype.digest = () => new Promise(() => undefined);
  });
  const tray = page.getByRole('list', { name: 'Attachments' }).getByRole('listitem');
  await page.getByRole('button', { name: 'Ben Cruz' }).click();
  await expect(tray).toHaveCount(1);
  await page.goto(`${app.origin}/share`);
  await expect(files).toHaveText([/^dagat\.png/]);
  await page.getByRole('button', { name: 'Ben Cruz' }).click();
  await expect(tray).toHaveCount(1);
  await expect(composer(page)).toHaveValue('Dagat\nTingnan mo ito');
  await expect(page.getByText('Getting ready…')).toHaveCount(0);
  // Used up: the next visit finds nothing.
  await expect(async () => {
    await page.goto(`${app.origin}/share`);
    await expect(page.getByText('Nothing was shared')).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await page.goto(`${app.origin}/chats/${ben.uniqueCode}`);
  await expect(tray).toHaveCount(1);
  await context.close();
});

test('an address that another app shares is shown as the host that it opens', async ({ browser }) => {
  const context = await browser.newContext(phone);
  const page = await context.newPage();
  await arriveSignedIn(page, app.origin, await registerPerson(app.origin, 'Ana', 'Santos'));
  await controlled(page);
  // The second letter of the host is Cyrillic.
  await share(page, 'Basahin: https://b\u0430nk.example/x');
  await expect(page.getByText('Basahin: https://xn--bnk-6cd.example/x')).toBeVisible();
  await context.close();
});

test('what another app shares onto a full disk is kept without its files, or not, and either is said', async ({
  browser,
}) => {
  const context = await browser.newContext(phone);
  const page = await context.newPage();
  await arriveSignedIn(page, app.origin, await registerPerson(app.origin, 'Ana', 'Santos'));
  await controlled(page);
  const [worker] = context.serviceWorkers();
  if (!worker) throw new Error('No worker');
  const fillDisk = (isFullForWords: boolean): Promise<void> =>
    worker.evaluate((isFull) => {
      const put = IDBObjectStore.prototype.put;
      IDBObjectStore.prototype.put = function (row, ...rest) {
        if (row.files?.length > 0 || (isFull && row.files)) throw new DOMException('', 'QuotaExceededError');
        return put.call(this, row, ...rest);
      };
    }, isFullForWords);
  await fillDisk(false);
  await share(page);
  await expect(page.getByText('Tingnan mo ito')).toBeVisible();
  await expect(page.getByText('The files were not kept: no space is left on this device.')).toBeVisible();
  await fillDisk(true);
  await share(page);
  await expect(page.getByText('What you shared was not kept')).toBeVisible();
  await expect(page.getByText('Tingnan mo ito')).toBeHidden();
  await context.close();
});

test('what another app shares waits for its owner, whose session turns out to have died', async ({
  browser,
}) => {
  const ana = await registerPerson(app.origin, 'Ana', 'Santos');
  const ben = await registerPerson(app.origin, 'Ben', 'Cruz');
  const context = await browser.newContext(phone);
  const page = await context.newPage();
  await arriveSignedIn(page, app.origin, ana);
  await controlled(page);
  // No page of the app is there to learn of it.
  await page.goto(`${app.origin}/api/v1/health/check`);
  await endSession(app.origin, ana);
  await share(page);
  await expect(page.getByText('You were signed out')).toBeVisible();
  await arriveSignedIn(page, app.origin, ben, '/share');
  await expect(page.getByText('Nothing was shared')).toBeVisible();
  await endSession(app.origin, ben);
  await page.reload();
  await expect(page.getByText('You were signed out')).toBeVisible();
  await signIn(page, app.origin, ana);
  await page.goto(`${app.origin}/share`);
  await expect(page.getByText('Tingnan mo ito')).toBeVisible();
  await context.close();
});

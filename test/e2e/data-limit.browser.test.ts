import { expect, type Page } from '@playwright/test';
import { newId, privateChatId } from '../../protocol/index.ts';
import { findOverflow, settle } from '../support/browser-layout.ts';
import { callAs, uploadAs } from '../support/browser-people.ts';
import { photoFile } from '../support/browser-pictures.ts';
import { arriveSignedIn, composer, conversation, message, openChat } from '../support/browser-steps.ts';
import { test } from '../support/story.ts';

/** As if another tab had counted this much this month. */
const haveUsed = (page: Page, bytes: number): Promise<void> =>
  page.evaluate((used) => {
    localStorage.setItem('tambay.dataMeter', `${new Date().toISOString().slice(0, 7)} ${used} 0`);
    dispatchEvent(new StorageEvent('storage'));
  }, bytes);

const meter = (page: Page) =>
  page.evaluate(() => Number((localStorage.getItem('tambay.dataMeter') ?? '').split(' ')[1]));

test('once the month’s data limit is reached pictures wait for a tap, and messages come and go', async ({
  page,
  app,
  ana,
  ben,
}) => {
  await arriveSignedIn(page, app.origin, ana, '/profile/settings/storage');
  const limit = page.getByRole('group', { name: 'Data limit per month' });
  await expect(limit.getByRole('button', { name: 'None' })).toHaveAttribute('aria-pressed', 'true');
  await limit.getByRole('button', { name: '100 MB' }).click();
  await expect(page.getByText(/of 100 MB used this month/)).toBeVisible();
  await settle(page);
  expect(await findOverflow(page)).toEqual([]);

  await haveUsed(page, 82_000_000);
  await expect(page.getByText('Most of this month’s data limit is used')).toBeVisible();
  await haveUsed(page, 101_000_000);
  await expect(page.getByText('This month’s data limit is reached.', { exact: false })).toBeVisible();

  const photo = await photoFile('dagat.jpg', '#2a6f97');
  const picture = await uploadAs(
    app.origin,
    ben,
    new File([new Uint8Array(photo.buffer)], photo.name, { type: photo.mimeType }),
  );
  await callAs(app.origin, ben, 'POST', `/chats/${privateChatId(ana.id, ben.id)}/messages`, undefined, {
    id: newId(),
    ...{ content: 'Tingnan mo', images: [picture] },
  });
  await page.goto(`${app.origin}/profile/messages`);
  await openChat(page, 'Ben Cruz');
  await expect(message(page, 'Tingnan mo')).toBeVisible();
  // Its size, until it is tapped.
  const tap = conversation(page).getByRole('button', { name: 'Picture' });
  await expect(tap).toHaveText(/kB$/);
  await expect(tap.locator('img')).toHaveCount(0);
  await tap.click();
  await expect(tap.locator('img')).toHaveCount(1);
  await expect(tap).toHaveText('');
  await composer(page).fill('Ang ganda');
  await composer(page).press('Enter');
  await expect(message(page, 'Ang ganda')).toBeVisible();
  // It is told once a month.
  await page.reload();
  await expect(message(page, 'Ang ganda')).toBeVisible();
  await expect(page.getByText('This month’s data limit is reached.', { exact: false })).toHaveCount(0);
});

test('what is sent counts as data, too', async ({ page, app, ana, ben }) => {
  await arriveSignedIn(page, app.origin, ana);
  await openChat(page, ben.firstName);
  const before = await meter(page);
  const bytes = new Uint8Array(600_000).map((_, at) => (at * 7_919) % 251);
  await page
    .locator('input[type=file]')
    .last()
    .setInputFiles({
      name: 'listahan.bin',
      mimeType: 'application/octet-stream',
      buffer: Buffer.from(bytes),
    });
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect.poll(async () => (await meter(page)) - before).toBeGreaterThan(600_000);
});

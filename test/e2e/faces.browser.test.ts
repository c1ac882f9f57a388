import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { ownUserResponse } from '../../protocol/index.ts';
import { callAs, type Person } from '../support/browser-people.ts';
import { photoFile } from '../support/browser-pictures.ts';
import { arriveSignedIn } from '../support/browser-steps.ts';
import { test } from '../support/story.ts';

/** The picture of a person, from the moment it is picked. */

const avatarOf = async (origin: string, who: Person) => {
  const { data } = await callAs(origin, who, 'GET', `/users/${who.id}`, ownUserResponse);
  return data.avatarId;
};
/** As others get it. */
const sizeOf = (page: Page, id: string) =>
  page.evaluate(
    (path) =>
      new Promise((resolve) => {
        const image = new Image();
        image.onload = () => resolve([image.naturalWidth, image.naturalHeight]);
        image.onerror = () => resolve(null);
        image.src = path;
      }),
    `/api/v1/files/${id}`,
  );
const pick = (page: Page, file: Awaited<ReturnType<typeof photoFile>>) =>
  page.getByLabel('Choose a picture').setInputFiles([file]);
const expectFace = async (page: Page, origin: string, who: Person, side: number): Promise<void> => {
  await expect.poll(() => avatarOf(origin, who), { timeout: 30_000 }).not.toBeNull();
  const id = (await avatarOf(origin, who)) ?? '';
  await expect.poll(() => sizeOf(page, id)).toEqual([side, side]);
};

test('a face that was picked survives the page that ends before it is cut', async ({ app, ana, page }) => {
  await arriveSignedIn(page, app.origin, ana, '/profile/update');
  // The page ends while the worker still cuts it.
  await page.evaluate(() => {
    Worker.prototype.postMessage = () => undefined;
  });
  await pick(page, await photoFile('mukha.jpg', 'teal', 900, 600));
  await expect(page.getByRole('button', { name: 'Change picture' })).toBeVisible();
  await page.reload();
  await expectFace(page, app.origin, ana, 600);
});

test('a HEIC becomes a face, and what is no picture does not', async ({ app, ana, page }) => {
  await arriveSignedIn(page, app.origin, ana, '/profile/update');
  await pick(page, { name: 'mukha.png', mimeType: 'image/png', buffer: Buffer.from('hindi larawan') });
  await expect(page.getByText('This picture or video cannot be read')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add a picture' })).toBeVisible();
  const buffer = await readFile('server/testing/pictures/photo.heic');
  await pick(page, { name: 'IMG_1.HEIC', mimeType: '', buffer });
  await expectFace(page, app.origin, ana, 240);
  const face = page.getByRole('main').locator('[aria-hidden=true] > img').first();
  await expect(face).toHaveJSProperty('naturalWidth', 240);
});

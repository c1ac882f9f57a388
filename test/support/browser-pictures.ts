import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { dumpDatabases } from './browser-databases.ts';
import { conversation } from './browser-steps.ts';

/** A photo as a phone hands it over: noise weighs like a real one, and the place is in it. */
export const photoFile = async (name: string, background: string, width = 1_200, height = 900) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await sharp({
    create: {
      width,
      height,
      channels: 3,
      background,
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
    .composite([{ input: await plain(background, width, Math.round(height / 2)), gravity: 'north' }])
    .jpeg()
    .withExif({ IFD0: { Make: 'Telepono' }, IFD3: { GPSLatitude: '14/1 35/1 0/1' } })
    .toBuffer(),
});

const plain = (background: string, width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();

/** Puts files into the composer on the screen, as the picker of the platform does. */
export const attach = async (page: Page, files: readonly Awaited<ReturnType<typeof photoFile>>[]) => {
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles([...files]);
};

/** What the device holds of its files, oldest first. */
export const heldFiles = async (page: Page): Promise<{ id: string; size: number; state: string }[]> => {
  const databases: Record<
    string,
    { uploads?: { id: string; size: number; state: string; createdAt: number }[] }
  > = JSON.parse(await dumpDatabases(page, ['uploads']));
  return Object.values(databases)
    .flatMap(({ uploads = [] }) => uploads)
    .sort((a, b) => a.createdAt - b.createdAt);
};

/** The open conversation shows a picture with all its bytes. */
export const expectPicture = async (page: Page): Promise<void> => {
  const picture = conversation(page).getByRole('button', { name: 'Picture', exact: true }).locator('img');
  await expect
    .poll(() => picture.evaluate((img) => img instanceof HTMLImageElement && img.naturalWidth > 0))
    .toBe(true);
};

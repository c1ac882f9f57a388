import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { postsResponse } from '../../protocol/index.ts';
import { callAs, type Person, uploadAs } from '../support/browser-people.ts';
import { attach, heldFiles, photoFile } from '../support/browser-pictures.ts';
import { arriveSignedIn, conversation, openChat } from '../support/browser-steps.ts';
import { test } from '../support/story.ts';

/** Pictures and films that are not of the web, what is said of them, and what moves by itself. */

const tray = (page: Page) => page.getByRole('list', { name: 'Attachments' });
const mediaOf = async (origin: string, who: Person, text: string) => {
  const { data } = await callAs(origin, who, 'GET', '/posts?perPage=100', postsResponse);
  return data.find(({ content }) => content === text)?.media;
};
const write = async (page: Page, origin: string, text: string): Promise<void> => {
  await page.goto(`${origin}/posts/create`);
  await page.getByLabel('Say something').fill(text);
};

/** 320 × 240 pixels that are to be turned by a quarter, compressed with HEVC. */
const heicPhoto = () => readFile('server/testing/pictures/photo.heic');

/** A BMP of 24 bits: three bytes a pixel, from below. */
const bmpOf = (width: number, height: number) => {
  const row = Math.ceil((3 * width) / 4) * 4;
  const bytes = Buffer.alloc(54 + row * height, 120);
  bytes.fill(0, 0, 54);
  bytes.write('BM', 0, 'latin1');
  bytes.writeUInt32LE(bytes.length, 2);
  bytes.writeUInt32LE(54, 10);
  bytes.writeUInt32LE(40, 14);
  bytes.writeInt32LE(width, 18);
  bytes.writeInt32LE(height, 22);
  bytes.writeUInt16LE(1, 26);
  bytes.writeUInt16LE(24, 28);
  return bytes;
};

test('a TIFF, a BMP and a HEIC go into a post as pictures; of a damaged HEIC it is said why not', async ({
  app,
  ana,
  page,
}) => {
  const tiff = await sharp((await photoFile('a.jpg', 'teal', 300, 200)).buffer)
    .tiff()
    .toBuffer();
  await arriveSignedIn(page, app.origin, ana, '/posts');
  for (const [text, file] of [
    ['Mula sa scanner', { name: 'scan.tiff', mimeType: 'image/tiff', buffer: tiff }],
    ['Mula sa pintahan', { name: 'guhit.bmp', mimeType: '', buffer: bmpOf(300, 200) }],
    ['Mula sa telepono', { name: 'IMG_1.HEIC', mimeType: 'image/heic', buffer: await heicPhoto() }],
    // A phone's gallery calls it so.
    ['Mula sa galeriya', { name: 'IMG_2.jpg', mimeType: 'image/jpeg', buffer: await heicPhoto() }],
  ] as const) {
    await write(page, app.origin, text);
    await attach(page, [file]);
    await page.getByRole('button', { name: 'Post', exact: true }).click();
    // The phone was held upright: the pixels lie on their side.
    const size = file.name.startsWith('IMG') ? { width: 240, height: 320 } : { width: 300, height: 200 };
    await expect
      .poll(() => mediaOf(app.origin, ana, text), { timeout: 30_000 })
      .toMatchObject([{ kind: 'image', state: 'ready', mime: 'image/webp', ...size }]);
    const picture = page.getByRole('article').filter({ hasText: text }).locator('img[data-loaded]');
    await expect(picture).toBeVisible();
  }

  await write(page, app.origin, 'Nasirang larawan');
  const heic = Buffer.from('00000018667479706865696300000000686569636d696631', 'hex');
  await attach(page, [{ name: 'IMG_1.HEIC', mimeType: 'image/heic', buffer: heic }]);
  await expect(page.getByText('This photo (HEIC) cannot be converted on this device.')).toBeVisible();
  await expect(tray(page)).toHaveCount(0);
});

test('a HEIC picked before its decoder was loaded waits for a network, and says so; later it needs none', async ({
  app,
  ana,
  page,
  context,
}) => {
  const buffer = await heicPhoto();
  const heic = { name: 'IMG_3.HEIC', mimeType: 'image/heic', buffer };
  const readers: string[] = [];
  context.on('request', (request) => {
    if (request.url().includes('/heic-worker-')) readers.push(request.url());
  });
  await arriveSignedIn(page, app.origin, ana, '/posts');
  await write(page, app.origin, 'Walang signal');
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await expect
    .poll(() => page.evaluate(async () => (await (await caches.open('tambay-assets')).keys()).length))
    .toBeGreaterThan(20);
  expect(readers).toEqual([]);
  await context.setOffline(true);
  await attach(page, [heic]);
  await expect(
    page.getByText('What converts this kind of photo (HEIC) is not on this device yet.'),
  ).toBeVisible();
  await expect(tray(page).getByRole('listitem')).toHaveCount(1);
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  await context.setOffline(false);
  await expect
    .poll(() => mediaOf(app.origin, ana, 'Walang signal'), { timeout: 60_000 })
    .toMatchObject([{ state: 'ready', mime: 'image/webp', width: 240, height: 320 }]);

  await page.reload();
  await context.setOffline(true);
  await write(page, app.origin, 'Wala pa ring signal');
  await attach(page, [
    { ...heic, name: 'IMG_4.HEIC', buffer: Buffer.concat([buffer, Buffer.from('\0\0\0\x08free')]) },
  ]);
  await expect(tray(page).locator('img')).toHaveJSProperty('naturalWidth', 240);
  await expect(page.getByText('is not on this device yet')).toHaveCount(0);
});

test('what goes as it is and may tell a place is said before it is sent, and posts do not take it', async ({
  app,
  ana,
  ben,
  page,
}) => {
  const buffer = await readFile('server/testing/films/with-places.mp4');
  buffer.write('junkjunkjunk', 0, 'latin1');
  const film = { name: 'lipad.mp4', mimeType: 'video/mp4', buffer };
  await arriveSignedIn(page, app.origin, ana);
  await openChat(page, `${ben.firstName} ${ben.lastName}`);
  const warning = page.getByRole('main').getByText('A file that goes as it is may tell where it was made.');
  for (const picked of [film, { ...film, mimeType: 'application/octet-stream' }]) {
    await attach(page, [picked]);
    await expect(tray(page).getByText(film.name)).toBeVisible();
    await expect(warning).toBeVisible();
    // A video that goes as a file is not said to be one that cannot be read.
    await expect(page.getByText('This picture or video cannot be read')).toHaveCount(0);
    await page.getByRole('button', { name: /^Remove:/ }).click();
  }
  // A document of words tells no more than its words.
  await attach(page, [{ name: 'tala.txt', mimeType: 'text/plain', buffer: Buffer.from('Kumusta') }]);
  await expect(tray(page).getByText('tala.txt')).toBeVisible();
  await expect(warning).toHaveCount(0);

  await write(page, app.origin, 'Lipad');
  await page.getByRole('switch', { name: /anonymous/i }).click();
  await attach(page, [film]);
  await expect(page.getByRole('main').getByText('This picture or video cannot be read')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Post', exact: true })).toBeDisabled();
});

test('a picture that was chosen large is made small again, and so is what is sent', async ({
  app,
  ana,
  page,
}) => {
  await arriveSignedIn(page, app.origin, ana, '/posts');
  await write(page, app.origin, 'Maliit muli');
  await attach(page, [await photoFile('a.jpg', 'firebrick', 2_400, 1_800)]);
  const estimate = page.getByText(/^[\d.]+ [kM]B ≈ \d+ (?:s|min)$/);
  const small = (await estimate.textContent()) ?? '';
  const sizes = async () => (await heldFiles(page)).map(({ size }) => size);
  const before = await sizes();
  const choose = async (name: RegExp | string): Promise<void> => {
    await tray(page).getByRole('button', { name: 'Picture', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  };
  await choose(/^Original size/);
  await expect(estimate).not.toHaveText(small);
  await choose('Make it small again');
  await expect(estimate).toHaveText(small);
  await expect.poll(sizes).toEqual(before);
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  await expect.poll(() => mediaOf(app.origin, ana, 'Maliit muli')).toMatchObject([{ width: 2_048 }]);
});

test('with reduced motion a face and a thumbnail that move stand still', async ({ app, ana, ben, page }) => {
  const colours = ['red', 'blue', 'green'].map((background) =>
    sharp({ create: { width: 64, height: 64, channels: 3, background } })
      .png()
      .toBuffer(),
  );
  const buffer = await sharp(await Promise.all(colours), { join: { animated: true } })
    .webp({ loop: 0, delay: [100, 100, 100] })
    .toBuffer();
  // Another client of the API may have sent one: the app cuts faces, which makes them stand still.
  const avatarId = await uploadAs(app.origin, ana, new File([new Uint8Array(buffer)], 'mukha.webp'));
  await callAs(app.origin, ana, 'PUT', `/users/${ana.id}`, undefined, { avatarId });

  await page.emulateMedia({ reducedMotion: 'reduce' });
  await arriveSignedIn(page, app.origin, ana, '/profile');
  const face = page.getByRole('main').locator('[aria-hidden=true] > :is(img, canvas)').first();
  const kind = () => face.evaluate(({ tagName }) => tagName);
  await expect.poll(kind).toBe('CANVAS');
  await expect.poll(() => face.evaluate((it) => it instanceof HTMLCanvasElement && it.width)).toBe(64);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await expect.poll(kind).toBe('IMG');

  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`${app.origin}/profile/messages`);
  await openChat(page, `${ben.firstName} ${ben.lastName}`);
  await attach(page, [{ name: 'sayaw.webp', mimeType: 'image/webp', buffer }]);
  await expect(tray(page).locator('canvas')).toBeVisible();
  await expect(tray(page).locator('img')).toHaveCount(0);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  const tile = conversation(page).getByRole('button', { name: 'Picture' });
  await expect(tile.locator('img[data-loaded]')).toHaveCount(0);
  // A tap plays it.
  await tile.click();
  await expect(page.getByRole('dialog').getByRole('img', { name: 'Picture' })).toHaveJSProperty(
    'tagName',
    'IMG',
  );
});

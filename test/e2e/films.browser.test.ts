import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { type Pair, test } from '../support/browser-pair.ts';
import { history } from '../support/browser-people.ts';
import { attach, heldFiles } from '../support/browser-pictures.ts';
import { arriveSignedIn, conversation, openChat, waitForShell } from '../support/browser-steps.ts';
import { filmFile, paddedFilm } from '../support/browser-video.ts';

/** Films as phones make them: too large to be sent, or coded so that others cannot play them. */

const arrived = async ({ app, ana, ben }: Pair) =>
  (await history(app.origin, ben, ana)).flatMap(({ media }) =>
    media.map(({ kind, state, mime, size }) => ({ kind, state, mime, isSmall: (size ?? 0) < 1_000_000 })),
  );
const tray = (page: Parameters<typeof attach>[0]) => page.getByRole('list', { name: 'Attachments' });

test('a film of 12 MB that is picked without a network is made smaller, although the chat is left, and arrives', async ({
  app,
  ana,
  ben,
  page,
  context,
  browser,
}) => {
  await arriveSignedIn(page, app.origin, ana);
  await openChat(page, 'Ben Cruz');
  await waitForShell(page);
  await page.reload();
  const film = paddedFilm(await filmFile(page), 12 * 1_024 * 1_024);
  await context.setOffline(true);
  await attach(page, [film]);
  await expect(tray(page).getByRole('listitem')).toHaveCount(1);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect
    .poll(async () => (await heldFiles(page)).map(({ size }) => size < 1_000_000))
    .toEqual([true, true]);
  await context.setOffline(false);
  await expect
    .poll(() => arrived({ app, ana, ben }))
    .toEqual([{ kind: 'video', state: 'ready', mime: expect.stringMatching(/^video/), isSmall: true }]);
  const reader = await browser.newPage();
  await arriveSignedIn(reader, app.origin, ben);
  await openChat(reader, 'Ana Santos');
  await conversation(reader).getByRole('button', { name: 'Video' }).click();
  const player = reader.locator('video');
  await expect
    .poll(() => player.evaluate((element) => element instanceof HTMLVideoElement && element.videoWidth))
    .toBe(320);
  await reader.close();
});

test('a sound film is made smaller by its sender’s wish, and sent as it was by another one', async ({
  app,
  ana,
  ben,
  page,
}) => {
  await arriveSignedIn(page, app.origin, ana);
  await openChat(page, 'Ben Cruz');
  const film = paddedFilm(await filmFile(page), 3 * 1_024 * 1_024);
  await attach(page, [film]);
  const sheetButton = tray(page).getByRole('button', { name: 'Video', exact: true });
  await sheetButton.click();
  await page.getByRole('button', { name: 'Convert: smaller, and plays everywhere' }).click();
  await expect(page.getByText(/^\d+ kB ≈/)).toBeVisible();
  await sheetButton.click();
  await page.getByRole('button', { name: /^Original: 3/ }).click();
  await expect(page.getByText(/^3\.1 MB ≈/)).toBeVisible();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect
    .poll(() => arrived({ app, ana, ben }))
    .toMatchObject([{ kind: 'video', state: 'ready', mime: 'video/webm' }]);
});

test('a HEVC film is told to be one, and is sent all the same by a browser that cannot convert it', async ({
  app,
  ana,
  ben,
  page,
}) => {
  await arriveSignedIn(page, app.origin, ana);
  await openChat(page, 'Ben Cruz');
  const buffer = await readFile('server/testing/films/hevc.mp4');
  await attach(page, [{ name: 'IMG_0001.MOV', mimeType: 'video/quicktime', buffer }]);
  await expect(page.getByText(/Some phones and browsers cannot play this kind of video/)).toBeVisible();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect.poll(() => arrived({ app, ana, ben })).toMatchObject([{ kind: 'video', state: 'ready' }]);
});

test('a film of more than 10 MB that no browser can read is not taken for one that could be sent', async ({
  app,
  ana,
  page,
}) => {
  await arriveSignedIn(page, app.origin, ana);
  await openChat(page, 'Ben Cruz');
  const buffer = Buffer.alloc(11 * 1_024 * 1_024, 7);
  await attach(page, [{ name: 'sira.mp4', mimeType: 'video/mp4', buffer }]);
  await expect(page.getByText('That is too large')).toBeVisible();
});

test('a film that can never be made small enough is not taken, and it is said why', async ({
  app,
  ana,
  page,
}) => {
  await arriveSignedIn(page, app.origin, ana);
  await openChat(page, 'Ben Cruz');
  const padded = (film: Buffer) => {
    const box = Buffer.alloc(11 * 1_024 * 1_024);
    box.writeUInt32BE(box.length, 0);
    box.write('free', 4, 'latin1');
    return Buffer.concat([film, box]);
  };
  const long = await readFile('server/testing/films/turned.mp4');
  // Its ticks become seconds.
  for (let at = long.indexOf('mdhd'); at >= 0; at = long.indexOf('mdhd', at + 4))
    long.writeUInt32BE(1, at + 16);
  await attach(page, [{ name: 'sine.mp4', mimeType: 'video/mp4', buffer: padded(long) }]);
  await expect(page.getByText('This video is too long to be sent.')).toBeVisible();
  await expect(tray(page)).toHaveCount(0);
  const buffer = padded(await readFile('server/testing/films/hevc.mp4'));
  await attach(page, [{ name: 'IMG_0001.MOV', mimeType: 'video/quicktime', buffer }]);
  await expect(page.getByText('This device cannot make this video smaller')).toBeVisible();
  await expect(tray(page)).toHaveCount(0);
  await expect.poll(() => heldFiles(page)).toEqual([]);
});

test('a film in a codec that nobody plays keeps picture and sound: it goes as a file, which is said', async ({
  app,
  ana,
  ben,
  page,
}) => {
  await arriveSignedIn(page, app.origin, ana);
  await openChat(page, 'Ben Cruz');
  const buffer = await readFile('server/testing/films/turned.mp4');
  buffer.write('mp4v', buffer.indexOf('avc1', buffer.indexOf('stsd')), 'latin1');
  const film = { name: 'lumang-telepono.mp4', mimeType: 'video/mp4', buffer };
  await attach(page, [film]);
  await expect(page.getByText('It goes as a file.')).toBeVisible();
  await expect(tray(page).getByText(film.name)).toBeVisible();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect.poll(() => arrived({ app, ana, ben })).toMatchObject([{ kind: 'file', state: 'ready' }]);
  await expect(conversation(page).getByText(film.name)).toBeVisible();
  await page.goto(`${app.origin}/posts/create`);
  await page.locator('input[type=file]').first().setInputFiles([film]);
  await expect(page.getByText('This type is not supported')).toBeVisible();
});

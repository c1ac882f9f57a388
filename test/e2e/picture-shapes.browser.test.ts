import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { postsResponse } from '../../protocol/index.ts';
import { type Pair, test } from '../support/browser-pair.ts';
import { callAs, history } from '../support/browser-people.ts';
import { attach, photoFile } from '../support/browser-pictures.ts';
import { arriveSignedIn, conversation, openChat, waitForShell } from '../support/browser-steps.ts';
import { filmFile } from '../support/browser-video.ts';

const frame = (background: string | { r: number; g: number; b: number }, width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();
const moving = async (frames: readonly Promise<Buffer>[]) =>
  sharp(await Promise.all(frames), { join: { animated: true } });

/** Pictures of unusual shape arrive as what they are: tall screenshots readable, animations moving. */

const sent = async ({ app, ana, ben }: Pair) =>
  (await history(app.origin, ben, ana)).flatMap(({ media }) =>
    media.map(({ id, state, width, height }) => ({ id, state, width, height })),
  );
const download = async ({ app, ben }: Pair, id: string): Promise<Buffer> => {
  const answer = await fetch(`${app.origin}/api/v1/files/${id}`, {
    headers: { authorization: `Bearer ${ben.token}` },
  });
  return Buffer.from(await answer.arrayBuffer());
};

/** Width and height of a frame in the open chat, in half pixels so that a rounding is no jump. */
const frameSize = async (page: Page, name: string) => {
  const box = await conversation(page).getByRole('button', { name }).boundingBox();
  return box && [Math.round(box.width * 2), Math.round(box.height * 2)];
};

test('the frame of a portrait picture and of a portrait film is the same before and after the bytes have come', async ({
  app,
  ana,
  ben,
  page,
  browser,
}) => {
  const reader = await browser.newPage();
  await arriveSignedIn(reader, app.origin, ben);
  await openChat(reader, 'Ana Santos');
  await arriveSignedIn(page, app.origin, ana);
  await openChat(page, 'Ben Cruz');
  await waitForShell(page);
  await page.reload();
  const film = await filmFile(page, 'patayo.webm', { width: 180, height: 320 });
  const picture = await photoFile('patayo.jpg', 'teal', 900, 1_200);
  for (const [file, name, shape] of [
    [picture, 'Picture', { width: 900, height: 1_200 }],
    [film, 'Video', { width: 180, height: 320 }],
  ] as const) {
    // The words come, the bytes do not.
    await page.context().route(/\/api\/v1\/files/, () => undefined);
    await attach(page, [file]);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    const awaited = name === 'Picture' ? 'Loading photo…' : 'Loading video…';
    await expect(conversation(reader).getByRole('button', { name: awaited })).toBeVisible();
    const before = await frameSize(reader, awaited);
    const whileSending = await frameSize(page, name);
    await page.context().unrouteAll({ behavior: 'ignoreErrors' });
    await page.reload();
    await expect(conversation(reader).getByRole('button', { name })).toBeVisible();
    expect(await frameSize(reader, name)).toEqual(before);
    await expect
      .poll(() => sent({ app, ana, ben }))
      .toContainEqual(expect.objectContaining({ state: 'ready', ...shape }));
    expect(await frameSize(page, name)).toEqual(whileSending);
    // Upright, as it is; the tile of one that is taller than 7 : 10 crops it.
    const [width = 0, height = 1] = before ?? [];
    expect(width / height).toBeCloseTo(Math.max(0.7, shape.width / shape.height), 2);
  }
  // How long the film plays is laid over it.
  await expect(conversation(reader).getByText(/^Video, 0:0\d$/)).toBeVisible();
  await reader.close();
});

test('a screenshot of a long conversation stays readable, is cropped in the chat and scrolled when opened', async ({
  app,
  ana,
  ben,
  page,
}) => {
  const lines = Array.from(
    { length: 120 },
    (_, at) => `<text x="40" y="${80 + at * 98}">Mensahe ${at}</text>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1080" height="12000" font-size="44"><rect width="1080" height="12000" fill="white"/>${lines.join('')}</svg>`;
  const buffer = await sharp(Buffer.from(svg)).png().toBuffer();
  await arriveSignedIn(page, app.origin, ana);
  await openChat(page, 'Ben Cruz');
  await attach(page, [{ name: 'usapan.png', mimeType: 'image/png', buffer }]);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect
    .poll(() => sent({ app, ana, ben }))
    .toMatchObject([{ state: 'ready', width: 869, height: 9_654 }]);
  const tile = conversation(page).getByRole('button', { name: 'Picture' });
  const box = await tile.boundingBox();
  expect(box?.height).toBeLessThan(500);
  await tile.click();
  const picture = page.getByRole('dialog').getByRole('img', { name: 'Picture' });
  await expect.poll(async () => (await picture.boundingBox())?.width).toBe(390);
  const scroller = picture.locator('xpath=../..');
  await scroller.press('End');
  await expect.poll(() => scroller.evaluate((element) => element.scrollTop)).toBeGreaterThan(2_000);
});

test('an animated WebP arrives moving, and stands still with reduced motion', async ({
  app,
  ana,
  ben,
  page,
}) => {
  const frames = ['red', 'blue', 'green'].map((background) => frame(background, 64, 64));
  const buffer = await (await moving(frames)).webp({ loop: 0, delay: [100, 100, 100] }).toBuffer();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await arriveSignedIn(page, app.origin, ana);
  await openChat(page, 'Ben Cruz');
  await attach(page, [{ name: 'sayaw.webp', mimeType: 'image/webp', buffer }]);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect.poll(() => sent({ app, ana, ben })).toMatchObject([{ state: 'ready', width: 64, height: 64 }]);
  const [file] = await sent({ app, ana, ben });
  expect((await sharp(await download({ app, ana, ben }, file?.id ?? '')).metadata()).pages).toBe(3);
  const tile = conversation(page).getByRole('button', { name: 'Picture' });
  await expect(tile.locator('canvas[data-loaded]')).toBeVisible();
  await expect(tile.locator('img[data-loaded]')).toHaveCount(0);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await expect(tile.locator('img[data-loaded]')).toBeVisible();
});

test('a picture that would stand still is not sent as one without a question', async ({
  app,
  ana,
  ben,
  page,
}) => {
  const frames = Array.from({ length: 70 }, (_, at) => frame(at % 2 === 0 ? 'red' : 'blue', 1_000, 900));
  const buffer = await (await moving(frames)).gif({ effort: 1 }).toBuffer();
  const gif = { name: 'mahaba.gif', mimeType: 'image/gif', buffer };
  const question = page.getByText('This animation would arrive as a still picture.');
  const tray = page.getByRole('list', { name: 'Attachments' });
  await arriveSignedIn(page, app.origin, ana);
  await openChat(page, 'Ben Cruz');
  await attach(page, [gif]);
  await expect(question).toBeVisible();
  await page.getByRole('textbox', { name: 'Message' }).fill('Sasayaw sila');
  // Neither the words nor the picture go while it is asked, and both are on the device.
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByRole('link', { name: /Ben Cruz/ })).toContainText('Sasayaw sila');
  await page.reload();
  await openChat(page, 'Ben Cruz');
  await expect(question).toBeVisible();
  await expect(tray.getByRole('listitem')).toHaveCount(1);
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('Sasayaw sila');
  await page.getByRole('button', { name: 'Send as a file' }).click();
  await expect(tray.getByText('mahaba.gif')).toBeVisible();
  await expect(question).toHaveCount(0);
  await page.getByRole('button', { name: 'Remove: mahaba.gif' }).click();
  // A file cannot join a photo.
  const photo = await photoFile('bahay.jpg', 'teal', 300, 200);
  await attach(page, [photo, gif]);
  await expect(question).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send as a file' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Take it as a still picture' }).click();
  await expect(question).toHaveCount(0);
  await expect(tray.locator('img')).toHaveCount(2);
  // The same picture is one file, and is named once.
  await attach(page, [photo]);
  await expect(page.getByText('This is here already')).toBeVisible();
  await expect(tray.getByRole('listitem')).toHaveCount(2);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect.poll(() => sent({ app, ana, ben })).toMatchObject([{ state: 'ready' }, { state: 'ready' }]);

  await page.goto(`${app.origin}/posts/create`);
  await attach(page, [gif]);
  await page.getByRole('button', { name: 'Take it as a still picture' }).click();
  await expect(tray.locator('img')).toBeVisible();
  await page.getByLabel('Say something').fill('Unang larawan lang');
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  const published = page
    .getByRole('article')
    .filter({ hasText: 'Unang larawan lang' })
    .locator('img[data-loaded]');
  await expect(published).toBeVisible();
  const frameCounts = async () => {
    const { data } = await callAs(app.origin, ana, 'GET', '/posts', postsResponse);
    const ids = data
      .filter(({ content }) => content === 'Unang larawan lang')
      .flatMap(({ media }) => media.map(({ id }) => id));
    const files = await Promise.all(ids.map((id) => download({ app, ana, ben }, id)));
    return Promise.all(files.map(async (file) => (await sharp(file).metadata()).pages ?? 1));
  };
  await expect.poll(frameCounts).toEqual([1]);
});

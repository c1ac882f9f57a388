import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { type Pair, test } from '../support/browser-pair.ts';
import { history } from '../support/browser-people.ts';
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
  for (const [file, name] of [
    [picture, 'Picture'],
    [film, 'Video'],
  ] as const) {
    // The words come, the bytes do not.
    await page.context().route(/\/api\/v1\/files/, () => undefined);
    await attach(page, [file]);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    const awaited = name === 'Picture' ? 'Loading photo…' : 'Loading video…';
    await expect(conversation(reader).getByRole('button', { name: awaited })).toBeVisible();
    const before = await frameSize(reader, awaited);
    await page.context().unrouteAll({ behavior: 'ignoreErrors' });
    await page.reload();
    await expect(conversation(reader).getByRole('button', { name })).toBeVisible();
    expect(await frameSize(reader, name)).toEqual(before);
  }
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

test('an animation of more pixels than the server draws is not sent as a still without a word', async ({
  app,
  ana,
  page,
}) => {
  const frames = Array.from({ length: 70 }, (_, at) => frame(at % 2 === 0 ? 'red' : 'blue', 1_000, 900));
  const buffer = await (await moving(frames)).gif({ effort: 1 }).toBuffer();
  await arriveSignedIn(page, app.origin, ana);
  await openChat(page, 'Ben Cruz');
  await attach(page, [{ name: 'mahaba.gif', mimeType: 'image/gif', buffer }]);
  await expect(
    page.getByText('This animation is too long to play. In a chat it can go as a file.'),
  ).toBeVisible();
  await expect(page.getByRole('list', { name: 'Attachments' })).toHaveCount(0);
});

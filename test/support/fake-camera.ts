import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Locator } from '@playwright/test';
import sharp from 'sharp';
import { chromiumLaunch } from './chromium.ts';

const WIDTH = 640;
const HEIGHT = 480;
const CODE_SIDE = 400;
const FRAMES = 3;
/** A grey wall: white paper on white would have no edge. */
const WALL = 150;

const clamp = (value: number): number => Math.max(0, Math.min(255, Math.round(value)));

/** Brightness for each pixel, and two planes of colour for each square of four (ITU-R BT.601, full range). */
const planesOf = (pixels: Buffer): Buffer => {
  const brightness = Buffer.alloc(WIDTH * HEIGHT);
  const [blue, red] = [Buffer.alloc(brightness.length / 4), Buffer.alloc(brightness.length / 4)];
  for (let at = 0; at < brightness.length; at += 1) {
    const [r = 0, g = 0, b = 0] = pixels.subarray(3 * at, 3 * at + 3);
    const bright = 0.299 * r + 0.587 * g + 0.114 * b;
    brightness[at] = clamp(bright);
    const [x, y] = [at % WIDTH, Math.floor(at / WIDTH)];
    if (x % 2 === 1 || y % 2 === 1) continue;
    const of = (y / 2) * (WIDTH / 2) + x / 2;
    blue[of] = clamp(128 + 0.564 * (b - bright));
    red[of] = clamp(128 + 0.713 * (r - bright));
  }
  return Buffer.concat([brightness, blue, red]);
};

/** A picture as a camera would see it held up in front of a wall, in Y4M. */
const toClip = async (picture: Buffer): Promise<Buffer> => {
  const pixels = await sharp(picture)
    .resize(CODE_SIDE, CODE_SIDE, { fit: 'fill' })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .extend({
      top: (HEIGHT - CODE_SIDE) / 2,
      bottom: (HEIGHT - CODE_SIDE) / 2,
      left: (WIDTH - CODE_SIDE) / 2,
      right: (WIDTH - CODE_SIDE) / 2,
      background: { r: WALL, g: WALL, b: WALL },
    })
    .removeAlpha()
    .raw()
    .toBuffer();
  const frame = Buffer.concat([Buffer.from('FRAME\n'), planesOf(pixels)]);
  const header = `YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\n`;
  return Buffer.concat([Buffer.from(header), ...Array.from({ length: FRAMES }, () => frame)]);
};

/** The code on a screen as it is drawn there. */
export const pictureOf = async (code: Locator): Promise<Buffer> => {
  await code.locator('path').waitFor();
  return code.screenshot();
};

export interface CameraBrowser {
  readonly browser: Browser;
  close(): Promise<void>;
}

/**
 * Starts a browser whose camera looks at a picture. Chromium reads the clip when it starts, so the picture comes first.
 * `asks` leaves the permission to the test instead of granting it.
 */
export async function openCameraBrowser(picture: Buffer, { asks = false } = {}): Promise<CameraBrowser> {
  const folder = await mkdtemp(join(tmpdir(), 'tambay-camera-'));
  const clip = join(folder, 'camera.y4m');
  await writeFile(clip, await toClip(picture));
  const browser = await chromium.launch({
    ...chromiumLaunch,
    args: [
      ...(chromiumLaunch.args ?? []),
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${clip}`,
      ...(asks ? [] : ['--use-fake-ui-for-media-stream']),
    ],
  });
  return {
    browser,
    close: async () => {
      await browser.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

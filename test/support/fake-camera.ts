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

/** A picture as a camera would see it held up in front of a wall: Y4M, one plane of brightness and two of no colour. */
const toClip = async (picture: Buffer): Promise<Buffer> => {
  const brightness = await sharp(picture)
    .resize(CODE_SIDE, CODE_SIDE, { fit: 'fill' })
    .flatten({ background: '#ffffff' })
    .extend({
      top: (HEIGHT - CODE_SIDE) / 2,
      bottom: (HEIGHT - CODE_SIDE) / 2,
      left: (WIDTH - CODE_SIDE) / 2,
      right: (WIDTH - CODE_SIDE) / 2,
      background: { r: WALL, g: WALL, b: WALL },
    })
    .greyscale()
    .extractChannel(0)
    .raw()
    .toBuffer();
  const noColour = Buffer.alloc((WIDTH * HEIGHT) / 2, 128);
  const frame = Buffer.concat([Buffer.from('FRAME\n'), brightness, noColour]);
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

// Draws the mark of Tambay into public/icons: `node scripts/icons.mjs`. The files are committed; run it after a change here.
// The mark: a speech bubble that stands by. Two bars of "pause" are its eyes, a hammock slung across is its smile.

import { writeFileSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { ensureBrowser } from './browser.mjs';
import { inRoot } from './files.mjs';

const lagoon = '#0b6b62';
const lagoonDeep = '#084f49';
const paper = '#fffdf8';
const mango = '#f6a821';

const bubble =
  'M256 84c-106 0-188 68-188 158 0 52 27 97 70 126 2 22-6 46-24 66-5 6-1 14 7 13 45-4 81-19 105-42 10 1 20 2 30 2 106 0 188-71 188-165S362 84 256 84Z';
const eyes =
  'M208 150a19 19 0 0 1 19 19v52a19 19 0 0 1-38 0v-52a19 19 0 0 1 19-19Zm96 0a19 19 0 0 1 19 19v52a19 19 0 0 1-38 0v-52a19 19 0 0 1 19-19Z';
const hammock =
  'M58 236a10 10 0 0 1 17-9c44 62 108 96 181 96s137-34 181-96a10 10 0 0 1 17 9c-34 84-104 134-198 134S92 320 58 236Z';

const mark = `<path d="${bubble}" fill="${paper}"/><path d="${eyes}" fill="${lagoonDeep}"/><path d="${hammock}" fill="${mango}"/>`;
const svg = (/** @type {string} */ content) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><title>Tambay</title>${content}</svg>`;
const scaled = (/** @type {number} */ scale, /** @type {string} */ content) =>
  `<g transform="translate(256 256) scale(${scale}) translate(-256 -262)">${content}</g>`;

const rounded = svg(`<rect width="512" height="512" rx="116" fill="${lagoon}"/>${scaled(1.08, mark)}`);
const fullBleed = (/** @type {number} */ scale) =>
  svg(`<rect width="512" height="512" fill="${lagoon}"/>${scaled(scale, mark)}`);
// Platforms tint the shape, so the face is cut out of the bubble.
const monochrome = svg(scaled(1, `<path fill-rule="evenodd" fill="#fff" d="${bubble}${eyes}${hammock}"/>`));

/** @type {{ file: string, size: number, source: string }[]} */
const pictures = [
  { file: 'icon-192.png', size: 192, source: rounded },
  { file: 'icon-512.png', size: 512, source: rounded },
  // The safe zone of a maskable icon is a circle of 80 %.
  { file: 'maskable-192.png', size: 192, source: fullBleed(0.9) },
  { file: 'maskable-512.png', size: 512, source: fullBleed(0.9) },
  { file: 'monochrome-512.png', size: 512, source: monochrome },
  // Beside a notification, where it is drawn at 24 points.
  { file: 'badge-96.png', size: 96, source: monochrome },
  { file: 'apple-touch-180.png', size: 180, source: fullBleed(1) },
];

writeFileSync(inRoot('public', 'icons', 'tambay.svg'), `${rounded}\n`);
const browser = await chromium.launch({
  executablePath: await ensureBrowser(),
  args: ['--no-sandbox', '--disable-gpu'],
});
const page = await browser.newPage();
for (const { file, size, source } of pictures) {
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(
    `<style>html,body{margin:0;background:transparent}svg{display:block}</style>${source}`,
  );
  await page.screenshot({ path: inRoot('public', 'icons', file), omitBackground: true });
}
await browser.close();

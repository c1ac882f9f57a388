import { expect, it } from 'vitest';
import { findTraces } from './find-traces.ts';

const MEGABYTE = 1_024 * 1_024;
/** A film that is nothing but these bytes at that place. */
const film = (words: string, at = 300_000, type = 'video/mp4') =>
  new Blob([new Uint8Array(at), words, new Uint8Array(2 * MEGABYTE)], { type });

it.each([
  'GPS (14.599512, 120.984222, 17) FrameCnt 1',
  'GPS(120.984222,14.599512,17) BAROMETER:91.2',
  '[latitude: 14.599512] [longitude: 120.984222] [rel_alt: 1.3]',
  '[latitude : 14.599512] [longtitude : -120.984222]',
])('finds the place that a drone has written between the pictures of a film: %s', async (words) => {
  expect(await findTraces(film(words))).toBe(true);
  expect(await findTraces(film(words, 300_000, 'video/webm'))).toBe(true);
  // Whose container no system knows.
  expect(await findTraces(film(words, 300_000, ''))).toBe(true);
  expect(await findTraces(film(words, 300_000, 'application/octet-stream'))).toBe(true);
  // Across the border of two steps.
  expect(await findTraces(film(words, MEGABYTE - 8))).toBe(true);
});

it('finds the measurements of an action camera, and the mark of a photo', async () => {
  expect(await findTraces(film('GoPro MET', 2_000))).toBe(true);
  expect(await findTraces(new Blob(['\u00ff\u00d8 Exif'], { type: 'image/jpeg' }))).toBe(true);
});

it('finds nothing in a film that only speaks of a place', async () => {
  for (const words of ['Nasaan ang GPS (wala)?', 'latitude: unknown', 'Kumusta', 'plat: 3.5'])
    expect(await findTraces(film(words))).toBe(false);
  // What somebody has written down is no trace.
  expect(await findTraces(new Blob(['latitude: 14.599512'], { type: 'text/plain' }))).toBe(false);
});

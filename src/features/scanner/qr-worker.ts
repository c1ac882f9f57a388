import { type Pixels, readQr } from './read-qr.ts';

/** What the page asks, and what it hears. */
export type QrQuestion = { id: number; pixels: Pixels };
export type QrAnswer = { id: number; text: string | null };

self.addEventListener('message', ({ data: { id, pixels } }: MessageEvent<QrQuestion>) => {
  self.postMessage({ id, text: readQr(pixels) } satisfies QrAnswer);
});

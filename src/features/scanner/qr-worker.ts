import { type Pixels, readQr } from './read-qr.ts';

/** Requests of the page, and the answers. */
export type QrQuestion = { id: number; pixels: Pixels; isThorough: boolean };
export type QrAnswer = { id: number; text: string | null };

self.addEventListener('message', ({ data: { id, pixels, isThorough } }: MessageEvent<QrQuestion>) => {
  self.postMessage({ id, text: readQr(pixels, isThorough) } satisfies QrAnswer);
});

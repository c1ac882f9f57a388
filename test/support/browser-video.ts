import type { Page } from '@playwright/test';

/** A second of film, as the browser itself records it: a real WebM file, made in a page of any origin. */
export const filmFile = async (page: Page, name = 'alon.webm', size = { width: 320, height: 240 }) => {
  const text = await page.evaluate(async ({ width, height }) => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [width, height];
    const paper = canvas.getContext('2d', { alpha: false });
    const recorder = new MediaRecorder(canvas.captureStream(20), { mimeType: 'video/webm;codecs=vp8' });
    const parts: Blob[] = [];
    recorder.ondataavailable = ({ data }) => parts.push(data);
    const stopped = new Promise((resolve) => {
      recorder.onstop = resolve;
    });
    recorder.start();
    for (let frame = 0; frame < 20; frame += 1) {
      if (paper) {
        paper.fillStyle = `hsl(${190 + frame * 3} 70% 45%)`;
        paper.fillRect(0, 0, width, height);
        paper.fillStyle = 'white';
        paper.fillRect(frame * 14, 100, 40, 40);
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    recorder.stop();
    await stopped;
    const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  }, size);
  return { name, mimeType: 'video/webm', buffer: Buffer.from(text, 'base64') };
};

/** The same film with so many bytes in all: what is added is an element of WebM that players skip. */
export const paddedFilm = (film: Awaited<ReturnType<typeof filmFile>>, bytes: number) => {
  const head = Buffer.alloc(9);
  head[0] = 0xec;
  head.writeBigUInt64BE((1n << 56n) | BigInt(bytes - film.buffer.length - head.length), 1);
  const padding = Buffer.alloc(bytes - film.buffer.length - head.length, 7);
  return { ...film, buffer: Buffer.concat([film.buffer, head, padding]) };
};

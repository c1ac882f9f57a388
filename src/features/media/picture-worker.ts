import { shrinkPicture } from '../../../sync/index.ts';

/** Requests of the page, and the answers. */
export type PictureRequest = { id: number; file: Blob; isSquare: boolean };
export type PictureAnswer = { id: number } & (
  | { ok: true; picture: Awaited<ReturnType<typeof shrinkPicture>> }
  | { ok: false }
);

self.addEventListener('message', (event: MessageEvent<PictureRequest>) => {
  const { id, file, isSquare } = event.data;
  shrinkPicture(file, isSquare).then(
    (picture) => self.postMessage({ id, ok: true, picture } satisfies PictureAnswer),
    () => self.postMessage({ id, ok: false } satisfies PictureAnswer),
  );
});

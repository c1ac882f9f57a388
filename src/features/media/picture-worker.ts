import { shrinkPicture } from '../../../sync/index.ts';

/** Requests of the page, and the answers. */
export type PictureRequest = { id: number; file: Blob; isSquare: boolean };
export type PictureAnswer =
  | { hasBegun: true }
  | ({ id: number } & ({ ok: true; picture: Awaited<ReturnType<typeof shrinkPicture>> } | { ok: false }));

self.addEventListener('message', (event: MessageEvent<PictureRequest>) => {
  const { id, file, isSquare } = event.data;
  shrinkPicture(file, isSquare).then(
    (picture) => self.postMessage({ id, ok: true, picture } satisfies PictureAnswer),
    () => self.postMessage({ id, ok: false } satisfies PictureAnswer),
  );
});

// A worker whose script could not be fetched ends with the same event as one that a picture has broken.
self.postMessage({ hasBegun: true } satisfies PictureAnswer);

/*! Decodes with libheif and libde265 (https://github.com/strukturag, in the build of libheif-js), used under LGPL-3.0. */
import libheif from 'libheif-js/libheif/libheif.js';
import { type ShrunkPicture, shrinkBitmap } from '../../../../sync/index.ts';
import { HEIC_PIXELS_MAX } from './heic-bounds.ts';

/** A request of the page: how large a photo is, or a small copy of it. */
export type HeicRequest = { ask: 'size'; photo: Blob } | { ask: 'small'; photo: Blob; isSquare: boolean };
export type HeicAnswer =
  | { is: 'begun' }
  | { is: 'size'; width: number; height: number }
  | { is: 'small'; picture: ShrunkPicture }
  | { is: 'failed' };

const answer = (said: HeicAnswer): void => self.postMessage(said);

type HeifImage = ReturnType<InstanceType<ReturnType<typeof libheif>['HeifDecoder']>['decode']>[number];

/** What is shown of a file that has several pictures, as a burst or one with a depth map. */
const primaryOf = async (photo: Blob): Promise<HeifImage> => {
  const { HeifDecoder } = libheif();
  const images = new HeifDecoder().decode(new Uint8Array(await photo.arrayBuffer()));
  const image = images.find((one) => one.is_primary()) ?? images[0];
  if (image === undefined) throw new Error('No picture in it');
  return image;
};

/** Its pixels, turned as the camera was held. */
const decode = (image: HeifImage): Promise<ImageData> => {
  const [width, height] = [image.get_width(), image.get_height()];
  if (width * height > HEIC_PIXELS_MAX) throw new Error('Too many pixels');
  return new Promise((resolve, reject) => {
    image.display(new ImageData(width, height), (pixels) => {
      if (pixels === null) reject(new Error('Cannot be decoded'));
      else resolve(pixels);
    });
  });
};

const reply = async (request: HeicRequest): Promise<HeicAnswer> => {
  const image = await primaryOf(request.photo);
  if (request.ask === 'size') return { is: 'size', width: image.get_width(), height: image.get_height() };
  const bitmap = await createImageBitmap(await decode(image));
  return { is: 'small', picture: await shrinkBitmap(bitmap, request.isSquare) };
};

self.addEventListener('message', ({ data }: MessageEvent<HeicRequest>) => {
  reply(data).then(answer, () => answer({ is: 'failed' }));
});

// A worker whose script could not be fetched ends with the same event as one that a picture has broken.
answer({ is: 'begun' });

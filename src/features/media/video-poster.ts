import { ProtocolError } from '../../../protocol/index.ts';
import type { ShrunkPicture } from '../../../sync/index.ts';
import { shrinkInWorker } from './pictures.ts';

const WAIT_MS = 15_000;
/** The very first frame is often black. */
const AT_SECONDS = 0.1;

/** The still picture of a video, made here: the server opens no film. @throws ProtocolError `unreadable_media` */
export const makePoster = async (file: Blob): Promise<ShrunkPicture> => {
  const url = URL.createObjectURL(file);
  const video = document.createElement('video');
  try {
    video.muted = true;
    video.playsInline = true;
    video.preload = 'auto';
    video.src = url;
    await once(video, 'loadeddata');
    video.currentTime = Math.min(AT_SECONDS, (video.duration || 0) / 2);
    await once(video, 'seeked');
    const canvas = document.createElement('canvas');
    canvas.width = video.videoWidth;
    canvas.height = video.videoHeight;
    canvas.getContext('2d')?.drawImage(video, 0, 0);
    const frame = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9));
    if (!frame) throw new ProtocolError('unreadable_media');
    return await shrinkInWorker(frame);
  } finally {
    video.removeAttribute('src');
    video.load();
    URL.revokeObjectURL(url);
  }
};

const once = (video: HTMLVideoElement, event: 'loadeddata' | 'seeked'): Promise<void> =>
  new Promise((resolve, reject) => {
    const fail = (): void => reject(new ProtocolError('unreadable_media'));
    const timer = setTimeout(fail, WAIT_MS);
    video.addEventListener(
      event,
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
    video.addEventListener('error', fail, { once: true });
  });

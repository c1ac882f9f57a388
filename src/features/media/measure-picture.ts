import type { MediaSize } from '../../../protocol/index.ts';

/** Timeout; after it the size is known only once the picture is prepared. */
const WAIT_MS = 2_000;

/**
 * Reads the size of a picture, as it is drawn, from its header: nothing is decoded.
 * @returns null for what this browser cannot open or does not open in time
 */
export const measurePicture = async (file: Blob): Promise<MediaSize | null> => {
  const url = URL.createObjectURL(file);
  try {
    return await new Promise<MediaSize>((resolve, reject) => {
      const image = new Image();
      image.onload = () => resolve({ width: image.naturalWidth, height: image.naturalHeight });
      image.onerror = reject;
      AbortSignal.timeout(WAIT_MS).addEventListener('abort', reject);
      image.src = url;
    });
  } catch {
    return null;
  } finally {
    URL.revokeObjectURL(url);
  }
};

import { LIMITS } from '../../../protocol/index.ts';
import { readTiff } from '../../../sync/index.ts';
import type { AttachProblem } from './attachment-list.ts';
import { canConvertHeic, isDrawn } from './heic/heic.ts';
import { oddPictureOf } from './odd-picture.ts';

/**
 * Why a HEIC or TIFF cannot go as a picture. What this browser draws is drawn anew here, and so is a HEIC that it does not draw;
 * of the rest, the server draws a TIFF. A TIFF of several pages is no picture.
 * @returns null where it can, for every other picture, and for what is damaged: that is said when it is prepared
 * @throws HeicCodeNotThere
 */
export const oddPictureProblem = async (file: File): Promise<AttachProblem | null> => {
  const odd = oddPictureOf(file);
  if (odd === null || odd === 'bmp') return null;
  // Also where this browser draws it: that is the first page alone.
  if (odd === 'tiff' && ((await readTiff(file))?.pages ?? 0) > 1) return 'tiffPages';
  if (await isDrawn(file)) return null;
  if (odd === 'heic') return (await canConvertHeic(file)) ? null : 'heic';
  return file.size > LIMITS.uploadBytesMax ? 'tooLarge' : null;
};

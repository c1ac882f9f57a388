import { prepareAll } from '../prepare-all.ts';
import type { Preparation, PreparedFile } from '../preparing.ts';
import type { UploadRow } from '../upload-row.ts';
import { wouldStandStill } from './animation.ts';
import { HEIC } from './heic.ts';
import { type ShrunkPicture, shrinkPicture } from './shrink-picture.ts';
import { readTiff } from './tiff.ts';

/** A picture in the form in which it travels. `original`: its bytes stay, and only its measures are taken. */
const preparedPicture = (
  { preparing }: Pick<UploadRow, 'preparing'>,
  bytes: Blob,
  small: ShrunkPicture,
): PreparedFile => (preparing === 'original' || small.bytes === bytes ? { ...small, bytes: null } : small);

/**
 * Brings a picture into the form in which it travels. A TIFF that this browser does not draw goes to the server as it is.
 * @returns `asked` for an animation that would arrive as a still picture and that nothing sends yet; a face stands still
 * @param shrink rejects for what the browser does not draw; its rejection is passed on
 */
export const preparePicture = async (
  row: Pick<UploadRow, 'preparing' | 'state'>,
  bytes: Blob,
  shrink: (bytes: Blob, isSquare: boolean) => Promise<ShrunkPicture> = shrinkPicture,
): Promise<PreparedFile | 'asked'> => {
  const isFace = row.preparing === 'face';
  if (row.state === 'held' && !isFace && (await wouldStandStill(bytes))) return 'asked';
  try {
    return preparedPicture(row, bytes, await shrink(bytes, isFace));
  } catch (error) {
    const tiff = await readTiff(bytes);
    if (tiff?.pages !== 1) throw error;
    return { bytes: null, width: tiff.width, height: tiff.height, blurhash: null };
  }
};

/** The pictures that a closed page has left, where nothing but an `OffscreenCanvas` is needed. Films need a page. */
export const preparePictures = ({ preparation }: { preparation: Preparation }): Promise<void> =>
  prepareAll(
    preparation,
    (row, bytes) => preparePicture(row, bytes),
    // A HEIC waits for a page, which has the code where the browser has none.
    ({ kind, mime }) => kind === 'image' && mime !== HEIC,
  );

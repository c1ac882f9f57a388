import { prepareAll } from '../prepare-all.ts';
import type { Preparation, PreparedFile } from '../preparing.ts';
import type { UploadRow } from '../upload-row.ts';
import { type ShrunkPicture, shrinkPicture } from './shrink-picture.ts';

/** A picture in the form in which it travels. `original`: its bytes stay, and only its measures are taken. */
export const preparedPicture = ({ preparing }: UploadRow, bytes: Blob, small: ShrunkPicture): PreparedFile =>
  preparing === 'original' || small.bytes === bytes ? { ...small, bytes: null } : small;

/** The pictures that a closed page has left, where nothing but an `OffscreenCanvas` is needed. Films need a page. */
export const preparePictures = ({ preparation }: { preparation: Preparation }): Promise<void> =>
  prepareAll(
    preparation,
    async (row, bytes) => preparedPicture(row, bytes, await shrinkPicture(bytes)),
    ({ kind }) => kind === 'image',
  );

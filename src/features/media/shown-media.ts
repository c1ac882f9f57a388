import { type Media, soundOf } from '../../../protocol/index.ts';
import type { UploadRow } from '../../../sync/index.ts';
import { measuresOf } from './attachment-list.ts';

/** A file as a row shows it: what the server says of it, and what this device knows better. */
export type ShownMedia = {
  readonly media: Media;
  readonly upload: UploadRow | undefined;
  /** It can be looked at: here, or where it has arrived. */
  readonly isThere: boolean;
  /** Its bytes are on this device. */
  readonly isLocal: boolean;
  readonly isPosterLocal: boolean;
};

/** A forwarded copy whose original was taken back. What its sender never sent has no type. */
export const isTakenBack = ({ state, mime }: Media): boolean => state === 'withdrawn' && mime !== null;

/** A long screenshot: its beginning is shown in a list, and it is scrolled when it is opened. */
export const isTower = ({ width, height }: Pick<Media, 'width' | 'height'>): boolean =>
  width !== null && height !== null && height > 2.5 * width;

/** While one's own file is on its way, the frame has its size and its blur from the device. */
export const showMedia = (media: readonly Media[], uploads: ReadonlyMap<string, UploadRow>): ShownMedia[] =>
  media.map((row) => {
    const upload = uploads.get(row.id);
    // What was given up here may still lie in a draft. What was refused stands there with the reason.
    if (upload === undefined || (row.state === 'withdrawn' && upload.state !== 'failed'))
      return {
        ...{ media: row, upload: undefined, isThere: row.state === 'ready' },
        ...{ isLocal: false, isPosterLocal: false },
      };
    const { blurhash, name, mime, size, posterId } = upload;
    const sound = soundOf({ durationMs: upload.durationMs, waveform: upload.waveform });
    const own = { blurhash, mime, size, posterId, name: upload.kind === 'file' ? name : null, ...sound };
    const measures = measuresOf(upload) ?? measuresOf(row) ?? { width: null, height: null };
    return {
      media: row.state === 'ready' ? row : { ...row, ...own, ...measures },
      upload,
      isThere: upload.hasBytes || row.state === 'ready' || upload.state === 'done',
      // A TIFF that has arrived was drawn there, and few browsers draw it here.
      isLocal: upload.hasBytes && !(mime === 'image/tiff' && row.state === 'ready'),
      isPosterLocal: upload.hasBytes && posterId !== null,
    };
  });

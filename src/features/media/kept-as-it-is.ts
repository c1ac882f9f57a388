import { wouldStandStill } from '../../../sync/index.ts';
import { readFilm } from './films/films.ts';

/** What the server draws anew, also when it is sent as a file, unless that would end its movement (server/modules/files/judge-type.ts). */
const DRAWN = /^image\/(?:jpeg|png|webp|gif|avif)$/;
const FILMS = /^video\/(?:mp4|x-m4v|quicktime|webm)$/;

/**
 * Whether a document goes byte for byte and may tell where it was made: a picture or a film that cannot be written anew, or
 * anything else that has such words in it.
 */
export const mayTellPlace = async (file: Blob, hasTraces: boolean): Promise<boolean> => {
  // Loaded when a document is picked, as `isProgram` does.
  const { fileTypeFromBlob } = await import('file-type');
  const found = (await fileTypeFromBlob(file))?.mime.split(';', 1)[0];
  if (found?.startsWith('audio/')) return false;
  if (found !== undefined && DRAWN.test(found)) return hasTraces && (await wouldStandStill(file));
  if (found !== undefined && FILMS.test(found)) return (await readFilm(file))?.isCarried !== true;
  return hasTraces || /^(?:image|video)\//.test(found ?? file.type);
};

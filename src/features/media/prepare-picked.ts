import { LIMITS, ProtocolError } from '../../../protocol/index.ts';
import {
  type Engine,
  type PreparedFile,
  prepareAll,
  preparedPicture,
  type UploadRow,
} from '../../../sync/index.ts';
import { beginConversion, endConversion, setConversion } from './films/conversions.ts';
import { convertFilm, readFilm } from './films/films.ts';
import { shrinkInWorker } from './pictures.ts';
import { makePoster } from './video-poster.ts';

type Preparer = Pick<Engine, 'files' | 'userId'>;

/**
 * Makes a film smaller.
 * @returns null when the conversion was stopped
 * @throws ProtocolError `too_large`, `unreadable_media`
 */
const convert = async ({ id }: UploadRow, film: Blob): Promise<Blob | null> => {
  const signal = beginConversion(id);
  try {
    return await convertFilm(film, { onProgress: (share) => setConversion(id, share), signal });
  } catch (error) {
    if (signal.aborted) return null;
    // What cannot be read cannot be made smaller: its size is what stands against it.
    throw film.size > LIMITS.uploadBytesMax ? new ProtocolError('too_large', { cause: error }) : error;
  } finally {
    endConversion(id);
  }
};

const prepareFilm = async (row: UploadRow, picked: Blob): Promise<PreparedFile | null> => {
  const film = row.preparing === 'small' ? await convert(row, picked) : picked;
  if (film === null) return null;
  const bytes = film === picked ? null : film;
  try {
    const still = await makePoster(film);
    const { width, height, blurhash } = still;
    return { bytes, width, height, blurhash, still };
  } catch (error) {
    // A film that is sound goes without a still where this browser does not play it.
    const facts = await readFilm(film);
    if (facts === null) throw error;
    return { bytes, width: facts.width, height: facts.height, blurhash: null };
  }
};

/** By engine, the pass that was begun last. */
const passes = new WeakMap<Preparer, Promise<void>>();

/**
 * Brings picked files into the form in which they travel: pictures and large films smaller, a still of a film. It belongs to no
 * screen. What an ended page has left is taken up by the worker, or at the next start. Two tabs that prepare the same file
 * waste work and nothing else.
 * @returns when nothing is left that could be prepared
 */
export const preparePicked = (engine: Preparer): Promise<void> => {
  const before = passes.get(engine) ?? Promise.resolve();
  // What was picked since the last pass has looked is found by this one.
  const pass = before
    .catch(() => undefined)
    .then(() =>
      prepareAll(engine.files.preparation, async (row, bytes) =>
        row.kind === 'video'
          ? prepareFilm(row, bytes)
          : preparedPicture(row, bytes, await shrinkInWorker(bytes)),
      ),
    );
  passes.set(engine, pass);
  return pass;
};

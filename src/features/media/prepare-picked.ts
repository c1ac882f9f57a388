import { LIMITS, ProtocolError } from '../../../protocol/index.ts';
import {
  type Engine,
  HEIC,
  type PreparedFile,
  prepareAll,
  preparePicture,
  type UploadRow,
} from '../../../sync/index.ts';
import { beginConversion, endConversion, setConversion } from './films/conversions.ts';
import { FilmCodeNotThere } from './films/film-code.ts';
import { convertFilm, isFilmCodeThere, readFilm } from './films/films.ts';
import { HeicCodeNotThere, isDrawn, isHeicCodeThere } from './heic/heic.ts';
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
    if (error instanceof FilmCodeNotThere) throw error;
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

/** The photos (HEIC) that neither this browser nor code that is on this device can decode now. */
const undecodedOf = async ({ files }: Preparer): Promise<ReadonlySet<string>> => {
  const photos = (await files.preparation.list()).filter(({ mime }) => mime === HEIC);
  if (photos.length === 0 || (await isHeicCodeThere())) return new Set();
  const found = new Set<string>();
  for (const { id } of photos) {
    const bytes = await files.read(id);
    if (bytes !== null && !(await isDrawn(bytes))) found.add(id);
  }
  return found;
};

/** Without the code for it a film or a HEIC stays as it was picked, and no attempt is counted against it. */
const preparePass = async (engine: Preparer): Promise<void> => {
  const { preparation } = engine.files;
  const isConverted = ({ kind, preparing }: UploadRow): boolean => kind === 'video' && preparing === 'small';
  const canConvert = !(await preparation.list()).some(isConverted) || (await isFilmCodeThere());
  // The engine may be closed by then; the next start takes up what is left.
  const again = (): void => void preparePicked(engine).catch(() => undefined);
  const waitForCode = (): void => window.addEventListener('online', again, { once: true });
  const undecoded = await undecodedOf(engine);
  if (!canConvert || undecoded.size > 0) waitForCode();
  await prepareAll(
    preparation,
    async (row, bytes) => {
      try {
        return await (row.kind === 'video'
          ? prepareFilm(row, bytes)
          : preparePicture(row, bytes, shrinkInWorker));
      } catch (error) {
        if (!(error instanceof FilmCodeNotThere || error instanceof HeicCodeNotThere)) throw error;
        waitForCode();
        return null;
      }
    },
    (row) => (canConvert || !isConverted(row)) && !undecoded.has(row.id),
  );
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
  const pass = before.catch(() => undefined).then(() => preparePass(engine));
  passes.set(engine, pass);
  return pass;
};

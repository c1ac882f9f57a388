import type { MediaKind, MediaSize } from '../../../protocol/index.ts';
import { isAnimated, isHeic, readTiff } from '../../../sync/index.ts';
import { type FilmProblem, filmProblem } from './films/film-problem.ts';
import { readFilm } from './films/films.ts';
import { findTraces } from './find-traces.ts';
import { mayTellPlace } from './kept-as-it-is.ts';
import { measurePicture } from './measure-picture.ts';

/** What the device can tell about a picked file. */
export type PickedFacts = {
  measures: MediaSize | null;
  /** It contains metadata about place, time or camera. */
  hasTraces: boolean;
  /** A document that goes byte for byte, and may say where it was made. */
  mayTell: boolean;
  /** A film that the server would refuse: its format, or a codec in it, is unknown. It can go as a file. */
  isUnknownFilm: boolean;
  /** Why a film cannot be sent, however long one waits. */
  filmProblem: FilmProblem | null;
  /** A picture that moves, as far as it can be read. */
  mayMove: boolean;
  /** Many browsers will not play it. */
  isHevc: boolean;
  /** This device can convert it (films/). */
  isConvertible: boolean;
};

/** Whether a file may be a picture that can be prepared: by its first bytes, without the seconds that decoding it takes. */
export const mayBePicture = async (file: Blob): Promise<boolean> =>
  (await isHeic(file)) || (await readTiff(file))?.pages === 1 || (await measurePicture(file)) !== null;

/** Never rejects: a failed inspection leaves its values at null or false. */
export const inspectPicked = async (file: File, kind: MediaKind): Promise<PickedFacts> => {
  const [traces, film, picture, moves] = await Promise.allSettled([
    findTraces(file),
    kind === 'video' ? readFilm(file) : null,
    kind === 'image' ? measurePicture(file) : null,
    kind === 'image' && isAnimated(file),
  ]);
  const hasTraces = traces.status === 'fulfilled' && traces.value;
  const [telling] = await Promise.allSettled([kind === 'file' && mayTellPlace(file, hasTraces)]);
  const facts = film.status === 'fulfilled' ? film.value : null;
  const size = picture.status === 'fulfilled' ? picture.value : null;
  return {
    measures: facts === null ? size : { width: facts.width, height: facts.height },
    hasTraces,
    // What could not be looked at is not said to be harmless.
    mayTell: telling.status === 'fulfilled' ? telling.value : hasTraces,
    isUnknownFilm: kind === 'video' && film.status === 'fulfilled' && facts?.isCarried !== true,
    filmProblem: facts === null ? null : filmProblem(facts, file.size),
    mayMove: moves.status === 'fulfilled' && moves.value,
    isHevc: facts?.codec === 'hevc',
    isConvertible: facts?.isConvertible === true,
  };
};

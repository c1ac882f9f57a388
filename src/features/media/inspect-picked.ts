import type { MediaKind, MediaSize } from '../../../protocol/index.ts';
import { readFilm } from './films/films.ts';
import { findTraces } from './find-traces.ts';
import { measurePicture } from './measure-picture.ts';

/** What the device can tell about a picked file. */
export type PickedFacts = {
  measures: MediaSize | null;
  /** It contains metadata about place, time or camera. */
  hasTraces: boolean;
  /** Many browsers will not play it. */
  isHevc: boolean;
  /** This device can convert it (films/). */
  isConvertible: boolean;
};

/** Never rejects: a failed inspection leaves its values at null or false. */
export const inspectPicked = async (file: File, kind: MediaKind): Promise<PickedFacts> => {
  const [traces, film, picture] = await Promise.allSettled([
    findTraces(file),
    kind === 'video' ? readFilm(file) : null,
    kind === 'image' ? measurePicture(file) : null,
  ]);
  const facts = film.status === 'fulfilled' ? film.value : null;
  const size = picture.status === 'fulfilled' ? picture.value : null;
  return {
    measures: facts === null ? size : { width: facts.width, height: facts.height },
    hasTraces: traces.status === 'fulfilled' && traces.value,
    isHevc: facts?.codec === 'hevc',
    isConvertible: facts?.isConvertible === true,
  };
};

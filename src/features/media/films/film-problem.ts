import { LIMITS } from '../../../../protocol/index.ts';
import type { FilmFacts } from './film-worker.ts';
import { planConversion } from './plan-conversion.ts';

export type FilmProblem = 'filmTooLong' | 'filmStaysLarge';

/**
 * Why a film can never be sent from here: it is too large, and too long to be made small enough, or nothing on this device
 * makes it smaller. Told when it is picked: its conversion would begin much later, and its words might have been read by then.
 */
export const filmProblem = (
  film: Pick<FilmFacts, 'width' | 'height' | 'seconds' | 'isConvertible'>,
  size: number,
): FilmProblem | null => {
  if (size <= LIMITS.uploadBytesMax) return null;
  if (planConversion(film, LIMITS.uploadBytesMax) === null) return 'filmTooLong';
  return film.isConvertible ? null : 'filmStaysLarge';
};

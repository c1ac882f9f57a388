import { expect, it } from 'vitest';
import { LIMITS } from '../../../../protocol/index.ts';
import { filmProblem } from './film-problem.ts';

const film = { width: 1_920, height: 1_080, seconds: 300, isConvertible: true };
const LARGE = LIMITS.uploadBytesMax + 1;

it('a film that can be made small enough is taken, and so is one that is', () => {
  expect(filmProblem(film, LARGE)).toBeNull();
  expect(filmProblem({ ...film, seconds: 3_600, isConvertible: false }, LIMITS.uploadBytesMax)).toBeNull();
});

it('a film that never could be is not', () => {
  expect(filmProblem({ ...film, seconds: 330 }, LARGE)).toBe('filmTooLong');
  expect(filmProblem({ ...film, isConvertible: false }, LARGE)).toBe('filmStaysLarge');
});

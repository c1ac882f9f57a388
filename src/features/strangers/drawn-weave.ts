import { avatarColour } from '../../components/avatar-fallback.ts';

const SIDE = 5;
const HALF = 3;
const AT_LEAST = 6;

const cells = Array.from({ length: SIDE * HALF }, (_, index): [number, number] => [
  index % HALF,
  Math.floor(index / HALF),
]);

/** Which cells of a five by five weave are filled: the same left and right, decided by the id alone, and never next to nothing. */
export const weaveOf = (id: string): [number, number][] => {
  // Even hashes are as frequent as odd ones: about half of the weave.
  const ranked = cells.map((cell) => ({ cell, rank: avatarColour(`${id} ${cell.join(' ')}`) }));
  const filled = ranked
    .toSorted((a, b) => a.rank - b.rank)
    .filter(({ rank }, at) => rank < 4 || at < AT_LEAST);
  return filled.flatMap(({ cell: [x, y] }): [number, number][] => {
    const mirrored = SIDE - 1 - x;
    return mirrored === x
      ? [[x, y]]
      : [
          [x, y],
          [mirrored, y],
        ];
  });
};

import { expect, it } from 'vitest';
import { applyView, viewOf } from './views.ts';

/** Two pixels as a look at one of the views shows them. */
const seen = (look: number, ...pixels: readonly (readonly [number, number, number])[]): number[] => {
  const data = new Uint8ClampedArray(pixels.flatMap((colour) => [...colour, 255]));
  const view = viewOf(look);
  if (view !== null) applyView({ data, width: pixels.length, height: 1 }, view);
  expect(data.filter((_, at) => at % 4 === 3)).toEqual(new Uint8ClampedArray(pixels.length).fill(255));
  return pixels.map((_, at) => data[4 * at] ?? 0);
};
const LOOKS = Array.from({ length: 16 }, (_, look) => look);

it('looks at every second pair of frames as they are', () => {
  expect(LOOKS.filter((look) => viewOf(look) === null)).toEqual([0, 1, 4, 5, 8, 9, 12, 13]);
});

it.each([
  ['yellow on white', [255, 255, 0], [255, 255, 255]],
  ['white on black', [255, 255, 255], [0, 0, 0]],
  ['red on green', [200, 0, 0], [0, 102, 0]],
  ['green on red', [0, 102, 0], [200, 0, 0]],
  ['a pale green on white', [200, 255, 200], [255, 255, 255]],
] as const)('shows %s as dark on light of full contrast in one of the views', (_name, ink, paper) => {
  expect(LOOKS.map((look) => seen(look, ink, paper))).toContainEqual([0, 255]);
});

it('leaves a frame of one colour without contrast', () => {
  for (const look of LOOKS) {
    const [one, other] = seen(look, [90, 90, 90], [90, 90, 90]);
    expect(one).toBe(other);
  }
});

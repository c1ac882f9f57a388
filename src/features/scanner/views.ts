import type { Pixels } from './read-qr.ts';

type Weights = readonly [red: number, green: number, blue: number];
/** `isInverted`: dark and light change places, for readers that know only dark on light. */
type View = { readonly weights: Weights; readonly isInverted: boolean };

/**
 * What a reader may miss in a frame as it is: a light code on a dark ground, little contrast (yellow on white is far apart in
 * blue alone), and two colours of one brightness.
 */
const VIEWS: readonly View[] = [
  { weights: [0.299, 0.587, 0.114], isInverted: true },
  { weights: [0, 0, 1], isInverted: false },
  { weights: [1, 0, 0], isInverted: false },
  { weights: [0, 1, 0], isInverted: false },
];
/** Two looks, straight and turned, at the frame as it is; then two at one of the views. */
const LOOKS_EACH = 2;
/** The share of pixels at either end that a reflection or a shadow may take. */
const OUTLIERS = 0.01;

/** The view for the how manieth look; null: the frame as it is. One view per look, so that none costs more than before. */
export const viewOf = (look: number): View | null => {
  const turn = Math.floor(look / LOOKS_EACH);
  return turn % 2 === 0 ? null : (VIEWS[Math.floor(turn / 2) % VIEWS.length] ?? null);
};

/** Draws pixels in place as a grey picture of full contrast. */
export const applyView = ({ data }: Pixels, { weights: [red, green, blue], isInverted }: View): void => {
  const counts = new Uint32Array(256);
  const bright = new Uint8ClampedArray(data.length / 4);
  for (let pixel = 0; pixel < bright.length; pixel += 1) {
    const at = 4 * pixel;
    const value = red * (data[at] ?? 0) + green * (data[at + 1] ?? 0) + blue * (data[at + 2] ?? 0);
    bright[pixel] = value;
    counts[bright[pixel] ?? 0] = (counts[bright[pixel] ?? 0] ?? 0) + 1;
  }
  const low = endOf(counts, bright.length * OUTLIERS);
  const high = 255 - endOf(counts.toReversed(), bright.length * OUTLIERS);
  const scale = high > low ? 255 / (high - low) : 1;
  for (let pixel = 0; pixel < bright.length; pixel += 1) {
    const value = ((bright[pixel] ?? 0) - low) * scale;
    data.fill(isInverted ? 255 - value : value, 4 * pixel, 4 * pixel + 3);
  }
};

/** The first value below which so many pixels lie. */
const endOf = (counts: Uint32Array, many: number): number => {
  let seen = 0;
  return Math.max(
    0,
    counts.findIndex((count) => {
      seen += count;
      return seen > many;
    }),
  );
};

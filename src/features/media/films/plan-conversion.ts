export type FilmShape = { readonly width: number; readonly height: number; readonly seconds: number };

export type ConversionPlan = {
  readonly width: number;
  readonly height: number;
  readonly bitsPerSecond: number;
};

/** The usual bitrate of sound recorded by phones. */
export const AUDIO_BITS_PER_SECOND = 128_000;
/** Share of the byte limit for packets; the rest is for the container and for an encoder that exceeds its target. */
const RESERVE = 0.92;
/** More is not visible on a phone. */
const BITS_PER_SECOND_MAX = 2_500_000;
/** Long side in pixels, and the lowest bitrate at which it still looks good. Below it the next smaller size is used. */
const SIZES = [
  { side: 1_280, bitsPerSecond: 1_000_000 },
  { side: 960, bitsPerSecond: 550_000 },
  { side: 640, bitsPerSecond: 250_000 },
  { side: 426, bitsPerSecond: 110_000 },
] as const;

/** Encoders accept even widths and heights only. */
const even = (side: number): number => Math.max(2, 2 * Math.round(side / 2));

/**
 * Chooses size and bitrate for a film of at most `bytesMax`.
 * @returns null when the film is too long
 */
export const planConversion = (
  { width, height, seconds }: FilmShape,
  bytesMax: number,
): ConversionPlan | null => {
  const budget = (bytesMax * RESERVE * 8) / Math.max(1, seconds) - AUDIO_BITS_PER_SECOND;
  const bitsPerSecond = Math.floor(Math.min(BITS_PER_SECOND_MAX, budget));
  const size = SIZES.find((one) => bitsPerSecond >= one.bitsPerSecond);
  if (size === undefined) return null;
  const scale = Math.min(1, size.side / Math.max(width, height));
  return { width: even(width * scale), height: even(height * scale), bitsPerSecond };
};

import { LIMITS } from '../../../../protocol/index.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const TOP = ALPHABET.length - 1;
/** What is more silent than this all the way is drawn as silence, and not made loud. */
const SILENCE = 0.01;

/**
 * The waveform of a recording as it is sent (protocol/mutations/voices.ts): the loudest moment of each part, compared with the
 * loudest of all, so that a low voice is seen as well as a loud one.
 * @param levels loudness over time, from 0 to 1, evenly spaced
 */
export const writeWaveform = (levels: readonly number[]): string => {
  const count = LIMITS.waveformPeaks;
  const peaks = Array.from({ length: count }, (_, at) => {
    const from = Math.floor((at * levels.length) / count);
    const to = Math.max(from + 1, Math.floor(((at + 1) * levels.length) / count));
    return Math.max(0, ...levels.slice(from, to).filter(Number.isFinite));
  });
  const loudest = Math.max(...peaks);
  const scale = loudest < SILENCE ? 0 : 1 / loudest;
  return peaks.map((peak) => ALPHABET[Math.round(Math.sqrt(peak * scale) * TOP)] ?? 'A').join('');
};

/** @returns the height of each part, from 0 to 1; what no device of ours has written is silence */
export const readWaveform = (written: string): number[] =>
  Array.from({ length: LIMITS.waveformPeaks }, (_, at) =>
    Math.max(0, ALPHABET.indexOf(written[at] ?? 'A') / TOP),
  );

const WIDTH = 2;
const STEP = 3;
export const WAVEFORM_WIDTH = LIMITS.waveformPeaks * STEP - (STEP - WIDTH);
export const WAVEFORM_HEIGHT = 28;

/** One path for all bars: a conversation may show hundreds of waveforms. */
export const drawWaveform = (heights: readonly number[]): string =>
  heights
    .map((height, at) => {
      const long = Math.max(2, height * WAVEFORM_HEIGHT);
      const top = (WAVEFORM_HEIGHT - long) / 2;
      return `M${at * STEP} ${top.toFixed(1)}h${WIDTH}v${long.toFixed(1)}h-${WIDTH}z`;
    })
    .join('');

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LIMITS, waveform } from '../../../../protocol/index.ts';
import { drawWaveform, readWaveform, writeWaveform } from './waveform.ts';

const levels = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 2_000 });

describe('a waveform', () => {
  it('is what the protocol takes, however long the recording is', () => {
    fc.assert(
      fc.property(levels, (measured) => {
        expect(waveform().safeParse(writeWaveform(measured)).success).toBe(true);
      }),
    );
  });

  it('shows the loudest part at full height, and the same of a low voice as of a loud one', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0.2, max: 1, noNaN: true }), { minLength: 64, maxLength: 500 }),
        (loud) => {
          const written = writeWaveform(loud);
          expect(Math.max(...readWaveform(written))).toBe(1);
          const low = readWaveform(writeWaveform(loud.map((level) => level / 4)));
          for (const [at, height] of readWaveform(written).entries())
            expect(Math.abs((low[at] ?? 0) - height)).toBeLessThan(0.02);
        },
      ),
    );
  });

  it('keeps the order of loudness', () => {
    const heights = readWaveform(writeWaveform(Array.from({ length: 640 }, (_, at) => at / 640)));
    expect(heights).toEqual(heights.toSorted((a, b) => a - b));
    expect(heights).toHaveLength(LIMITS.waveformPeaks);
  });

  it('of silence, of nothing and of what cannot be measured is silence', () => {
    for (const silent of [[], [0, 0], [0.001, 0.002], [Number.NaN]])
      expect(new Set(readWaveform(writeWaveform(silent)))).toEqual(new Set([0]));
  });

  it('that nobody of ours has written is drawn as silence, and breaks nothing', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        for (const height of readWaveform(text)) expect(height >= 0 && height <= 1).toBe(true);
        expect(drawWaveform(readWaveform(text))).not.toContain('NaN');
      }),
    );
  });
});

import { create } from 'qrcode';
import { expect, it } from 'vitest';
import { type Pixels, readQr } from './read-qr.ts';

type Colour = readonly [number, number, number];
const TEXT = 'https://tambay.example/users/0123456789ABC';

/** A code in two colours, eight pixels a module, with the quiet zone of four. */
const drawn = (text: string, dark: Colour, light: Colour): Pixels => {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  const side = (modules.size + 8) * 8;
  const data = new Uint8ClampedArray(4 * side * side);
  for (let y = 0; y < side; y += 1)
    for (let x = 0; x < side; x += 1) {
      const [column, row] = [Math.floor(x / 8) - 4, Math.floor(y / 8) - 4];
      const isInside = Math.min(column, row) >= 0 && Math.max(column, row) < modules.size;
      const colour = isInside && modules.get(row, column) ? dark : light;
      data.set([...colour, 255], 4 * (y * side + x));
    }
  return { data, width: side, height: side };
};

it.each([
  ['dark on light', [0, 0, 0], [255, 255, 255], false],
  ['light on dark', [255, 255, 255], [0, 0, 0], false],
  ['a dark colour on a light one', [120, 20, 80], [250, 230, 160], false],
  ['a light colour on a dark one', [160, 240, 200], [20, 40, 90], false],
  // Of one brightness to the eye.
  ['red on green', [200, 0, 0], [0, 102, 0], true],
  ['blue on red', [0, 0, 255], [97, 0, 0], true],
] as const)('reads %s', (_name, dark, light, isThorough) => {
  expect(readQr(drawn(TEXT, dark, light), isThorough)).toBe(TEXT);
});

it('finds nothing where there is nothing', () => {
  const grey = new Uint8ClampedArray(4 * 200 * 200).fill(128);
  expect(readQr({ data: grey, width: 200, height: 200 }, true)).toBeNull();
});

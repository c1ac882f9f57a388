import { expect, it } from 'vitest';
import { lookOf } from './look-alike.ts';

it.each([
  ['Ana Reyes', 'Аna Rеуеs'],
  ['Ana Reyes', 'ANA  REYES'],
  ['Ana Reyes', 'Ana.Reyes'],
  ['Niño Cruz', 'Nino Cruz'],
  ['Paolo', 'Pao1o'],
  ['Paolo', 'PaoIo'],
  ['Carmen', 'Carrnen'],
  ['Ana', 'Ａｎａ'],
  ['Boy', 'Вοу'],
])('%s and %s look alike', (a, b) => {
  expect(lookOf(a)).toBe(lookOf(b));
});

it.each([
  ['Ana Reyes', 'Ana Reyna'],
  ['Юра', 'Ana'],
  ['田中', '中田'],
])('%s and %s do not', (a, b) => {
  expect(lookOf(a)).not.toBe(lookOf(b));
});

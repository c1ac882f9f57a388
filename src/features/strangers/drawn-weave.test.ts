import { describe, expect, it } from 'vitest';
import { weaveOf } from './drawn-weave.ts';

const ids = Array.from({ length: 200 }, (_, index) => `${index}-5c1e-4d4f-9f7a-3a0b5b2f6c11`);
const keyOf = (id: string): string =>
  weaveOf(id)
    .map((cell) => cell.join())
    .sort((a, b) => a.localeCompare(b))
    .join(' ');

describe('the face of a stranger', () => {
  it('is the same for the same id, and another for nearly every other', () => {
    for (const id of ids) expect(keyOf(id)).toBe(keyOf(id));
    expect(new Set(ids.map(keyOf)).size).toBeGreaterThan(190);
  });

  it('is symmetrical, inside its five by five, and never next to nothing', () => {
    for (const id of ids) {
      const cells = weaveOf(id);
      const known = new Set(cells.map((cell) => cell.join()));
      expect(known.size).toBe(cells.length);
      expect(cells.length).toBeGreaterThanOrEqual(6);
      for (const [x, y] of cells) {
        expect(known.has([4 - x, y].join())).toBe(true);
        expect(x >= 0 && x < 5 && y >= 0 && y < 5).toBe(true);
      }
    }
  });
});

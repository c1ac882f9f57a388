import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shareEqual } from './share-equal.ts';

const row = (id: string, content = 'Kumusta?') => ({ id, content, images: ['a'] });

describe('shareEqual', () => {
  it('answers the earlier value when nothing differs', () => {
    const before = { rows: [row('1'), row('2')], byId: new Map([['1', row('1')]]) };
    expect(shareEqual(before, structuredClone(before))).toBe(before);
  });

  it('keeps the rows that stay when others come in before them', () => {
    const before = [row('2'), row('3')];
    const after = shareEqual(before, [row('1'), row('2'), row('3', 'Edited')]);
    expect(after.map((each) => each.id)).toEqual(['1', '2', '3']);
    expect(after[1]).toBe(before[0]);
    expect(after[2]).not.toBe(before[1]);
    expect(after[2]?.images).toBe(before[1]?.images);
  });

  it('sees a row that left, a key that left and an order that changed', () => {
    expect(shareEqual([row('1'), row('2')], [row('1')])).toEqual([row('1')]);
    expect(shareEqual<Record<string, number>>({ a: 1, b: 2 }, { a: 1 })).toEqual({ a: 1 });
    expect(shareEqual([row('1'), row('2')], [row('2'), row('1')])).toEqual([row('2'), row('1')]);
    const moved = new Map([['1', row('1')]]);
    expect(shareEqual(new Map([['2', row('2')]]), moved)).toEqual(moved);
  });

  it('tells a key that is undefined from one that is missing', () => {
    const after: { a: number; b?: undefined } = { a: 1, b: undefined };
    expect(Object.hasOwn(shareEqual<typeof after>({ a: 1 }, after), 'b')).toBe(true);
  });

  it('keeps a key that is named as the prototype is', () => {
    const after: unknown = JSON.parse('{"__proto__":0}');
    expect(shareEqual({}, after)).toEqual(after);
  });

  it('never changes what a value says', () => {
    const value = fc.jsonValue({ maxDepth: 4 });
    fc.assert(
      fc.property(value, value, (before, after) => {
        expect(shareEqual(before, after)).toEqual(after);
      }),
    );
  });
});

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isSameFiles, mergeFiles } from './edit-base.ts';

const file = (id: string, alt = '') => ({ id, alt });
const files = fc.uniqueArray(
  fc.record({ id: fc.constantFrom('a', 'b', 'c', 'd', 'e'), alt: fc.constantFrom('', 'x', 'y') }),
  { selector: ({ id }) => id },
);

it('keeps what both sides have added, and removes what either has removed', () => {
  const base = [file('a'), file('b')];
  expect(mergeFiles(base, [file('a'), file('b'), file('mine')], [file('b'), file('theirs')])).toEqual([
    file('b'),
    file('mine'),
    file('theirs'),
  ]);
});

it('keeps the description that was changed here, and takes one that was changed there', () => {
  const base = [file('a'), file('b')];
  expect(
    mergeFiles(base, [file('a', 'mine'), file('b')], [file('a', 'theirs'), file('b', 'theirs')]),
  ).toEqual([file('a', 'mine'), file('b', 'theirs')]);
});

it('is what is there when nothing was changed here, and what is here when nothing was changed there', () => {
  fc.assert(
    fc.property(files, files, (base, other) => {
      const sorted = (list: readonly { id: string; alt: string }[]) =>
        list.toSorted((a, b) => a.id.localeCompare(b.id));
      expect(isSameFiles(sorted(mergeFiles(base, base, other)), sorted(other))).toBe(true);
      expect(isSameFiles(mergeFiles(base, other, base), other)).toBe(true);
    }),
  );
});

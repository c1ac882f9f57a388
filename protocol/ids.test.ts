import fc from 'fast-check';
import { expect, it } from 'vitest';
import { friendshipId, newId, newUntimedId, privateChatId } from './ids.ts';

it('gives a pair one chat and one friendship, from either side', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.uuid(), (a, b) => {
      expect(privateChatId(a, b)).toBe(privateChatId(b, a));
      expect(friendshipId(a, b)).toBe(friendshipId(b, a));
      expect(privateChatId(a, b)).not.toBe(friendshipId(a, b));
    }),
  );
});

it('never changes the ids of existing pairs', () => {
  const a = '019a0000-0000-7000-8000-000000000001';
  const b = '019a0000-0000-7000-8000-000000000002';
  expect([privateChatId(a, b), friendshipId(a, b)]).toEqual([
    'de2254ce-8394-5d51-871d-9677689ae5be',
    '97a01dde-818c-56ba-90b8-1a5990749ff3',
  ]);
});

it('makes ordered ids, and ids that tell no time', () => {
  const [first, second] = [newId(), newId()];
  expect(first < second).toBe(true);
  expect([first.charAt(14), newUntimedId().charAt(14)]).toEqual(['7', '4']);
});

import { expect, it } from 'vitest';
import { isMutedAt, isNotifiedAt } from './muted.ts';

const end = '2026-03-01T08:00:00.000Z';
const endMs = Date.parse(end);

it('mutes until the end, and without one for ever, as rows of before do', () => {
  expect(isMutedAt({ isMuted: true, mutedUntil: end }, endMs - 1)).toBe(true);
  expect(isMutedAt({ isMuted: true, mutedUntil: end }, endMs)).toBe(false);
  for (const mutedUntil of [null, undefined])
    expect(isMutedAt({ isMuted: true, mutedUntil }, endMs)).toBe(true);
  expect(isMutedAt({ isMuted: false, mutedUntil: null }, endMs)).toBe(false);
});

it('lets a name through the mute of a group, unless names are muted, too, and never between two people', () => {
  const isNotified = (
    chatType: 'GROUP' | 'PUBLIC' | 'PRIVATE',
    namesMe: boolean,
    mutesMentions?: boolean | null,
  ) => isNotifiedAt({ isMuted: true, mutedUntil: end, mutesMentions }, { chatType, namesMe }, endMs - 1);
  expect([
    isNotified('GROUP', true),
    isNotified('PUBLIC', true, null),
    isNotified('GROUP', true, true),
  ]).toEqual([true, true, false]);
  expect([isNotified('GROUP', false), isNotified('PRIVATE', true)]).toEqual([false, false]);
  const over = { isMuted: true, mutedUntil: end, mutesMentions: true };
  expect(isNotifiedAt(over, { chatType: 'PRIVATE', namesMe: false }, endMs)).toBe(true);
});

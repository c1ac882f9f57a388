import { describe, expect, it } from 'vitest';
import { LIMITS, type MediaKind } from '../../../protocol/index.ts';
import { type Attachment, admit, MESSAGE_RULES, namedBy, POST_RULES } from './attachment-list.ts';

const picked = (kind: MediaKind, count: number, size = 1_000) =>
  Array.from({ length: count }, () => ({ kind, size }));

describe('what may join a message or a post', () => {
  it.each([
    ['ten pictures', [], picked('image', 10), 10, null],
    ['no eleventh', picked('image', 9), picked('image', 3), 1, 'tooMany'],
    ['no video beside a picture', picked('image', 1), picked('video', 1), 0, 'oneKind'],
    ['no second video', picked('video', 1), picked('video', 1), 0, 'oneVideo'],
    ['no document beside a picture', picked('image', 1), picked('file', 1), 0, 'oneKind'],
    ['no document that is too large', [], picked('file', 1, LIMITS.uploadBytesMax + 1), 0, 'tooLarge'],
    ['a large picture, which is made smaller', [], picked('image', 1, 20_000_000), 1, null],
  ] as const)('%s', (_what, held, files, count, problem) => {
    const outcome = admit(held, files, MESSAGE_RULES);
    expect([outcome.taken.length, outcome.problem]).toEqual([count, problem]);
  });

  it('a post takes no documents', () => {
    expect(admit([], picked('file', 1), POST_RULES)).toEqual({ taken: [], problem: 'onlyPictures' });
  });
});

it('a mutation names what is ready, by kind', () => {
  const item = (id: string | null, kind: MediaKind, state: Attachment['state'] = 'ready'): Attachment => ({
    key: id ?? 'x',
    id,
    kind,
    name: 'x',
    size: 1,
    original: null,
    isOriginal: false,
    state,
    error: null,
    alt: '',
    isHere: true,
  });
  expect(namedBy([item('a', 'image'), item('b', 'image'), item(null, 'image', 'preparing')])).toEqual({
    images: ['a', 'b'],
  });
  expect(namedBy([item('v', 'video')])).toEqual({ video: 'v' });
  expect(namedBy([])).toEqual({});
});

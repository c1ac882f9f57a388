import { describe, expect, it } from 'vitest';
import { awaitedMedia, LIMITS, type MediaKind } from '../../../protocol/index.ts';
import type { UploadRow } from '../../../sync/index.ts';
import {
  type Attachment,
  admit,
  askedOf,
  isSettled,
  isTwice,
  keptOf,
  MESSAGE_RULES,
  namedBy,
  POST_RULES,
  restoreItems,
  sizesOf,
} from './attachment-list.ts';

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
    ['nothing that has no bytes', [], [...picked('file', 1, 0), ...picked('file', 2)], 2, 'empty'],
    ['a large picture, which is made smaller', [], picked('image', 1, 20_000_000), 1, null],
  ] as const)('%s', (_what, held, files, count, problem) => {
    const outcome = admit(held, files, MESSAGE_RULES);
    expect([outcome.taken.length, outcome.problems]).toEqual([count, problem === null ? [] : [problem]]);
  });

  it('a film that is too large is taken where the device makes it smaller, up to a size', () => {
    const taken = (size: number, ...max: number[]) => admit([], picked('video', 1, size), POST_RULES, ...max);
    expect(taken(20_000_000).problems).toEqual(['tooLarge']);
    expect(taken(20_000_000, LIMITS.filmPickedBytesMax).problems).toEqual([]);
    expect(taken(300_000_000, LIMITS.filmPickedBytesMax).problems).toEqual(['filmTooLarge']);
  });

  it('a post takes no documents', () => {
    expect(admit([], picked('file', 1), POST_RULES)).toEqual({ taken: [], problems: ['onlyPictures'] });
  });

  it('every reason is told, each once', () => {
    const files = [
      ...picked('file', 2, 0),
      ...picked('file', 2, LIMITS.uploadBytesMax + 1),
      ...picked('file', 1),
      ...picked('image', 1),
    ];
    const { taken, problems } = admit([], files, MESSAGE_RULES);
    expect([taken.length, problems]).toEqual([1, ['empty', 'tooLarge', 'oneKind']]);
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
    measures: id === 'b' ? { width: 3, height: 4 } : null,
    isHere: true,
  });
  expect(namedBy([item('a', 'image'), item('b', 'image'), item(null, 'image', 'preparing')])).toEqual({
    images: ['a', 'b'],
  });
  expect(sizesOf([item('a', 'image'), item('b', 'image')])).toEqual({
    sizes: { b: { width: 3, height: 4 } },
  });
  expect(sizesOf([item('a', 'image')])).toEqual({});
  expect(namedBy([item('v', 'video')])).toEqual({ video: 'v' });
  expect(namedBy([])).toEqual({});
});

const inTray = (id: string, change: Partial<Attachment> = {}): Attachment => ({
  ...{ key: `key of ${id}`, id, kind: 'image', name: 'x', size: 1, original: null, isOriginal: false },
  ...{ state: 'ready', error: null, alt: '', measures: null, isHere: true },
  ...change,
});

it('what the member is asked about belongs to the draft, is not sent, and is asked again after a restart', () => {
  const asked = inTray('gif', { state: 'asked' });
  expect(keptOf([asked])).toEqual([{ id: 'gif', alt: '' }]);
  expect(namedBy([asked, inTray('a')])).toEqual({ images: ['a'] });
  expect(isSettled(asked)).toBe(false);
  expect(isSettled(inTray('moves', { state: 'preparing', mayMove: true }))).toBe(false);
  expect(isSettled(inTray('stands', { state: 'preparing', mayMove: false }))).toBe(true);
  expect(askedOf([asked], MESSAGE_RULES)).toMatchObject({ key: 'key of gif', canBeFile: true });
  expect(askedOf([inTray('a'), asked], MESSAGE_RULES)).toMatchObject({ canBeFile: false });
  expect(askedOf([inTray('a', { kind: 'file' }), asked], MESSAGE_RULES)).toMatchObject({ canBeFile: true });
  expect(askedOf([asked], POST_RULES)).toMatchObject({ canBeFile: false });
  expect(askedOf([inTray('a')], MESSAGE_RULES)).toBeNull();
});

it('the same file is twice in a tray, and in its own place only once', () => {
  const items = [inTray('a'), inTray('b', { id: null })];
  expect(isTwice(items, 'key of b', 'a')).toBe(true);
  expect(isTwice(items, 'key of a', 'a')).toBe(false);
});

it('a draft brings back what is here or is held anyway, with its words, and no still of a film', () => {
  const row = (id: string, change: Partial<UploadRow> = {}): UploadRow => ({
    ...{
      id,
      kind: 'image',
      name: 'picture',
      mime: 'image/webp',
      size: 10,
      width: 4,
      height: 3,
      blurhash: null,
    },
    ...{ sha256: null, posterOf: null, posterId: null, state: 'held', isBegun: false, isWifiOnly: false },
    ...{ attempts: 0, notBefore: 0, error: null, hasBytes: true, createdAt: 0, doneAt: null },
    ...change,
  });
  const rows = [
    row('here'),
    row('picked', { preparing: 'small', width: null }),
    row('asked', { preparing: 'asked', name: 'sayaw.gif' }),
    row('still', { posterOf: 'v' }),
  ];
  const files = ['here', 'picked', 'asked', 'still', 'held', 'gone'].map((id) => ({
    id,
    alt: `words of ${id}`,
  }));
  const restored = restoreItems(files, rows, awaitedMedia({ images: ['held'] }));
  expect(restored.map(({ id, state, alt, isHere }) => [id, state, alt, isHere])).toEqual([
    ['here', 'ready', 'words of here', true],
    ['picked', 'preparing', 'words of picked', true],
    ['asked', 'asked', 'words of asked', true],
    ['held', 'ready', 'words of held', false],
  ]);
  expect(restored.map(({ measures }) => measures)).toEqual([
    { width: 4, height: 3 },
    null,
    { width: 4, height: 3 },
    null,
  ]);
});

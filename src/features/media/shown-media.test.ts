import { expect, it } from 'vitest';
import { awaitedMedia } from '../../../protocol/index.ts';
import type { UploadRow } from '../../../sync/index.ts';
import { showMedia } from './shown-media.ts';

const [coming] = awaitedMedia({ images: ['p1'] });
const remembered: UploadRow = {
  ...{ id: 'p1', kind: 'image', name: '', mime: 'image/webp', size: 10, width: 4, height: 3, blurhash: 'L' },
  ...{ sha256: null, posterOf: null, posterId: null, state: 'done', isBegun: false, isWifiOnly: false },
  ...{ attempts: 0, notBefore: 0, error: null, hasBytes: false, createdAt: 0, doneAt: 0 },
};

it('the frame of what is still being prepared has the size that was measured when it was picked', () => {
  const [picked] = awaitedMedia({ images: ['p1'], sizes: { p1: { width: 30, height: 40 } } });
  if (!picked) throw new Error('One file was named.');
  const size = (row: Partial<UploadRow>) =>
    showMedia([picked], new Map([['p1', { ...remembered, ...row }]]))[0]?.media;
  expect(size({ width: null, height: null })).toMatchObject({ width: 30, height: 40 });
  expect(size({})).toMatchObject({ width: 4, height: 3 });
});

it('a copy whose original was taken back is gone for its forwarder, too', () => {
  if (!coming) throw new Error('One file was named.');
  const uploads = new Map([['p1', remembered]]);
  const shown = (media: Partial<typeof coming>) => showMedia([{ ...coming, ...media }], uploads)[0];
  expect(shown({})).toMatchObject({ isThere: true, media: { blurhash: 'L' } });
  const gone = { state: 'withdrawn', mime: 'image/webp' } as const;
  expect(shown(gone)).toMatchObject({ isThere: false, media: { blurhash: null } });
});

it('what its sender gave up is shown as that, also while a draft keeps its bytes', () => {
  if (!coming) throw new Error('One file was named.');
  const uploads = new Map([['p1', { ...remembered, state: 'held', hasBytes: true } as const]]);
  expect(showMedia([{ ...coming, state: 'withdrawn' }], uploads)[0]).toMatchObject({
    isThere: false,
    isLocal: false,
  });
});

it('what was refused is shown to its sender with the reason, although its readers were told that it does not come', () => {
  if (!coming) throw new Error('One file was named.');
  const row = { ...remembered, state: 'failed', hasBytes: true } as const;
  expect(showMedia([{ ...coming, state: 'withdrawn' }], new Map([['p1', row]]))[0]).toMatchObject({
    isThere: true,
    upload: { state: 'failed' },
  });
});

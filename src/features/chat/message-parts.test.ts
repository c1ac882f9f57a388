import { expect, it } from 'vitest';
import type { Media } from '../../../protocol/index.ts';
import { translator } from '../../i18n/i18n.ts';
import { wordsOf } from './message-parts.ts';

const file = (name: string): Media => ({
  id: '0199d4f0-0000-7000-8000-000000000001',
  state: 'ready',
  kind: 'file',
  mime: 'application/octet-stream',
  name,
  width: null,
  height: null,
  size: 1,
  blurhash: null,
  posterId: null,
});

it('says a message in one line in which nothing is turned around', () => {
  const say = (content: string | null, media: Media[] = []): string =>
    wordsOf(translator.t, { content, media });
  expect(say('\u202e https://evil.example/moc.knab//:sptth')).toBe(' https://evil.example/moc.knab//:sptth');
  expect(say(null, [file('larawan\u202egnp.exe')])).toBe('larawangnp.exe');
});

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { startI18n, translator } from './i18n.ts';
import { isolate, isolateEach } from './isolate.ts';

it('keeps a name that runs from right to left apart from the sentence around it, and no other', async () => {
  const root = { lang: '', dir: '' };
  const storage = { getItem: () => null, setItem: () => undefined };
  await startI18n({ root, storage, wished: ['en-US'], isStrict: true });
  const say = (name: string) => translator.t('chat.forwardedTo', { name });
  expect(say('Ana <b> & Ben')).toBe('Forwarded to Ana <b> & Ben');
  expect(say('ليلى (2)')).toBe('Forwarded to \u2068ليلى (2)\u2069');
  expect(say('דנה')).toBe('Forwarded to \u2068דנה\u2069');
  // Adlam lies beyond the first 65,536 characters.
  expect(say('\u{1e900}\u{1e901}')).toBe('Forwarded to \u2068\u{1e900}\u{1e901}\u2069');
});

it('lets no control of a text reach the words beside it', () => {
  const reaching = ['\u202d', '\u202e', '\u2066', '\u2069', '\u202c'];
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', 'ا', ...reaching)), (signs) => {
      const inside = isolate(signs.join('')).replace(/^\u2068(.*)\u2069$/u, '$1');
      expect(inside).toBe(signs.filter((sign) => !reaching.includes(sign)).join(''));
    }),
  );
});

it('keeps each of several names apart from the others, also within a label', () => {
  const names = ['ليلى', 'Ben', 'דנה\u202e'];
  expect(isolateEach(names)).toBe('\u2068ليلى\u2069, Ben, \u2068דנה\u2069');
  expect(translator.t('chat.typingNames', { names: isolateEach(names) })).toContain(isolateEach(names));
  expect(translator.t('group.added', { who: 'Ana', people: isolateEach(names) })).toContain(
    isolateEach(names),
  );
});

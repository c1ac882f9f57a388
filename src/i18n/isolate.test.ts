import { expect, it } from 'vitest';
import { startI18n, translator } from './i18n.ts';

it('keeps a name that runs from right to left apart from the sentence around it, and no other', async () => {
  const root = { lang: '', dir: '' };
  const storage = { getItem: () => null, setItem: () => undefined };
  await startI18n({ root, storage, wished: ['en-US'], isStrict: true });
  const say = (name: string) => translator.t('chat.forwardedTo', { name });
  expect(say('Ana <b> & Ben')).toBe('Forwarded to Ana <b> & Ben');
  expect(say('ليلى (2)')).toBe('Forwarded to \u2068ليلى (2)\u2069');
  expect(say('דנה')).toBe('Forwarded to \u2068דנה\u2069');
});

import i18next, { type TFunction } from 'i18next';
import { expect, it } from 'vitest';
import { enUs } from '../../i18n/en-us.ts';
import { fil } from '../../i18n/fil.ts';
import { muteWords } from './mute-words.ts';

const i18n = i18next.createInstance({
  resources: { 'en-US': { translation: enUs }, fil: { translation: fil } },
  initAsync: false,
  interpolation: { escapeValue: false },
});
await i18n.init();
const say = (language: string, until: Date | null): string => {
  const t: TFunction = i18n.getFixedT(language);
  // Space characters differ between versions of the language data.
  return muteWords(t, { language, until, now: new Date(2026, 10, 30, 14, 40) }).replaceAll(/\s/g, ' ');
};

it('says until when, by the calendar of the device', () => {
  expect(say('en-US', null)).toBe('Muted');
  expect(say('en-US', new Date(2026, 10, 30, 15, 40))).toBe('Muted until 3:40 PM');
  expect(say('en-US', new Date(2026, 11, 1, 0, 5))).toBe('Muted until tomorrow, 12:05 AM');
  expect(say('en-US', new Date(2026, 11, 7, 14, 40))).toBe('Muted until Dec 7, 2:40 PM');
  expect(say('en-US', new Date(2027, 0, 4, 8))).toBe('Muted until Jan 4, 2027, 8:00 AM');
  expect(say('fil', new Date(2026, 11, 1, 8))).toMatch(/^Naka-mute hanggang bukas, 8:00/);
});

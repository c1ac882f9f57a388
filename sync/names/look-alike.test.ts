import { expect, it, vi } from 'vitest';
import type { UserRow } from '../../protocol/index.ts';
import { DRAWN_LIKE } from './drawn-like.ts';
import { friendLikeOf, lookAlikeOf, lookOf, looksOf } from './look-alike.ts';

it.each([
  ['Ana Reyes', 'Аna Rеуеs'],
  ['Ana Reyes', 'ANA  REYES'],
  ['Ana Reyes', 'Ana.Reyes'],
  ['Niño Cruz', 'Nino Cruz'],
  ['Paolo', 'Pao1o'],
  ['Paolo', 'PaoIo'],
  ['Carmen', 'Carrnen'],
  ['Ana', 'Ａｎａ'],
  ['Boy', 'Вοу'],
  ['Ben', 'ʙeɴ'],
  ['Ben', '\u{13fc}en'],
  ['Ben', '\u{13f4}en'],
  ['Ben', '\u{13ee}en'],
  ['Ben', 'B℮n'],
  ['Ben', 'Beɲ'],
  ['Ben', 'Beŋ'],
  ['Ben', 'ẞen'],
  ['Mara', 'Maɾa'],
  ['Cruz', 'ꓚruᴢ'],
  ['Cruz', 'ꓚꓣꓴꓜ'],
  ['Cruz', 'Ϲruz'],
  ['cruz', 'ϲruz'],
  // Greek capitals, which are drawn otherwise than their small letters.
  ['Hanna', 'Ηanna'],
  ['Hanna', 'Ήanna'],
  ['Noel', 'Νoel'],
  ['Yna', 'Υna'],
  ['ABEZHIKMNOPTYX', 'ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ'],
  ['nova', 'ηονα'],
  ['Ana', 'ΑΝΑ'],
  // Cyrillic
  ['ABEKMHOPCTYXSIJ', 'АВЕКМНОРСТУХЅІЈ'],
  ['aeopcyxsij', 'аеорсухѕіј'],
  ['Yana', '\u04aeana'],
  ['Qwen', 'Ԛԝеn'],
  // Armenian
  ['Uso', 'Սѕօ'],
  ['Son', 'Տօո'],
  ['huge', 'հսցе'],
  // Full width, mathematical, in circles, Roman numerals, upright capitals of Coptic and Deseret
  ['Ben', 'Ｂｅｎ'],
  ['Ben', '𝐁𝐞𝐧'],
  ['Ben', '𝓑𝓮𝓷'],
  ['Ben', '𝕭𝖊𝖓'],
  ['Ben', '𝙱𝚎𝚗'],
  ['Ben', 'ⒷⒺⓃ'],
  ['Hanna', '𝚮𝛂ηηα'],
  ['Carmen', 'Ⅽarⅿen'],
  ['Noel', 'Ⲛoel'],
  ['Leo', '𐐛eo'],
])('%s and %s look alike', (a, b) => {
  expect(lookOf(a)).toBe(lookOf(b));
});

it.each([
  'Ben Cruz,',
  'Ben Cruz\u201a',
  'Ben Cruz\u2010',
  'Ben Cruz\u02cc',
  'Ben Cruz*',
  'Ben "Cruz"',
  'Ben Cruz\u02dc',
  'Ben\u00b7Cruz',
  'Ben Cruz\u2605',
  '~Ben~ Cruz',
  'Ben Cruz\u0640',
])('%s looks like Ben Cruz: signs beside the letters are no difference', (name) => {
  expect(lookOf(name)).toBe(lookOf('Ben Cruz'));
});

it.each([
  ['Ana Reyes', 'Ana Reyna'],
  ['Юра', 'Ana'],
  ['田中', '中田'],
  ['Ηanna', 'Nanna'],
  ['Maria', 'Мария'],
  ['أحمد', 'محمد'],
  ['佐々木', '佐木'],
  ['ユーリ', 'ユリ'],
  ['★★', '♥♥'],
])('%s and %s do not', (a, b) => {
  expect(lookOf(a)).not.toBe(lookOf(b));
});

it('has one look for each letter of the table, and none for a letter that Latin names are written with', () => {
  for (const [letter, latin] of DRAWN_LIKE) {
    expect(letter).toMatch(/^[^A-Za-z]$/u);
    expect(lookOf(letter)).toBe(lookOf(latin));
  }
});

const person = (id: string, firstName: string, lastName = 'Cruz'): UserRow => ({
  ...{ id, uniqueCode: id, firstName, middleName: null, lastName },
  ...{ avatarId: null, createdAt: '2026-03-01T09:00:00.000Z', version: 1 },
});

it('names the friend whom somebody looks like, and nobody for a friend, oneself and who has no name', () => {
  const looks = looksOf([
    person('ben', 'Ben'),
    person('ben2', 'Веn'),
    person('gone', 'Deleted', 'account'),
    person('blank', '\u3164', '\u3164'),
  ]);
  const found = (one: UserRow) => lookAlikeOf(one, 'me', looks);
  expect(found(person('x', '\u0392en'))).toBe('Веn Cruz');
  expect(found(person('x', 'Ben\u3164'))).toBe('Веn Cruz');
  expect(found(person('ben', 'Ben'))).toBeNull();
  expect(found(person('me', 'Ben'))).toBeNull();
  expect(found(person('x', 'Jun'))).toBeNull();
  expect(found(person('x', 'Deleted', 'account'))).toBeNull();
  expect(found(person('x', '\u2800', '\u3164'))).toBeNull();
});

it('takes a stroke or an exclamation mark for a letter, and for a sign', () => {
  const looks = looksOf([person('ben', 'Ben'), person('paul', 'Paul', 'Reyes'), person('jun', 'Jun!')]);
  expect(friendLikeOf('Jun Cruz', looks)).toBe('Jun! Cruz');
  expect(
    ['Ben Cruz!', 'Ben | Cruz', 'Pau! Reyes', 'Pau\uff5c Reyes'].map((name) => friendLikeOf(name, looks)),
  ).toEqual([...['Ben Cruz', 'Ben Cruz', 'Paul Reyes', 'Paul Reyes']]);
});

it('names the friend whom the name of a group looks like', () => {
  const looks = looksOf([person('ben', 'Ben')]);
  expect(friendLikeOf('Ben Cruz', looks)).toBe('Ben Cruz');
  expect(friendLikeOf('Barkada', looks)).toBeNull();
  expect(friendLikeOf('Barkada', looksOf([]))).toBeNull();
});

it('reads each name once, however often it is drawn', () => {
  const taken = vi.spyOn(DRAWN_LIKE, 'get');
  const looks = looksOf([person('ben', 'Ben')]);
  const rows = Array.from({ length: 100 }, (_, at) => person(`p${at}`, `Tao${at}`));
  for (const row of rows) lookAlikeOf(row, 'me', looks);
  const once = taken.mock.calls.length;
  expect(once).toBeGreaterThan(0);
  for (let render = 0; render < 10; render += 1) for (const row of rows) lookAlikeOf(row, 'me', looks);
  expect(taken.mock.calls.length).toBe(once);
  taken.mockRestore();
});

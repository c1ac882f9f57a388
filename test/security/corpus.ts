/**
 * Values of docs/threat-model.md, "Hostile values". Each goes to every field of every route; the answer is a 4xx or a sane 2xx, never
 * a 5xx, and never shows what is inside.
 */

const NUL = '\u0000';
const LONE_SURROGATE = '\ud800';

/** Nested arrays: [[[…]]]. */
const nested = (depth: number): unknown => {
  let value: unknown = [];
  for (let level = 1; level < depth; level += 1) value = [value];
  return value;
};

/** What breaks a database, a parser or a page when it arrives as text. */
export const hostileTexts: readonly string[] = [
  '',
  ' ',
  `a${NUL}b`,
  NUL,
  LONE_SURROGATE,
  `a${LONE_SURROGATE}b`,
  '\udc00\ud800',
  '\ufeff',
  '\r\nSet-Cookie: x=1',
  'a\u202enig',
  '\u200d\u200d',
  `Z${'\u0301'.repeat(10_000)}`,
  '👩‍👩‍👧‍👦'.repeat(50),
  'مرحبا',
  '\u2028\u2029',
  'a'.repeat(200_000),
  `${'x'.repeat(9_000)}@example.com`,
  '0000-00-00',
  '+275760-09-13',
  '-000001-01-01',
  '9999-12-31',
  '2026-02-30',
  '2026-11-20T10:00:00.000Z',
  '1900-01-01T00:00:00.000Z',
  '9999-12-31T23:59:59.999Z',
  '0000-01-01T00:00:00.000Z',
  'infinity',
  '-infinity',
  'NaN',
  '-1',
  '-0',
  '0',
  '1',
  '1.5',
  '1e308',
  '9007199254740993',
  '99999999999999999999',
  '0x10',
  'abc',
  'true',
  'null',
  'undefined',
  '[]',
  '{}',
  '%',
  '%'.repeat(50),
  '_'.repeat(50),
  '\\',
  "' OR '1'='1",
  "'; DROP TABLE users; --",
  '" OR ""="',
  '$1',
  'a||b',
  'DESC;--',
  'password',
  'user.last_name',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: what a template engine would run
  '${{7*7}}',
  '{{constructor.constructor("return 1")()}}',
  '<img src=x onerror=alert(1)>',
  'javascript:alert(1)',
  '../../etc/passwd',
  '..%2f..%2fetc%2fpasswd',
  '%2e%2e%2f',
  '%252f',
  ';',
  '//',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  'toString',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '0191E9A4-0B7C-7CC0-9F6B-2A1B3C4D5E6F',
  '0191e9a4-0b7c-7cc0-9f6b-2a1b3c4d5e6f\n',
  '0191e9a4-0b7c-7cc0-9f6b-2a1b3c4d5e6',
  '{0191e9a4-0b7c-7cc0-9f6b-2a1b3c4d5e6f}',
  'user:0191e9a4-0b7c-7cc0-9f6b-2a1b3c4d5e6f',
  '0000000000000',
  'OOOOIIIILLLLL',
  'ABCDEFGHJKMN',
  'ABCDEFGHJKMNPQ',
  'ⓐⓑⓒⓓⓔⓕⓖⓗⓘⓙⓚⓛⓜ',
  'АВСЕНКМОРТХУЅ',
];

/** What a JSON body may hold where something else is meant. */
export const hostileValues: readonly unknown[] = [
  ...hostileTexts,
  null,
  true,
  false,
  0,
  -0,
  -1,
  1,
  1.5,
  1e308,
  2 ** 31,
  2 ** 53,
  -(2 ** 63),
  2 ** 64,
  [],
  {},
  [null],
  [[]],
  [{}],
  { length: 1 },
  { toString: 'x', valueOf: 'y' },
  { $gt: '' },
  JSON.parse('{"then":"x"}'),
  ['0191e9a4-0b7c-7cc0-9f6b-2a1b3c4d5e6f', '0191e9a4-0b7c-7cc0-9f6b-2a1b3c4d5e6f'],
  ['a', 1, null, {}],
  Array.from({ length: 10_000 }, () => 'x'),
  Array.from({ length: 1_000 }, () => '0191e9a4-0b7c-7cc0-9f6b-2a1b3c4d5e6f'),
  nested(31),
  nested(33),
  nested(1_000),
  Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`k${index}`, index])),
  { ['user:0191e9a4-0b7c-7cc0-9f6b-2a1b3c4d5e6f']: { epoch: 'x', seq: -1 } },
  {
    ['user:0191e9a4-0b7c-7cc0-9f6b-2a1b3c4d5e6f']: {
      epoch: '0191e9a4-0b7c-7cc0-9f6b-2a1b3c4d5e6f',
      seq: 2 ** 53,
    },
  },
  JSON.parse('{"__proto__":{"isAdmin":true}}'),
];

/** Fields that no caller may set (docs/threat-model.md T03, ASVS 15.3.3). */
export const forbiddenFields: Readonly<Record<string, unknown>> = {
  id: '0191e9a4-0b7c-7cc0-9f6b-2a1b3c4d5e6f',
  role: 'OWNER',
  isAdmin: true,
  uniqueCode: '0000000000000',
  creatorId: '0191e9a4-0b7c-7cc0-9f6b-2a1b3c4d5e6f',
  senderId: '0191e9a4-0b7c-7cc0-9f6b-2a1b3c4d5e6f',
  createdAt: '2001-01-01T00:00:00.000Z',
  passwordHash: 'x',
  emailVerified: true,
  likes: 1_000,
  version: 1_000,
  seq: 1_000,
  status: 'APPROVED',
  settings: { sendReadReceipts: false },
  deletedAt: '2001-01-01T00:00:00.000Z',
};

/** What an answer that gives the inside away contains. */
const INTERNALS =
  /syntax error|relation "|column "|violates|\bpg_[a-z]{3}|drizzle|Postgre[sS]|PGlite|node_modules|file:\/\/|\.[cm]?[jt]s:\d|\n\s+at |\b\w*Error:|ECONN|argon2|SELECT |INSERT INTO/;

/** The first trace of internals in an answer, or undefined. */
export const findInternals = (text: string): string | undefined => INTERNALS.exec(text)?.[0];

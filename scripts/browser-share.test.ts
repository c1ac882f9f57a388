import { expect, it } from 'vitest';
import { browserShare, shareText } from './browser-share.mjs';

const MINUTE_MS = 60_000;
const slow = { isCI: true, isExhaustive: false, elapsedMs: 25 * MINUTE_MS, commit: 'a1' };

it.each([
  ['a usual machine', { ...slow, elapsedMs: 15 * MINUTE_MS }],
  ['a machine that is not of CI', { ...slow, isCI: false }],
  ['a run that was asked for everything', { ...slow, isExhaustive: true }],
])('%s runs all browser tests', (_, run) => {
  expect(browserShare(run)).toBeNull();
});

it('a slow machine runs a half of them, and either half for half of the commits', () => {
  const halves = [...'0123456789abcdef'].map((digit) => browserShare({ ...slow, commit: digit })?.index);
  expect(halves.filter((index) => index === 1)).toHaveLength(8);
  expect(halves.filter((index) => index === 2)).toHaveLength(8);
});

it('the end of the run says that a part was left out, and how to run all', () => {
  expect(shareText({ index: 2, of: 2 }, slow.elapsedMs)).toContain('25 minutes');
  expect(shareText({ index: 2, of: 2 }, slow.elapsedMs)).toContain('EXHAUSTIVE=true');
});

import { describe, expect, it } from 'vitest';
import { checkCoverage } from './spec-coverage.mjs';

const sources = {
  tests: "it('shows the home screen', () => {});\nit(\"refuses passwords that don't match\", () => {});",
  words: "mismatch: \"Passwords don't match\", goHome: 'Go Home', escaped: 'It isn\\'t so'",
};
const check = (...items: Parameters<typeof checkCoverage>[0][string]) =>
  checkCoverage({ section: items }, sources);

describe('spec coverage', () => {
  it('counts what is done and what is later', () => {
    expect(
      check(
        { id: 'route.home', says: '/', tests: ['shows the home screen'] },
        {
          id: 'rule.match',
          says: 'Passwords match',
          text: "Passwords don't match",
          tests: ["refuses passwords that don't match"],
        },
        { id: 'route.qr', says: '/qr-login', later: 4 },
      ),
    ).toEqual({ done: 2, later: 1, problems: [] });
  });

  it('finds words that the source writes with an escaped quote', () => {
    expect(
      check({ id: 'a', says: 'a', text: "It isn't so", tests: ['shows the home screen'] }).problems,
    ).toEqual([]);
  });

  it('fails on a title that no test has in full', () => {
    expect(check({ id: 'a', says: 'a', tests: ['shows the home'] }).problems).toEqual([
      'a: no test has the title "shows the home"',
    ]);
  });

  it('fails on words that no source has', () => {
    expect(
      check({ id: 'a', says: 'a', text: 'Scan again', tests: ['shows the home screen'] }).problems,
    ).toEqual(['a: no source has the words "Scan again"']);
  });

  it('fails on an item without state, with both, without a test, without an issue, or listed twice', () => {
    expect(
      check(
        { id: 'a', says: 'a' },
        { id: 'b', says: 'b', tests: ['shows the home screen'], later: 3 },
        { id: 'c', says: 'c', tests: [] },
        { id: 'd', says: 'd', later: 9 },
        { id: 'd', says: 'd', later: 4 },
      ).problems,
    ).toEqual([
      'a: needs either "tests" or "later"',
      'b: needs either "tests" or "later"',
      'c: is done without a test',
      'd: issue 9 does not exist',
      'd: is listed twice',
    ]);
  });
});

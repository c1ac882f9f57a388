import { describe, expect, it } from 'vitest';
import {
  addCounts,
  countItem,
  countLine,
  countRunner,
  noCounts,
  readPlaywright,
  readVitest,
} from './counts.mjs';
import { inRoot } from './files.mjs';

const vitestFile = (status: string, ...tests: [string, string][]) => ({
  name: inRoot('a.test.ts'),
  status,
  message: status === 'failed' ? 'Cannot find module' : '',
  assertionResults: tests.map(([fullName, testStatus]) => ({ fullName, status: testStatus })),
});

describe('the count line', () => {
  it('names what was skipped only when something was', () => {
    expect(countLine({ ...noCounts(), passed: 3, failed: 1 })).toBe('3 passed, 1 failed');
    expect(countLine({ ...noCounts(), passed: 3, skipped: 2 })).toBe('3 passed, 0 failed, 2 skipped');
  });

  it('adds checks and runners up', () => {
    expect(
      addCounts([countItem('types', true), countItem('lint', false), { ...noCounts(), passed: 5 }]),
    ).toEqual({
      passed: 6,
      failed: 1,
      skipped: 0,
      failures: ['lint'],
      flaky: [],
    });
  });
});

describe('a Vitest report', () => {
  it('counts passed, failed and skipped tests', () => {
    const report = {
      testResults: [vitestFile('failed', ['a', 'passed'], ['b', 'failed'], ['c', 'pending'], ['d', 'todo'])],
    };
    expect(readVitest(report)).toEqual({
      passed: 1,
      failed: 1,
      skipped: 2,
      failures: ['a.test.ts: b'],
      flaky: [],
    });
  });

  it('counts a file that could not be loaded as a failure', () => {
    expect(readVitest({ testResults: [vitestFile('failed')] })).toEqual({
      passed: 0,
      failed: 1,
      skipped: 0,
      failures: ['a.test.ts: Cannot find module'],
      flaky: [],
    });
  });
});

describe('a Playwright report', () => {
  const spec = (title: string, status: string) => ({ title, tests: [{ status }] });

  it('walks nested suites and names a test that passed only when it was tried again', () => {
    const report = {
      suites: [
        {
          title: 'story.browser.test.ts',
          specs: [spec('a', 'expected'), spec('b', 'flaky')],
          suites: [{ title: 'offline', specs: [spec('c', 'skipped'), spec('d', 'unexpected')] }],
        },
      ],
      errors: [],
    };
    expect(readPlaywright(report)).toEqual({
      passed: 2,
      failed: 1,
      skipped: 1,
      failures: ['story.browser.test.ts › offline › d'],
      flaky: ['story.browser.test.ts › b'],
    });
  });

  it('counts an error outside every test as a failure', () => {
    const report = { suites: [], errors: [{ message: 'Cannot find module\nat x' }] };
    expect(readPlaywright(report)).toEqual({
      passed: 0,
      failed: 1,
      skipped: 0,
      failures: ['Cannot find module'],
      flaky: [],
    });
  });
});

describe('a runner that fell over', () => {
  const report = JSON.stringify({ testResults: [vitestFile('passed', ['a', 'passed'])] });

  it('is a failure when its report is missing, cut short or contradicts its exit code', () => {
    expect(countRunner('vitest', 1, undefined, readVitest).failures).toEqual(['vitest left no report']);
    expect(countRunner('vitest', 0, report.slice(0, 20), readVitest).failures).toEqual([
      'vitest left a report that cannot be read',
    ]);
    expect(countRunner('vitest', 1, report, readVitest)).toEqual({
      passed: 1,
      failed: 1,
      skipped: 0,
      failures: ['vitest ended with exit code 1'],
      flaky: [],
    });
  });

  it('is none when it ended well', () => {
    expect(countRunner('vitest', 0, report, readVitest)).toEqual({
      passed: 1,
      failed: 0,
      skipped: 0,
      failures: [],
      flaky: [],
    });
  });
});

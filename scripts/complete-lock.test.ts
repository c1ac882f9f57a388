import { describe, expect, it } from 'vitest';
import { completeLock, missingOptionals } from './complete-lock.mjs';
import { readText } from './files.mjs';

const lock = {
  packages: {
    '': {},
    'node_modules/tool': {
      version: '2.0.0',
      dev: true,
      optionalDependencies: {
        '@tool/linux-x64-musl': '2.0.0',
        '@tool/win32-arm64-msvc': '2.0.0',
        '@tool/nested': '2.0.0',
      },
    },
    'node_modules/tool/node_modules/@tool/nested': { version: '2.0.0' },
  },
};

describe('the lock file', () => {
  it('names the packages of every platform, or npm ci refuses it: node scripts/complete-lock.mjs repairs it', () => {
    expect(missingOptionals(JSON.parse(readText('package-lock.json') ?? ''))).toEqual([]);
  });

  it('names no registry host', () => {
    expect(readText('package-lock.json')).not.toMatch(/"resolved": "https?:/);
  });

  it('is completed from what the parent says', () => {
    const completed = completeLock(lock);
    expect(missingOptionals(completed)).toEqual([]);
    expect(completed.packages['node_modules/@tool/linux-x64-musl']).toEqual({
      version: '2.0.0',
      cpu: ['x64'],
      libc: ['musl'],
      os: ['linux'],
      dev: true,
      optional: true,
    });
    expect(completed.packages['node_modules/@tool/win32-arm64-msvc']).toEqual({
      version: '2.0.0',
      cpu: ['arm64'],
      os: ['win32'],
      dev: true,
      optional: true,
    });
  });

  it('is not guessed at when the parent names a range or the name no platform', () => {
    const asking = (name: string, version: string) => ({
      packages: { 'node_modules/tool': { optionalDependencies: { [name]: version } } },
    });
    expect(() => completeLock(asking('@tool/linux-x64', '^2.0.0'))).toThrow(/range/);
    expect(() => completeLock(asking('@tool/extra', '2.0.0'))).toThrow(/platform/);
  });
});

import { describe, expect, it } from 'vitest';
import { matchesLock } from './install.mjs';

const lock = (packages: Record<string, { version?: string; optional?: boolean }>) =>
  JSON.stringify({ packages });
const wanted = lock({
  '': {},
  'node_modules/a': { version: '1.0.0' },
  'node_modules/b-win32': { version: '1.0.0', optional: true },
});

describe('an installation', () => {
  it('is current when every package has the version of the lock file, other platforms aside', () => {
    expect(matchesLock(lock({ 'node_modules/a': { version: '1.0.0' } }), wanted)).toBe(true);
  });

  it.each([
    ['nothing is installed', undefined],
    ['a package is missing', lock({})],
    ['a version differs', lock({ 'node_modules/a': { version: '1.0.1' } })],
    [
      'a package is left over',
      lock({ 'node_modules/a': { version: '1.0.0' }, 'node_modules/c': { version: '1.0.0' } }),
    ],
  ])('is stale when %s', (_, installed) => {
    expect(matchesLock(installed, wanted)).toBe(false);
  });
});

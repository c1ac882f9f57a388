import { afterEach, describe, expect, it, vi } from 'vitest';
import { findBrowser } from './browser.mjs';

afterEach(() => vi.unstubAllEnvs());

describe('the browser for tests', () => {
  it('is the one that CHROMIUM_PATH names, before any other', () => {
    vi.stubEnv('CHROMIUM_PATH', process.execPath);
    expect(findBrowser()).toBe(process.execPath);
  });

  it('is not silently another one when CHROMIUM_PATH is wrong', () => {
    vi.stubEnv('CHROMIUM_PATH', '/nowhere/chromium');
    expect(() => findBrowser()).toThrow('CHROMIUM_PATH names no program: /nowhere/chromium');
  });
});

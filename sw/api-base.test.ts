import { describe, expect, it } from 'vitest';
import { checkedApiBase } from './api-base.ts';

const app = 'https://tambay.example';
const of = (api: string | null, listed: readonly string[] = []) =>
  checkedApiBase(new URL(api === null ? '/sw.js' : `/sw.js?api=${encodeURIComponent(api)}`, app), listed);

describe('the API base of the worker', () => {
  it('is the own origin, named or not', () => {
    expect(of(null)).toBe(app);
    expect(of(app)).toBe(app);
  });

  it('is another origin only when it was listed at build time', () => {
    expect(of('https://api.example')).toBeNull();
    expect(of('https://api.example', ['https://api.example'])).toBe('https://api.example');
    expect(of('https://api.example', ['https://api.example/', 'no url'])).toBe('https://api.example');
    expect(of('https://api.example.evil.test', ['https://api.example'])).toBeNull();
    expect(of('http://api.example', ['https://api.example'])).toBeNull();
    expect(of('https://api.example:444', ['https://api.example'])).toBeNull();
  });

  it.each([
    'javascript:alert(1)',
    'not a url',
    '//tambay.example',
    'https://user@tambay.example',
    'https://tambay.example@evil.test',
    'https://tambay.example/api/../elsewhere',
    'data:text/plain,x',
    '',
  ])('refuses %j', (api) => {
    expect(of(api)).toBeNull();
  });
});

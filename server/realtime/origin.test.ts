import { expect, it } from 'vitest';
import { isAllowedOrigin } from './origin.ts';

const from = (origin: string | undefined) => ({
  headers: { host: 'tambay.test:3000', ...(origin ? { origin } : {}) },
});

it('welcomes our own pages, the listed ones, and clients that are no browser', () => {
  for (const origin of ['https://tambay.test:3000', 'https://app.example', undefined])
    expect(isAllowedOrigin(from(origin), ['https://app.example'])).toBe(true);
});

it('turns all others away', () => {
  const strangers = [
    'https://evil.test',
    'https://tambay.test:3000.evil.test',
    'https://app.example.evil.test',
    'http://app.example',
    'https://tambay.test',
    'null',
    'file://',
  ];
  for (const origin of strangers) expect(isAllowedOrigin(from(origin), ['https://app.example'])).toBe(false);
});

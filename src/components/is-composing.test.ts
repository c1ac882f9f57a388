import { expect, it } from 'vitest';
import { isComposing } from './is-composing.ts';

it.each([
  ['Enter during a composition', { isComposing: true, keyCode: 229 }, true],
  ['Enter that ends one in Safari, after compositionend', { isComposing: false, keyCode: 229 }, true],
  ['Enter that ends one in Chromium', { isComposing: true, keyCode: 13 }, true],
  ['any other Enter', { isComposing: false, keyCode: 13 }, false],
])('%s', (_title, press, expected) => {
  expect(isComposing(press)).toBe(expected);
});

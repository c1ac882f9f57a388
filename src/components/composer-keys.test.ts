import { expect, it } from 'vitest';
import { isSendPress } from './composer-keys.ts';

const enter = { key: 'Enter', shiftKey: false, ctrlKey: false, metaKey: false, isComposing: false };

it.each([
  ['Enter on a desk sends', enter, false, true],
  ['Enter on a touch keyboard breaks the line', enter, true, false],
  ['Shift and Enter break the line', { ...enter, shiftKey: true }, false, false],
  ['Ctrl and Enter send everywhere', { ...enter, ctrlKey: true }, true, true],
  ['⌘ and Enter send everywhere', { ...enter, metaKey: true }, true, true],
  [
    'Enter that ends a composition is left to the input method',
    { ...enter, isComposing: true },
    false,
    false,
  ],
  ['other keys write', { ...enter, key: 'a' }, false, false],
])('%s', (_title, press, isTouch, sends) => {
  expect(isSendPress(press, isTouch)).toBe(sends);
});

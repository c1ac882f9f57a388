import { expect, it, vi } from 'vitest';
import { haptic } from './haptics.ts';

function setup() {
  const vibrate = vi.fn((_pattern: number[]) => true);
  const platform = {
    vibrate,
    hasBeenTouched: () => true,
    prefersLessMotion: () => false,
    isSwitchedOff: () => false,
  };
  return { vibrate, platform };
}

it('shakes in the pattern of what happened', () => {
  const { vibrate, platform } = setup();
  haptic('medium', platform);
  haptic('success', platform);
  expect(vibrate.mock.calls).toEqual([[[16]], [[12, 60, 12]]]);
});

it.each([
  ['before the first touch', { hasBeenTouched: () => false }],
  ['for those who asked for less motion', { prefersLessMotion: () => true }],
  ['when switched off', { isSwitchedOff: () => true }],
])('keeps still %s', (_title, change) => {
  const { vibrate, platform } = setup();
  haptic('error', { ...platform, ...change });
  expect(vibrate).not.toHaveBeenCalled();
});

it('does nothing on devices that cannot', () => {
  expect(() => haptic('light', { ...setup().platform, vibrate: undefined })).not.toThrow();
});

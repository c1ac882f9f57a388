import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PAUSE_MS, playTone, type Tone } from './tones.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Two tabs have one lock. */
function setup() {
  const sounded: Tone[] = [];
  let isHeld = false;
  const platform = {
    sound: async (tone: Tone) => void sounded.push(tone),
    hasBeenTouched: () => true,
    isVisible: () => true,
    isSwitchedOn: () => true,
    alone: async (work: () => Promise<void>) => {
      if (isHeld) return;
      isHeld = true;
      await work();
      isHeld = false;
    },
  };
  return { sounded, platform };
}

it('plays one tone for several messages at once, whichever tab learns of them, and the next one after a pause', async () => {
  const { sounded, platform } = setup();
  void playTone('received', platform);
  void playTone('received', platform);
  void playTone('sent', { ...platform });
  expect(sounded).toEqual(['received']);
  await vi.advanceTimersByTimeAsync(PAUSE_MS);
  void playTone('sent', platform);
  expect(sounded).toEqual(['received', 'sent']);
});

it.each([
  ['before the first touch', { hasBeenTouched: () => false }],
  ['while nobody looks', { isVisible: () => false }],
  ['when switched off', { isSwitchedOn: () => false }],
])('keeps silent %s', async (_title, change) => {
  const { sounded, platform } = setup();
  await playTone('received', { ...platform, ...change });
  expect(sounded).toEqual([]);
});

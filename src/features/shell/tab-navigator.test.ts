import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { TabNavigation } from './tab-history.ts';
import { createTabNavigator } from './tab-navigator.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A browser that takes steps, or no longer has the entry; and a tab whose entry is then put anew. */
const setup = ({ takesSteps }: { takesSteps: boolean }) => {
  const log: string[] = [];
  let target: TabNavigation = { go: -60 };
  const navigator = createTabNavigator(
    {
      go: (steps) => {
        log.push(`go ${steps}`);
        if (takesSteps) setTimeout(navigator.onStep, 20);
      },
      push: (href) => {
        log.push(`push ${href}`);
        navigator.onStep();
      },
      flush: () => undefined,
    },
    {
      forgetOtherEntries: () => {
        target = { push: ['/posts', '/posts/1'] };
      },
    },
  );
  return { log, navigator, find: () => target };
};

it('steps once, however often it is tapped meanwhile', () => {
  const { log, navigator, find } = setup({ takesSteps: true });
  expect([navigator.navigate(find), navigator.navigate(find)]).toEqual([true, true]);
  vi.advanceTimersByTime(5_000);
  expect(log).toEqual(['go -60']);
  navigator.navigate(find);
  expect(log).toEqual(['go -60', 'go -60']);
});

it('the end of one step is not the end of the next', () => {
  const { log, navigator, find } = setup({ takesSteps: true });
  navigator.navigate(find);
  vi.advanceTimersByTime(990);
  navigator.navigate(() => ({ go: 2 }));
  vi.advanceTimersByTime(5_000);
  expect(log).toEqual(['go -60', 'go 2']);
});

it('a step to an entry that the browser has dropped becomes a new entry, and the bar goes on working', () => {
  const { log, navigator, find } = setup({ takesSteps: false });
  navigator.navigate(find);
  vi.advanceTimersByTime(1_000);
  expect(log).toEqual(['go -60', 'push /posts', 'push /posts/1']);
  navigator.navigate(() => ({ push: ['/profile'] }));
  expect(log.at(-1)).toBe('push /profile');
  expect(navigator.navigate(() => null)).toBe(false);
});

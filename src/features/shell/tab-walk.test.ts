import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Way } from './tab-places.ts';
import { createTabWalk } from './tab-walk.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A browser that takes steps, or no longer has the entry; and a tab whose entry is then put anew. */
const setup = ({ takesSteps }: { takesSteps: boolean }) => {
  const log: string[] = [];
  let way: Way = { go: -60 };
  const walk = createTabWalk(
    {
      go: (steps) => {
        log.push(`go ${steps}`);
        if (takesSteps) setTimeout(walk.arrive, 20);
      },
      push: (href) => {
        log.push(`push ${href}`);
        walk.arrive();
      },
      flush: () => undefined,
    },
    {
      forgetOthers: () => {
        way = { push: ['/posts', '/posts/1'] };
      },
    },
  );
  return { log, walk, find: () => way };
};

it('steps once, however often it is tapped meanwhile', () => {
  const { log, walk, find } = setup({ takesSteps: true });
  expect([walk.follow(find), walk.follow(find)]).toEqual([true, true]);
  vi.advanceTimersByTime(5_000);
  expect(log).toEqual(['go -60']);
  walk.follow(find);
  expect(log).toEqual(['go -60', 'go -60']);
});

it('the end of one step is not the end of the next', () => {
  const { log, walk, find } = setup({ takesSteps: true });
  walk.follow(find);
  vi.advanceTimersByTime(990);
  walk.follow(() => ({ go: 2 }));
  vi.advanceTimersByTime(5_000);
  expect(log).toEqual(['go -60', 'go 2']);
});

it('a step to an entry that the browser has dropped becomes a new entry, and the bar goes on working', () => {
  const { log, walk, find } = setup({ takesSteps: false });
  walk.follow(find);
  vi.advanceTimersByTime(1_000);
  expect(log).toEqual(['go -60', 'push /posts', 'push /posts/1']);
  walk.follow(() => ({ push: ['/profile'] }));
  expect(log.at(-1)).toBe('push /profile');
  expect(walk.follow(() => null)).toBe(false);
});

import { filter, Subject } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { createClock } from '../platform/clock.ts';
import { createFakeLocks } from '../testing/fake-locks.ts';
import { createVirtualTime } from '../testing/virtual-time.ts';
import { withBoundedLock } from './bounded-lock.ts';
import { createSocketLeader } from './socket-leader.ts';
import { createTabs } from './tab-messages.ts';

const createTabsOfOneDevice = () => {
  const time = createVirtualTime();
  const locks = createFakeLocks();
  const posted = new Subject<unknown>();
  const openSockets: string[] = [];

  const openTab = (name: string, isVisibleAtFirst = true) => {
    let isVisible = isVisibleAtFirst;
    let isFrozen = false;
    const visibilityChanges = new Subject<void>();
    const leader = createSocketLeader({
      clock: createClock(time.now, (action, delayMs) =>
        time.schedule(() => {
          if (!isFrozen) action();
        }, delayMs),
      ),
      locks: locks.forAgent({}),
      visibility: {
        isVisible: () => isVisible,
        changes: visibilityChanges,
      },
      tabs: createTabs({
        post: (message) => void Promise.resolve().then(() => posted.next(message)),
        messages: posted.pipe(filter(() => !isFrozen)),
        close: () => undefined,
      }),
      name: 'socket',
      isConnected: () => true,
      open() {
        openSockets.push(name);
        return () => void openSockets.splice(openSockets.indexOf(name), 1);
      },
    });
    leader.start();
    return {
      leader,
      show(next: boolean) {
        isVisible = next;
        visibilityChanges.next();
      },
      freeze() {
        isFrozen = true;
      },
    };
  };
  return { time, locks, openTab, openSockets };
};

describe('the socket', () => {
  it('[TA1] is held by one visible tab, for hours', async () => {
    const { time, openTab, openSockets } = createTabsOfOneDevice();
    openTab('one');
    openTab('two');
    openTab('hidden', false);
    await time.advance(3 * 3_600_000);
    expect(openSockets).toEqual(['one']);
  });

  it('[TA1] stays with a hidden tab until a visible one asks', async () => {
    const { time, openTab, openSockets } = createTabsOfOneDevice();
    const one = openTab('one');
    const two = openTab('two', false);
    await time.advance(60_000);
    one.show(false);
    await time.advance(60_000);
    expect(openSockets).toEqual(['one']);
    two.show(true);
    await time.advance(100);
    expect(openSockets).toEqual(['two']);
    two.leader.close();
    one.show(true);
    await time.advance(100);
    expect(openSockets).toEqual(['one']);
  });

  it('[TA1] goes on when the holder closes', async () => {
    const { time, openTab, openSockets } = createTabsOfOneDevice();
    const one = openTab('one');
    openTab('two');
    await time.advance(1_000);
    one.leader.close();
    await time.advance(100);
    expect(openSockets).toEqual(['two']);
  });

  it('[TA2] is taken from a frozen tab after three questions, and a living holder is never robbed', async () => {
    const { time, openTab, openSockets } = createTabsOfOneDevice();
    const one = openTab('one');
    openTab('two');
    await time.advance(600_000);
    expect(openSockets).toEqual(['one']);
    one.freeze();
    await time.advance(10_000);
    expect(openSockets).toEqual(['one']);
    await time.advance(15_000);
    expect(openSockets).toEqual(['two']);
  });
});

describe('a bounded lock', () => {
  const signal = new AbortController().signal;

  it('[TA3] is taken by force after its time, and its holder comes to its own end', async () => {
    const { time, locks } = createTabsOfOneDevice();
    const log: string[] = [];
    const hold = (name: string, end: Promise<void>) =>
      withBoundedLock(
        { clock: time, locks: locks.forAgent({}), name: 'push', waitMs: 30_000, signal },
        async (lost, isSure) => {
          log.push(`${name} ${isSure ? 'surely' : 'by force'}`);
          lost.addEventListener('abort', () => log.push(`${name} robbed`));
          await end;
          log.push(`${name} ends`);
          return name;
        },
      );
    let thaw: () => void = () => undefined;
    const frozen = hold(
      'one',
      new Promise((resolve) => {
        thaw = resolve;
      }),
    );
    await time.advance(0);
    const second = hold('two', Promise.resolve());
    await time.advance(29_000);
    expect(log).toEqual(['one surely']);
    await time.advance(2_000);
    expect(await second).toBe('two');
    thaw();
    expect(await frozen).toBe('one');
    expect(log).toEqual(['one surely', 'one robbed', 'two by force', 'two ends', 'one ends']);
  });

  it('[TA3] says so when its action fails, and when waiting is given up', async () => {
    const { time, locks } = createTabsOfOneDevice();
    const options = { clock: time, locks: locks.forAgent({}), name: 'push', waitMs: 30_000 };
    const failing = withBoundedLock({ ...options, signal }, () => Promise.reject(new Error('inside')));
    await expect(failing).rejects.toThrow('inside');
    void withBoundedLock({ ...options, signal }, () => new Promise(() => undefined));
    const closing = new AbortController();
    const waiting = withBoundedLock({ ...options, signal: closing.signal }, () => Promise.resolve('never'));
    closing.abort();
    await expect(waiting).rejects.toThrow('aborted');
  });
});

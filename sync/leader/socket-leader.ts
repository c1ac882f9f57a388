/**
 * One visible tab holds the socket.
 * ```
 * hidden ──visible──► waiting ──lock──► holding ──close, robbed──► idle
 *                       │  ▲               │ hidden and another asks
 *     "socket-wanted" ──┘  └───────────────┘
 *     every 5 s; three without an answer: the holder is frozen, take the lock
 * ```
 * A hidden holder keeps the socket until somebody visible wants it. Two holders for a moment do no harm: what events may
 * do is decided in the tables.
 */
import { Subscription } from 'rxjs';
import type { Clock, Locks, Visibility } from '../platform/ports.ts';
import type { Tabs } from './tab-messages.ts';

/** The lock of the tab that holds the member's socket. */
export const socketLock = (userId: string): string => `socket:${userId}`;

const ASK_MS = 5_000;
const UNANSWERED_MAX = 3;

export type SocketLeader = {
  start(): void;
  close(): void;
  isHolding(): boolean;
  /** Lets go of what it holds and lines up again: a socket that only seems to live is opened anew, here or elsewhere. */
  renew(): void;
};

export type SocketLeaderOptions = {
  clock: Clock;
  locks: Locks;
  visibility: Visibility;
  tabs: Tabs;
  name: string;
  /** Opens the socket; the result closes it. */
  open(): () => void;
  isConnected(): boolean;
};

export const createSocketLeader = (options: SocketLeaderOptions): SocketLeader => {
  const { clock, locks, visibility, tabs, name } = options;
  const subscriptions = new Subscription();
  let isClosed = false;
  let waiting: AbortController | null = null;
  let release: (() => void) | null = null;
  let unanswered = 0;
  let askTimer: Subscription | null = null;

  const hold = (lost: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      const close = options.open();
      let isHeld = true;
      release = () => {
        if (!isHeld) return;
        isHeld = false;
        release = null;
        close();
        resolve();
      };
      lost.addEventListener('abort', () => release?.());
      if (isClosed) release();
    });

  const stopWaiting = (): void => {
    askTimer?.unsubscribe();
    askTimer = null;
    waiting?.abort();
    waiting = null;
  };

  const take = async (steal: boolean): Promise<void> => {
    const mine = new AbortController();
    waiting = mine;
    try {
      await locks.withLock(name, steal ? { steal } : { signal: mine.signal }, async (lost) => {
        askTimer?.unsubscribe();
        askTimer = null;
        waiting = null;
        // Hidden or closed while it waited: the next visible tab takes the lock.
        if (!isClosed && visibility.isVisible()) await hold(lost);
      });
    } catch {
      // Waiting was given up, or the lock was taken from us: both are told elsewhere.
    } finally {
      if (waiting === mine) waiting = null;
    }
    // Robbed by mistake, perhaps after a sleep: line up again.
    if (!isClosed && visibility.isVisible() && waiting === null && release === null) ask();
  };

  const ask = (): void => {
    askTimer?.unsubscribe();
    askTimer = clock.schedule(() => {
      askTimer = null;
      if (isClosed || release !== null || !visibility.isVisible()) return;
      unanswered += 1;
      const isFrozen = unanswered >= UNANSWERED_MAX;
      if (isFrozen) {
        unanswered = 0;
        stopWaiting();
        void take(true);
        return;
      }
      tabs.post({ type: 'socket-wanted' });
      if (waiting === null) void take(false);
      ask();
    }, ASK_MS);
  };

  const onVisibility = (): void => {
    if (isClosed || release !== null) return;
    if (!visibility.isVisible()) {
      stopWaiting();
      return;
    }
    if (waiting !== null) return;
    unanswered = 0;
    tabs.post({ type: 'socket-wanted' });
    void take(false);
    ask();
  };

  return {
    start() {
      subscriptions.add(visibility.changes.subscribe(onVisibility));
      subscriptions.add(
        tabs.messages.subscribe((message) => {
          if (message.type === 'socket-held') unanswered = 0;
          if (message.type !== 'socket-wanted' || release === null) return;
          if (visibility.isVisible()) tabs.post({ type: 'socket-held', isConnected: options.isConnected() });
          else release();
        }),
      );
      onVisibility();
    },
    isHolding: () => release !== null,
    renew() {
      if (release !== null) release();
      else onVisibility();
    },
    close() {
      isClosed = true;
      subscriptions.unsubscribe();
      stopWaiting();
      release?.();
    },
  };
};

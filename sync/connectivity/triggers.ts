import type { Subscription } from 'rxjs';
import type { TabMessage, Tabs } from '../leader/tab-messages.ts';
import type { Ports } from '../platform/ports.ts';
import type { LoopWants } from './loop.ts';

/** How often to ask when no socket tells. */
const POLL_MS = 30_000;
/** A tab that holds the socket speaks at least this often, or is taken for gone. */
const ALIVE_MS = 2 * POLL_MS;

export type TriggersOptions = {
  ports: Pick<Ports, 'clock' | 'ids' | 'online' | 'visibility'>;
  tabs: Tabs;
  isSocketAlive(): boolean;
  /** The world has changed: the network came or went, the page is looked at. */
  onWake(wants: LoopWants, cause: 'network' | 'page'): void;
  onPoll(): void;
  onMessage(message: TabMessage): void;
};

export type Triggers = { start(role: 'page' | 'worker'): void; close(): void };

/** What sets the engine going besides its user: network, visibility, other tabs, and a poll when there is no socket. */
export const createTriggers = (options: TriggersOptions): Triggers => {
  const { clock, ids, online, visibility } = options.ports;
  const cleanups: (() => void)[] = [];
  let stopPoll: Subscription | null = null;
  let othersAliveUntil = 0;

  const poll = (): void => {
    stopPoll = clock.schedule(
      () => {
        const isAlive = options.isSocketAlive();
        if (isAlive) options.tabs.post({ type: 'socket-held', isConnected: true });
        const isTold = isAlive || clock.now() < othersAliveUntil;
        if (visibility.isVisible() && !isTold) options.onPoll();
        poll();
      },
      // Spread out, so that a restarted server is not asked by all at the same moment.
      POLL_MS * (0.75 + ids.random() / 2),
    );
  };

  return {
    start(role) {
      cleanups.push(
        online.subscribe(() => options.onWake({ push: true, pull: true }, 'network')),
        options.tabs.subscribe((message) => {
          if (message.type === 'socket-held') {
            othersAliveUntil = message.isConnected ? clock.now() + ALIVE_MS : 0;
          }
          options.onMessage(message);
        }),
      );
      if (role === 'worker') return;
      cleanups.push(
        // Hidden: a last chance to send before the page is frozen.
        visibility.subscribe(() => options.onWake({ push: true, pull: visibility.isVisible() }, 'page')),
      );
      poll();
    },
    close() {
      for (const cleanup of cleanups) cleanup();
      stopPoll?.unsubscribe();
    },
  };
};

import type { BehaviorSubject } from 'rxjs';
import { cursorsOf } from '../apply/apply-pull.ts';
import { type EngineHealth, watchSocket } from '../connectivity/health.ts';
import { createSocketLeader, socketLock } from '../leader/socket-leader.ts';
import type { Tabs } from '../leader/tab-messages.ts';
import type { Ports } from '../platform/ports.ts';
import type { Inbox } from '../realtime/inbox.ts';
import type { LiveHub } from '../realtime/live.ts';
import { openSocketSession, type SocketSession } from '../realtime/socket-session.ts';
import { patch } from '../state-observable.ts';
import type { Storage } from '../storage/storage.ts';
import { type Trace, traceSocket } from '../trace/trace.ts';

/** The member's socket, as long as this tab is the one that holds it. */
export type HeldSocket = {
  start(): void;
  /** Opens it anew, here or in another tab. */
  renew(): void;
  close(): void;
  isHeld(): boolean;
  isConnected(): boolean;
  /** The cursors have moved: the server may call it delivered. */
  moved(): void;
  /** The network may be back: tries to connect now. */
  hurry(): void;
};

export type HeldSocketOptions = {
  ports: Pick<Ports, 'clock' | 'locks' | 'visibility' | 'socket'>;
  tabs: Tabs;
  inbox: Inbox;
  live: LiveHub;
  health: BehaviorSubject<EngineHealth>;
  trace: Trace;
  storage: Storage;
  userId: string;
  deviceId: string;
  token: () => string | null;
  onConnection(isConnected: boolean): void;
  onNeedsPull(): void;
};

export const createHeldSocket = (options: HeldSocketOptions): HeldSocket => {
  const { ports, tabs, health, trace, storage } = options;
  const { clock, locks, visibility } = ports;
  let session: SocketSession | null = null;
  let isConnected = false;

  const open = (): (() => void) => {
    const opened = openSocketSession({
      ...options,
      socket: watchSocket(traceSocket(ports.socket, trace), health, clock),
      clock,
      readCursors: () => storage.read(['cursors'], async (tx) => cursorsOf(await tx.getAll('cursors'))),
      onConnection(isNow) {
        isConnected = isNow;
        options.onConnection(isNow);
      },
    });
    session = opened;
    patch(health, { isLeader: true });
    return () => {
      session = null;
      patch(health, { isLeader: false, isSocketConnected: false });
      isConnected = false;
      opened.close();
    };
  };

  const leader = createSocketLeader({
    ...{ clock, locks, visibility, tabs, open },
    name: socketLock(options.userId),
    isConnected: () => isConnected,
  });

  return {
    start: leader.start,
    renew: leader.renew,
    close: leader.close,
    isHeld: () => session !== null,
    isConnected: () => isConnected,
    moved: () => session?.moved(),
    hurry: () => session?.hurry(),
  };
};

import type { BehaviorSubject } from 'rxjs';
import type { Loop } from '../connectivity/loop.ts';
import type { Trigger } from '../connectivity/triggers.ts';
import type { Watchdog } from '../connectivity/watchdog.ts';
import type { EngineStatus } from '../engine-status.ts';
import type { TabMessage } from '../leader/tab-messages.ts';
import type { Ports } from '../platform/ports.ts';
import { patch } from '../state-observable.ts';
import type { Trace } from '../trace/trace.ts';
import type { Uploader } from '../uploads/uploader.ts';
import type { CatchUp } from './catch-up.ts';
import type { HeldSocket } from './held-socket.ts';
import type { SessionPolicy } from './session-policy.ts';

export type TriggerParts = {
  ports: Pick<Ports, 'online' | 'visibility'>;
  status: BehaviorSubject<EngineStatus>;
  trace: Trace;
  loop: Loop;
  policy: SessionPolicy;
  socket: HeldSocket;
  catchUp: CatchUp;
  watchdog: Watchdog;
  uploader: Uploader;
  recount(): void;
  recountDrafts(): void;
  isReachable(): boolean;
};

/** What the engine does when the network, the page, another tab or the poll sets it going. */
export const createOnTrigger = (parts: TriggerParts): ((trigger: Trigger) => void) => {
  const { status, trace, loop, policy, socket, catchUp, watchdog, uploader } = parts;
  const { online, visibility } = parts.ports;

  const wake = (cause: 'network' | 'page'): void => {
    trace.add({ kind: 'online', isOnline: online.isOnline() });
    trace.add({ kind: 'visible', isVisible: visibility.isVisible() });
    const isNetworkGone = cause === 'network' && !online.isOnline();
    if (isNetworkGone) patch(status, { connection: 'offline' });
    else if (cause === 'network' && status.value.connection === 'offline' && status.value.paused === null)
      patch(status, { connection: 'connecting' });
    // Where no socket ever connects, the network's return is the only sign that changes may have been missed.
    if (cause === 'network' && socket.isHeld() && !socket.isConnected()) catchUp.invalidateLists();
    policy.retryAfterQuotaError();
    if (parts.isReachable()) socket.hurry();
    // Hidden: a last chance to send before the page is frozen.
    loop.request({ push: true, pull: cause === 'network' || visibility.isVisible() }, !isNetworkGone);
    uploader.request(true);
  };

  const receive = (message: TabMessage): void => {
    switch (message.type) {
      case 'outbox':
        parts.recount();
        watchdog.wake();
        uploader.review();
        break;
      case 'drafts':
        parts.recountDrafts();
        break;
      case 'synced':
        patch(status, { lastSyncedAt: message.at });
        break;
      case 'socket-held':
        // A lost socket is noticed late: after the browser has said offline it proves nothing.
        if (!message.isConnected || !online.isOnline()) return;
        patch(status, { connection: 'online' });
        policy.resumeIfUnsuspended();
    }
  };

  return (trigger) => {
    if (trigger.kind === 'message') receive(trigger.message);
    else if (trigger.kind === 'poll') loop.request({ push: true, pull: true });
    else wake(trigger.kind);
  };
};

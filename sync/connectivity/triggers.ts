import { defer, filter, map, merge, type Observable, repeat, tap, timer } from 'rxjs';
import type { EngineRole } from '../engine-status.ts';
import type { TabMessage, Tabs } from '../leader/tab-messages.ts';
import type { Ports } from '../platform/ports.ts';

/** How often to ask when no socket tells. */
const POLL_MS = 30_000;
/** A tab that holds the socket says so at least this often, or counts as closed. */
const ALIVE_MS = 2 * POLL_MS;

export type TriggersOptions = {
  ports: Pick<Ports, 'clock' | 'ids' | 'online' | 'visibility'>;
  tabs: Tabs;
  role: EngineRole;
  isSocketConnected(): boolean;
};

/** `network`: it came or went. `page`: it was shown, hidden or focused. `poll`: no socket has told anything. */
export type Trigger =
  | { readonly kind: 'network' | 'page' | 'poll' }
  | { readonly kind: 'message'; readonly message: TabMessage };

/** What sets the engine going besides its user: network, visibility, other tabs, and a poll when there is no socket. */
export const createTriggers = ({
  ports,
  tabs,
  role,
  isSocketConnected,
}: TriggersOptions): Observable<Trigger> =>
  defer(() => {
    const { clock, ids, online, visibility } = ports;
    let othersAliveUntil = 0;

    const network = online.changes.pipe(map((): Trigger => ({ kind: 'network' })));
    const page = visibility.changes.pipe(map((): Trigger => ({ kind: 'page' })));
    const messages = tabs.messages.pipe(
      tap((message) => {
        if (message.type === 'socket-held')
          othersAliveUntil = message.isConnected ? clock.now() + ALIVE_MS : 0;
      }),
      map((message): Trigger => ({ kind: 'message', message })),
    );
    // Spread out, so that a restarted server is not asked by all at the same moment.
    const poll = defer(() => timer(POLL_MS * (0.75 + ids.random() / 2), clock)).pipe(
      repeat(),
      filter(() => {
        const isConnected = isSocketConnected();
        if (isConnected) tabs.post({ type: 'socket-held', isConnected });
        return visibility.isVisible() && !isConnected && clock.now() >= othersAliveUntil;
      }),
      map((): Trigger => ({ kind: 'poll' })),
    );
    return role === 'worker' ? merge(network, messages) : merge(network, messages, page, poll);
  });

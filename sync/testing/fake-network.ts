import type { Subscription } from 'rxjs';
import { type Cursor, errorKinds, type Heads } from '../../protocol/index.ts';
import type { Http, HttpAnswer, Socket, SocketHandlers } from '../platform/ports.ts';
import type { ModelServer } from './model-server.ts';
import type { VirtualTime } from './virtual-time.ts';

/** What becomes of one request. Its names are counted, so that a run can be shown to have met each. */
export type Fate =
  | 'ok'
  | 'lostRequest'
  | 'lostAnswer'
  | 'zombie'
  | 'portal'
  | 'busy'
  | 'proxy'
  | 'proxyForPush';

/** Where something may happen around a request: before it leaves, when the server has acted, when the answer is there and unused. */
export const httpSteps = ['leaving', 'acted', 'answered'] as const;
export type HttpStep = (typeof httpSteps)[number];

export type NetworkOptions = {
  time: VirtualTime;
  server: ModelServer;
  random: () => number;
  fate: (path: string) => Fate;
  /** Runs at each step of a request, which waits there for what it answers. */
  onHttpStep?: (step: HttpStep, path: string) => Promise<void> | undefined;
  /** Of a socket event: how often it arrives, 0 for lost, 2 for twice. */
  copies: () => number;
  isOnline: () => boolean;
  isAlive: () => boolean;
  /** The server speaks a protocol that this tab's release does not know. */
  isOutdated?: () => boolean;
  /** Told of what happened by chance and no fate names. */
  onNotice?: (name: string) => void;
  /** Runs what the outside brings to the tab: at once, or when it thaws. */
  deliver: (action: () => void) => void;
};

const { status, message } = errorKinds.upgrade_required;
const outdated: HttpAnswer = {
  status,
  json: { status, code: 'upgrade_required', message, requestId: 'model' },
  retryAfterMs: undefined,
};
const TIMEOUT_MS = 15_000;
const portal: HttpAnswer = { status: 200, json: undefined, retryAfterMs: undefined };
const busy: HttpAnswer = { status: 503, json: undefined, retryAfterMs: 2_000 };
const proxy: HttpAnswer = { status: 403, json: undefined, retryAfterMs: undefined };

export const createFakeHttp = (options: NetworkOptions): Http => {
  const { time, server, random, fate } = options;
  return {
    send(request) {
      return new Promise((resolve, reject) => {
        const after = (ms: number, action: () => void): void => void time.schedule(action, ms);
        const reach = (step: HttpStep, next: () => void): void => {
          const barrier = options.onHttpStep?.(step, request.path);
          if (barrier === undefined) next();
          else void barrier.then(next);
        };
        const fail = (): void => options.deliver(() => reject(new TypeError('no network')));
        // A dead tab receives nothing; its pending calls are gone with it.
        const answer = (got: HttpAnswer): void => {
          if (!options.isAlive()) return;
          options.deliver(() => {
            resolve(got);
            reach('answered', () => undefined);
          });
        };
        const act = (): HttpAnswer => (options.isOutdated?.() ? outdated : server.handle(request));
        const actUnanswered = (): void => {
          act();
          reach('acted', () => undefined);
        };
        const travel = (): void => {
          const travelMs = 5 + random() * 200;
          const backMs = 5 + random() * 200;
          const chosen = fate(request.path);
          const isSpared = chosen === 'proxyForPush' && request.path !== '/api/v1/sync/push';
          switch (isSpared ? 'ok' : chosen) {
            case 'ok':
              after(travelMs, () => {
                const got = act();
                reach('acted', () => after(backMs, () => (options.isOnline() ? answer(got) : fail())));
              });
              break;
            case 'lostRequest':
              after(TIMEOUT_MS, fail);
              break;
            case 'lostAnswer':
              after(travelMs, actUnanswered);
              after(TIMEOUT_MS, fail);
              break;
            case 'zombie':
              after(TIMEOUT_MS, fail);
              after(TIMEOUT_MS + random() * 60_000, actUnanswered);
              break;
            case 'portal':
              after(travelMs, () => answer(portal));
              break;
            case 'busy':
              after(travelMs, () => answer(busy));
              break;
            case 'proxy':
            case 'proxyForPush':
              after(travelMs, () => answer(proxy));
          }
        };
        request.signal.addEventListener('abort', fail);
        if (!options.isOnline()) {
          after(1, fail);
          return;
        }
        const wasAlive = options.isAlive();
        reach('leaving', () => {
          // Killed right here it has sent nothing; what a dying tab had begun before may still leave.
          if (!wasAlive || options.isAlive()) travel();
        });
      });
    },
  };
};

export type FakeSocket = Socket & {
  /** The network of the device went or came. */
  onNetwork(): void;
  /** The server goes and comes back. */
  drop(): void;
};

/** As the server tells it: all at first and when a scope is gone, afterwards what moved. */
const headsSince = (told: Record<string, Cursor> | null, heads: Record<string, Cursor>): Heads => {
  if (told === null || Object.keys(told).some((scope) => heads[scope] === undefined)) return { heads };
  const moved = Object.entries(heads).filter(
    ([scope, { epoch, seq }]) => told[scope]?.seq !== seq || told[scope].epoch !== epoch,
  );
  return { heads: Object.fromEntries(moved), isPartial: true };
};

export const createFakeSocket = (options: NetworkOptions): FakeSocket => {
  const { time, server, random, copies } = options;
  const open = new Set<{ update(): void; drop(): void }>();
  return {
    onNetwork() {
      for (const one of open) one.update();
    },
    drop() {
      for (const one of open) one.drop();
    },
    open(auth, handlers: SocketHandlers) {
      let isConnected = false;
      let isClosed = false;
      let stopHeads: Subscription | null = null;
      /** Whose rooms the server has put it into: those of the owner of the handshake's token. */
      let userId: string | undefined;
      let lastDue = 0;
      /** What this connection has learned of where its scopes stand. */
      let told: Record<string, Cursor> | null = null;
      const isUp = (): boolean => isConnected && !isClosed && options.isAlive();
      const later = (action: () => void, ms = 1 + random() * 150): void => {
        if (time.now() + ms < lastDue) options.onNotice?.('eventReordered');
        lastDue = time.now() + ms;
        time.schedule(() => {
          if (isUp()) options.deliver(action);
        }, ms);
      };
      const sendHeads = (): void => {
        if (userId === undefined) return;
        const heads = server.headsOf(userId);
        const payload = headsSince(told, heads);
        told = heads;
        later(() => handlers.onEvent('heads', payload));
        stopHeads = time.schedule(sendHeads, 30_000);
      };
      const stopEntries = server.onEntry((to, entry) => {
        if (to !== userId || !isConnected) return;
        const payload: unknown = JSON.parse(JSON.stringify(entry));
        for (let copy = copies(); copy > 0; copy -= 1) later(() => handlers.onEvent('changes', payload));
      });
      const connection = {
        update() {
          const shouldConnect = options.isOnline() && options.isAlive() && !isClosed;
          if (shouldConnect === isConnected) return;
          if (!shouldConnect) {
            isConnected = false;
            stopHeads?.unsubscribe();
            if (options.isAlive() && !isClosed) handlers.onDisconnect();
            return;
          }
          userId = server.userOf(String(auth()['token'] ?? ''));
          // Refused; it tries again as any client does.
          if (userId === undefined) {
            time.schedule(connection.update, 5_000);
            return;
          }
          isConnected = true;
          told = null;
          handlers.onConnect();
          sendHeads();
        },
        drop() {
          if (!isConnected) return;
          isConnected = false;
          stopHeads?.unsubscribe();
          options.deliver(() => handlers.onDisconnect());
          time.schedule(connection.update, 500 + random() * 3_000);
        },
      };
      open.add(connection);
      time.schedule(connection.update, 20);
      return {
        emit: () => undefined,
        hurry: connection.update,
        close() {
          isClosed = true;
          isConnected = false;
          stopHeads?.unsubscribe();
          stopEntries();
          open.delete(connection);
        },
      };
    },
  };
};

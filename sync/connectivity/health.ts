import { BehaviorSubject } from 'rxjs';
import type { Cursor, ScopeId } from '../../protocol/index.ts';
import { heads as headsSchema } from '../../protocol/index.ts';
import type { EngineRole } from '../engine-status.ts';
import type { Clock, Http, Socket } from '../platform/ports.ts';
import { patch } from '../state-observable.ts';
import { outcomeOf } from '../trace/trace.ts';

/** What the Sync Doctor shows as it is at this moment. Times are epoch milliseconds of the last success; null for never. */
export type EngineHealth = {
  role: EngineRole;
  /** This tab holds the socket. */
  isLeader: boolean;
  /** Anybody answered at all, a captive portal included. */
  networkAt: number | null;
  /** Our own server answered, whatever it said. */
  serverAt: number | null;
  /** Our server took the token. */
  sessionAt: number | null;
  /** The socket connected, or brought something. */
  socketAt: number | null;
  isSocketConnected: boolean;
  /** Since when this tab tries to connect it. */
  connectingSince: number | null;
  /** Mutations were sent and answered. */
  pushAt: number | null;
  /** A pull was answered. */
  pullAt: number | null;
  /** How old the oldest item is that is not settled and could be. */
  oldestMs: number | null;
  /** The engine has tried all it can, and this item still waits. */
  isStuck: boolean;
  /** Where the server stood when it last told. */
  heads: Readonly<Partial<Record<ScopeId, Cursor>>>;
};

export const createHealth = (role: EngineRole): BehaviorSubject<EngineHealth> =>
  new BehaviorSubject<EngineHealth>({
    role,
    isLeader: false,
    networkAt: null,
    serverAt: null,
    sessionAt: null,
    socketAt: null,
    isSocketConnected: false,
    connectingSince: null,
    pushAt: null,
    pullAt: null,
    oldestMs: null,
    isStuck: false,
    heads: {},
  });

/** What an earlier visit tells: a pull that was complete had come all the way. */
export const healthSince = (lastSyncedAt: number | null): Partial<EngineHealth> => ({
  networkAt: lastSyncedAt,
  serverAt: lastSyncedAt,
  sessionAt: lastSyncedAt,
  pullAt: lastSyncedAt,
});

/** Notes from each answer how far it shows the way to be open. */
export const watchHttp = (http: Http, health: BehaviorSubject<EngineHealth>, clock: Clock): Http => ({
  async send(request) {
    const answer = await http.send(request);
    const now = clock.now();
    const { outcome, code } = outcomeOf(answer);
    const isOurs = outcome === 'ok' || code !== null;
    const isTaken = outcome === 'ok' || (code !== null && code !== 'session_dead');
    patch(health, {
      networkAt: now,
      ...(isOurs ? { serverAt: now } : {}),
      ...(isTaken ? { sessionAt: now } : {}),
      ...(outcome === 'ok' && request.path.endsWith('/sync/push') ? { pushAt: now } : {}),
      ...(outcome === 'ok' && request.path.endsWith('/sync/pull') ? { pullAt: now } : {}),
    });
    return answer;
  },
});

/** Notes what the socket shows. */
export const watchSocket = (socket: Socket, health: BehaviorSubject<EngineHealth>, clock: Clock): Socket => ({
  open: (auth, handlers) => {
    patch(health, { connectingSince: clock.now() });
    return socket.open(auth, {
      onConnect() {
        patch(health, { isSocketConnected: true, connectingSince: null, socketAt: clock.now() });
        handlers.onConnect();
      },
      onDisconnect() {
        patch(health, { isSocketConnected: false, connectingSince: clock.now() });
        handlers.onDisconnect();
      },
      onEvent(event, payload) {
        const told = event === 'heads' ? headsSchema.safeParse(payload).data : undefined;
        const before = told?.isPartial ? health.value.heads : {};
        const heads = told && { ...before, ...told.heads };
        patch(health, { socketAt: clock.now(), ...(heads ? { heads } : {}) });
        handlers.onEvent(event, payload);
      },
    });
  },
});

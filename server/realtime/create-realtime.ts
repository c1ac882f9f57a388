import type { Server as HttpServer, IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { Server } from 'socket.io';
import { clientEvents, userScope } from '../../protocol/index.ts';
import type { Commit } from '../modules/sync/context.ts';
import { guardAdmission } from './admission.ts';
import { startBeats } from './beats.ts';
import { type RealtimeDeps, type RealtimeServer, type RealtimeSocket, sessionRoom } from './context.ts';
import { createDeliveryTimes } from './delivery-times.ts';
import { authenticate } from './handshake.ts';
import { createLive } from './live.ts';
import { isAllowedOrigin } from './origin.ts';
import { servePostSubscriptions } from './post-subscriptions.ts';
import { createPublisher } from './publish.ts';
import { openRedisFanOut } from './redis.ts';
import { createAdmission, refreshSockets } from './rooms.ts';
import { closeWhenItDoesNotRead, createConnectionCounter } from './socket-caps.ts';
import { createTokenBucket } from './token-bucket.ts';

const HEADS_EVERY_MS = 30_000;
/** While Redis is away, heads are all that tells of commits on other nodes. */
const HEADS_WHILE_DOWN_MS = 4_000;
const SOCKETS_PER_PERSON_MAX = 10;
/** Sockets that are closed at a time when the process is about to stop. */
const DRAIN_TOGETHER = 10;
/** After which a device asks again whether its address has a place. */
const FULL_RETRY_MS = 30_000;
const PACKET_BURST = { capacity: 30, perSecond: 30 };

export type Realtime = {
  /** Tells all sockets that may know it what was committed. Never throws: the log keeps it in any case. */
  publish: (commit: Commit) => void;
  /** Cuts the sockets of an ended session, on every node. */
  cutSession: (sessionId: string) => void;
  /** Tells all sockets of a person about their chat of strangers, on every node. */
  tellStranger: (userId: string, event: 'stranger:changed' | 'stranger:typing', chatId: string) => void;
  /** Looks after every socket of this node now, as it happens every 30 seconds anyway. */
  beat: () => Promise<void>;
  /** How many sockets of members this process has. */
  socketCount: () => number;
  /** Closes the sockets one after the other within this time, so that they do not all come back to other nodes at once. */
  drain: (withinMs: number) => Promise<void>;
  close: () => Promise<void>;
};

/**
 * Sockets: rooms are scopes (docs/architecture.md). They carry news and nothing else; what they lose is found by the gap in
 * the numbers or by the next heads.
 */
export const createRealtime = (
  httpServer: HttpServer,
  deps: RealtimeDeps & { redisUrl?: string | undefined; headsEveryMs?: number },
): Realtime => {
  const { clock, log } = deps;
  // The beats need the sockets, and the sockets this: what it tells, it tells later.
  const onFanOutChange = (isDown: boolean): void => (isDown ? beats.restart() : beats.now());
  const fanOut = deps.redisUrl === undefined ? null : openRedisFanOut(deps.redisUrl, log, onFanOutChange);
  const allowRequest = createHandshakeGate(deps);
  const io: RealtimeServer = new Server(httpServer, {
    ...(fanOut ? { adapter: fanOut.adapter } : {}),
    path: '/socket.io',
    serveClient: false,
    transports: ['websocket'],
    allowRequest,
    perMessageDeflate: false,
    maxHttpBufferSize: 64 * 1_024,
    connectTimeout: 5_000,
    // A half-open connection is found out within 18 seconds.
    pingInterval: 10_000,
    pingTimeout: 8_000,
  });

  const now = () => clock.now().getTime();
  const admission = guardAdmission(io, now);
  const authenticateSocket = authenticate(deps);
  io.use((socket, next) => {
    authenticateSocket(socket).then(
      () => next(),
      (error: unknown) => {
        next(error instanceof Error ? error : new Error('refused', { cause: error }));
        // Socket.IO writes the reason in the next tick, and would wait for another CONNECT packet.
        setImmediate(() => socket.conn.close());
      },
    );
  });

  io.on('sessionEnded', deps.sessionEndedElsewhere);

  const notPublished = (error: unknown): void => log.error({ err: error }, 'A commit could not be published');
  const publish = createPublisher(io, { db: deps.db, onError: notPublished });
  const admit = createAdmission(deps);
  const deliveries = createDeliveryTimes(() => performance.now());
  const live = createLive(io, deps);
  io.on('connection', (socket) => {
    admission.admit(socket.conn);
    const mayReceive = createTokenBucket(now, PACKET_BURST);
    // Before they are decoded, and also those that are no event.
    socket.conn.on('packet', () => {
      if (!mayReceive()) socket.disconnect(true);
    });
    // A connection without its socket is in no list that is limited.
    socket.on('disconnect', () => socket.conn.close());
    closeWhenItDoesNotRead(socket);
    live.serve(socket);
    servePostSubscriptions(socket, deps);
    socket.on('stored', (payload) => noteStored(deps, socket, payload, deliveries));
    admit(socket).then(
      () => {
        deps.observe?.connected((Date.now() - socket.handshake.issued) / 1_000);
        dropOldest(io, socket.data.userId);
        live.arrived(socket);
      },
      (error: unknown) => {
        log.error({ err: error }, 'A socket could not be taken in');
        // The client comes back by itself, and finds the database in a better state.
        socket.disconnect(true);
      },
    );
  });

  const beat = async (): Promise<void> => {
    const sockets = [...io.of('/').sockets.values()].filter(({ data }) => data.userId !== undefined);
    await refreshSockets(deps, sockets);
    await live.refresh(sockets);
  };
  const beats = startBeats(
    beat,
    () => (fanOut?.isDown() ? HEADS_WHILE_DOWN_MS : (deps.headsEveryMs ?? HEADS_EVERY_MS)),
    (error) => log.error({ err: error }, 'Heads could not be read'),
  );

  return {
    publish: (commit) => {
      try {
        deliveries.committed(commit.entries);
        publish(commit);
        live.onCommit(commit);
      } catch (error) {
        notPublished(error);
      }
    },
    cutSession: (sessionId) => {
      // A node that is alone has nobody to tell, and its adapter warns of the attempt.
      if (fanOut) io.serverSideEmit('sessionEnded');
      io.in(sessionRoom(sessionId)).emit('session:revoked', {});
      io.in(sessionRoom(sessionId)).disconnectSockets(true);
    },
    tellStranger: (userId, event, chatId) => {
      try {
        io.to(userScope(userId)).emit(event, { chatId });
      } catch (error) {
        log.error({ err: error }, 'A stranger could not be told');
      }
    },
    beat,
    socketCount: () => io.of('/').sockets.size,
    drain: async (withinMs) => {
      const connected = [...io.of('/').sockets.values()];
      for (const [index, socket] of connected.entries()) {
        socket.conn.close();
        if (index % DRAIN_TOGETHER === 0) await delay((withinMs * DRAIN_TOGETHER) / connected.length);
      }
    },
    close: async () => {
      beats.close();
      await io.close();
      fanOut?.close();
    },
  };
};

/**
 * Pages of other sites are answered 403; too many handshakes or sockets of one address, 429: nothing of it
 * reaches the session look-up. When the buckets cannot tell, the door stays open.
 */
const createHandshakeGate = ({
  allowedOrigins,
  addressOf,
  socketsPerAddress,
  takeHandshake,
  log,
}: RealtimeDeps) => {
  const connections = createConnectionCounter(socketsPerAddress);
  return (
    request: IncomingMessage,
    decide: (error: string | null | undefined, isAllowed: boolean) => void,
  ): void => {
    if (!isAllowedOrigin(request, allowedOrigins)) {
      decide(null, false);
      return;
    }
    const address = addressOf(request);
    const admitOrRefuse = (waitMs: number): void => {
      if (waitMs > 0) request.socket.end(tooMany(waitMs));
      else if (!connections.take(address, request.socket)) request.socket.end(tooMany(FULL_RETRY_MS));
      else decide(null, true);
    };
    takeHandshake(address).then(admitOrRefuse, (error: unknown) => {
      log.error({ err: error }, 'Handshakes could not be counted');
      admitOrRefuse(0);
    });
  };
};

const tooMany = (waitMs: number): string =>
  [
    'HTTP/1.1 429 Too Many Requests',
    `Retry-After: ${Math.ceil(waitMs / 1_000)}`,
    'Content-Length: 0',
    'Connection: close',
    '\r\n',
  ].join('\r\n');

/** A device says how far it has stored what it got: only for scopes it is in the room of. */
const noteStored = (
  { receipts, observe }: RealtimeDeps,
  socket: RealtimeSocket,
  payload: unknown,
  deliveries: ReturnType<typeof createDeliveryTimes>,
): void => {
  const parsed = clientEvents.stored.safeParse(payload);
  if (!parsed.success) return;
  for (const [scope, cursor] of Object.entries(parsed.data.cursors)) {
    if (!scope.startsWith('chat:') || !socket.rooms.has(scope)) continue;
    receipts.stored(socket.data.userId, scope.slice('chat:'.length), cursor);
    const seconds = deliveries.secondsTo(scope, cursor);
    if (seconds !== null) observe?.delivered(seconds);
  }
};

/** A person's oldest sockets make room: they are most likely broken connections that have not been noticed yet. */
const dropOldest = (io: RealtimeServer, userId: string): void => {
  const { rooms, sockets } = { rooms: io.of('/').adapter.rooms, sockets: io.of('/').sockets };
  const ids = [...(rooms.get(userScope(userId)) ?? [])];
  for (const id of ids.slice(0, Math.max(0, ids.length - SOCKETS_PER_PERSON_MAX)))
    sockets.get(id)?.disconnect(true);
};

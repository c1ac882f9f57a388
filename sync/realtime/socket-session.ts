import { auditTime, filter, Subject, type Subscription } from 'rxjs';
import {
  type ClientEvents,
  type Cursor,
  PROTOCOL_VERSION,
  type ScopeId,
  type SocketAuth,
  serverEvents,
} from '../../protocol/index.ts';
import type { Clock, Socket } from '../platform/ports.ts';
import type { Inbox } from './inbox.ts';
import { type LiveHub, STRANGER } from './live.ts';

/** "Delivered" moves at most this often. */
const STORED_MS = 2_000;
/** Cursors in one message: a member of a thousand chats says where they stand in 110 KB, and the server takes 64. */
const STORED_MAX = 200;
/** The server sends its heads on connect; a lost one is replaced by a pull. */
const HEADS_MS = 3_000;

export type SocketSession = {
  /** Where the tables stand has changed: the server may call it delivered. */
  moved(): void;
  /** The network may be back. */
  hurry(): void;
  close(): void;
};

export type SocketSessionOptions = {
  socket: Socket;
  clock: Clock;
  inbox: Inbox;
  live: LiveHub;
  deviceId: string;
  token: () => string | null;
  readCursors(): Promise<ReadonlyMap<ScopeId, Cursor>>;
  onConnection(isConnected: boolean): void;
  onNeedsPull(): void;
};

/** Holds one socket and turns what it says into entries of the inbox. It trusts nothing that it has not parsed. */
export const openSocketSession = (options: SocketSessionOptions): SocketSession => {
  const { socket, clock, inbox, live, deviceId, token } = options;
  let isClosed = false;
  let isConnected = false;
  const moves = new Subject<void>();
  /** What we have told this connection, scope by scope. */
  let told = new Map<ScopeId, Cursor>();
  let headsTimeout: Subscription | null = null;

  const handlers: Record<keyof typeof serverEvents, (payload: unknown) => void> = {
    changes(payload) {
      const entry = serverEvents.changes.safeParse(payload);
      if (entry.success) {
        inbox.receive(entry.data);
        for (const { table, row } of entry.data.changes)
          if (table === 'messages' && row?.senderId) live.receiveMessage(row.chatId, row.senderId);
      }
      // A shape we do not know is news all the same.
      else options.onNeedsPull();
    },
    heads(payload) {
      headsTimeout?.unsubscribe();
      headsTimeout = null;
      const heads = serverEvents.heads.safeParse(payload);
      if (heads.success) inbox.compare(heads.data);
      else options.onNeedsPull();
    },
    typing(payload) {
      const typing = serverEvents.typing.safeParse(payload);
      if (typing.success) live.receiveTyping(typing.data.chatId, typing.data.userId);
    },
    hint(payload) {
      const hint = serverEvents.hint.safeParse(payload);
      if (hint.success) live.receiveHint(hint.data);
    },
    presence(payload) {
      const presence = serverEvents.presence.safeParse(payload);
      if (presence.success) live.receivePresence(presence.data.userId, presence.data.isOnline);
    },
    'stranger:changed'(payload) {
      const changed = serverEvents['stranger:changed'].safeParse(payload);
      if (changed.success) live.receiveStrangerChange();
    },
    'stranger:typing'(payload) {
      const typing = serverEvents['stranger:typing'].safeParse(payload);
      if (typing.success) live.receiveTyping(typing.data.chatId, STRANGER);
    },
    // Only an answer over HTTP ends a session: the pull will get it.
    'session:revoked': () => options.onNeedsPull(),
  };
  const isServerEvent = (event: string): event is keyof typeof serverEvents =>
    Object.hasOwn(serverEvents, event);

  const auth = (): SocketAuth => ({ token: token() ?? '', deviceId, protocol: PROTOCOL_VERSION });
  const connection = socket.open(auth, {
    onConnect() {
      isConnected = true;
      told = new Map();
      options.onConnection(true);
      live.connect((event, payload) => connection.emit(event, payload));
      headsTimeout?.unsubscribe();
      headsTimeout = clock.schedule(() => {
        headsTimeout = null;
        options.onNeedsPull();
      }, HEADS_MS);
      moves.next();
    },
    onDisconnect() {
      const wasConnected = isConnected;
      isConnected = false;
      live.connect(null);
      headsTimeout?.unsubscribe();
      headsTimeout = null;
      if (isClosed || !wasConnected) return;
      options.onConnection(false);
    },
    onEvent(event, payload) {
      if (isServerEvent(event)) handlers[event](payload);
    },
  });

  const emitStored = async (): Promise<void> => {
    const cursors = await options.readCursors();
    const moved = [...cursors].filter(([scope, { epoch, seq }]) => {
      const known = told.get(scope);
      return known?.epoch !== epoch || known.seq !== seq;
    });
    for (let start = 0; start < moved.length; start += STORED_MAX) {
      if (!isConnected || isClosed) return;
      const part = moved.slice(start, start + STORED_MAX);
      const payload: Parameters<ClientEvents['stored']>[0] = { cursors: Object.fromEntries(part) };
      connection.emit('stored', payload);
      for (const [scope, cursor] of part) told.set(scope, cursor);
    }
  };

  const stored = moves
    .pipe(
      filter(() => isConnected),
      auditTime(STORED_MS, clock),
    )
    // A failure is met again, and reported, by the next write.
    .subscribe(() => void emitStored().catch(() => undefined));

  return {
    moved: () => moves.next(),
    hurry: () => connection.hurry(),
    close() {
      isClosed = true;
      live.connect(null);
      stored.unsubscribe();
      headsTimeout?.unsubscribe();
      connection.close();
    },
  };
};

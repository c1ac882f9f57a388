import type { IncomingMessage } from 'node:http';
import type { Server, Socket } from 'socket.io';
import type { ClientEvents, ServerEvents } from '../../protocol/index.ts';
import type { Database } from '../db/database.ts';
import type { SyncObserve } from '../metrics/sync-figures.ts';
import type { TokenLookups } from '../modules/auth/token-lookups.ts';
import type { Clock, ReceiptSink } from '../modules/sync/context.ts';

export type SocketData = {
  sessionId: string;
  userId: string;
  deviceId: string;
  /** The version that the device speaks. */
  protocol: number;
  /** Whose presence it asked for; whether it may know is asked anew at each beat. */
  watched?: string[];
};
/** What nodes tell each other. */
type NodeEvents = { sessionEnded: () => void };
export type RealtimeServer = Server<ClientEvents, ServerEvents, NodeEvents, SocketData>;
export type RealtimeSocket = Socket<ClientEvents, ServerEvents, NodeEvents, SocketData>;

export type Log = {
  info: (details: object, message: string) => void;
  error: (details: object, message: string) => void;
};

/** What sockets need from the process they run in. */
export type RealtimeDeps = {
  db: Database;
  clock: Clock;
  log: Log;
  receipts: ReceiptSink;
  tokens: TokenLookups;
  /** Whom a handshake counts for: one home or phone. */
  addressOf: (request: IncomingMessage) => string;
  /** Counts a handshake for its address: 0 when it may go on, else how long to wait in ms. */
  takeHandshake: (address: string) => Promise<number>;
  /** How many sockets an address may have open at this process. */
  socketsPerAddress: number;
  /** Where pages may come from that open a socket; a page of the server's own address always may. */
  allowedOrigins: readonly string[];
  /** Called when another node has ended a session: what is remembered of sessions is out of date. */
  sessionEndedElsewhere: () => void;
  /** Told of sockets, for whoever keeps figures. */
  observe?: Pick<SyncObserve, 'connected' | 'delivered'>;
};

/** The room of all sockets of a session: what is left when its person's other devices stay. */
export const sessionRoom = (sessionId: string): string => `session:${sessionId}`;

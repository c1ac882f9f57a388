import { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { RealtimeServer, RealtimeSocket } from './context.ts';
import { createTokenBucket } from './token-bucket.ts';

type Connection = RealtimeSocket['conn'];
type Packet = { type: string; data?: unknown };

/** A token of 200 characters, a device's id and a version, in JSON, with room to spare. */
const CONNECT_LENGTH_MAX = 2_048;
/** Pings of the WebSocket protocol itself, each of which is answered. No browser sends any. */
const PINGS = { capacity: 10, perSecond: 1 };

/** Socket.IO's CONNECT packet for the main namespace, with or without what a client says of itself. */
const isConnect = ({ type, data }: Packet): boolean =>
  type === 'message' && typeof data === 'string' && /^0(?:\{|$)/.test(data);

/** Any CONNECT packet, also for a namespace that does not exist. */
const isAnyConnect = ({ type, data }: Packet): boolean =>
  type === 'message' && typeof data === 'string' && data.startsWith('0');

/** Closes a connection at once. Socket.IO's decoder is taken off it by that, before the packet that is being read. */
const cut = (connection: Connection): void => {
  connection.close(true);
};

/**
 * What a connection may send before the server knows whose it is: one CONNECT packet for the main namespace, of limited
 * length, and nothing else. Socket.IO itself takes any number of them, each of which would be a look-up in the database.
 * Afterwards no second one.
 */
export const guardAdmission = (io: RealtimeServer, now: () => number) => {
  const admitted = new WeakSet<Connection>();

  const guard = (connection: Connection): void => {
    let hasAsked = false;
    connection.on('packet', (packet: Packet) => {
      if (admitted.has(connection)) {
        if (isAnyConnect(packet)) cut(connection);
        return;
      }
      const isFirst = !hasAsked;
      hasAsked = true;
      if (!isFirst || !isConnect(packet) || String(packet.data).length > CONNECT_LENGTH_MAX) cut(connection);
    });
    const mayPing = createTokenBucket(now, PINGS);
    const { request } = connection;
    // Once all is written. A caller that does not answer the closing handshake would otherwise hold it for 30 seconds.
    connection.once('close', () => request.socket.destroySoon());
    if ('websocket' in request && request.websocket instanceof EventEmitter)
      request.websocket.on('ping', () => {
        if (!mayPing()) cut(connection);
      });
  };

  io.engine.on('connection', guard);
  // A second transport of a connection would get past `allowRequest` with all its limits. There is only one transport.
  io.engine.use((request: IncomingMessage, _response: unknown, next: (error?: Error) => void) => {
    next(hasSid(request) ? new Error('Connections have one transport.') : undefined);
  });

  return {
    /** From now on the connection may send events. */
    admit: (connection: Connection): void => {
      admitted.add(connection);
    },
  };
};

const hasSid = ({ url = '' }: IncomingMessage): boolean =>
  new URLSearchParams(url.split('?', 2)[1]).has('sid');

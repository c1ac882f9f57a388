import type { Duplex } from 'node:stream';
import type { RealtimeSocket } from './context.ts';

/** What may wait in our memory for a socket that does not read. */
const WAITING_BYTES_MAX = 1_024 * 1_024;

/** Counts the open connections of each address, those too that never say who they are. */
export const createConnectionCounter = (most: number) => {
  const taken = new Map<string, number>();
  return {
    /** Takes a place until the connection closes. @returns false when the address has none left */
    take: (address: string, connection: Duplex): boolean => {
      const count = taken.get(address) ?? 0;
      if (count >= most) return false;
      taken.set(address, count + 1);
      connection.once('close', () => {
        const left = (taken.get(address) ?? 1) - 1;
        if (left > 0) taken.set(address, left);
        else taken.delete(address);
      });
      return true;
    },
  };
};

/**
 * Closes a socket for which too much waits: its client finds what it missed by the numbers when it comes back. Answering
 * the heartbeat proves nothing, because a client can do that without ever reading.
 */
export const closeWhenItDoesNotRead = ({ conn }: RealtimeSocket): void => {
  let waiting = 0;
  conn.on('packetCreate', ({ data = '' }: { data?: string }) => {
    const before = waiting;
    waiting += Buffer.byteLength(data);
    // A polite end would wait for what is not read; and not from within the sending that brought this packet.
    if (before <= WAITING_BYTES_MAX && waiting > WAITING_BYTES_MAX)
      setImmediate(() => conn.request.socket.destroy());
  });
  // All that waited has been given to the transport, which takes no more before the peer has read it.
  conn.on('drain', () => {
    waiting = 0;
  });
};

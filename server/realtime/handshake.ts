import { PROTOCOL_FLOOR, PROTOCOL_VERSION, ProtocolError, socketAuth } from '../../protocol/index.ts';
import type { Database } from '../db/database.ts';
import { findSession } from '../modules/auth/sessions.ts';
import type { RealtimeDeps, RealtimeSocket } from './context.ts';

/** Tells the client why, by the kind of the error: only `session_dead` means that it has to sign in again. */
class HandshakeError extends Error {
  readonly data: unknown;
  constructor({ detail }: ProtocolError) {
    super(detail.message);
    this.data = detail;
  }
}

/** Lets a socket in whose `auth` carries the token of a living session; the address never carries it. */
export const authenticate =
  ({ clock, tokens, addressOf, log }: RealtimeDeps) =>
  async (socket: RealtimeSocket): Promise<void> => {
    const address = addressOf(socket.request);
    const auth = socketAuth.safeParse(socket.handshake.auth);
    if (!auth.success)
      throw new HandshakeError(await tokens.refuse(address, new ProtocolError('validation')));
    const { token, deviceId, protocol } = auth.data;
    if (protocol < PROTOCOL_FLOOR || protocol > PROTOCOL_VERSION)
      throw new HandshakeError(new ProtocolError('upgrade_required'));
    const find = (given: string, db: Database) => findSession(db, given, clock.now());
    const session = await tokens.find(token, address, find).catch((error: unknown) => {
      if (error instanceof ProtocolError) throw new HandshakeError(error);
      log.error({ err: error }, 'A session could not be looked up for a socket');
      throw new HandshakeError(new ProtocolError('unavailable', { cause: error }));
    });
    if (session.isSuspended) throw new HandshakeError(new ProtocolError('suspended'));
    socket.data = { sessionId: session.id, userId: session.userId, deviceId, protocol };
  };

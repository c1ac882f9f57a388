import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { io, type Socket } from 'socket.io-client';
import { type ClientEvents, newId, PROTOCOL_VERSION, type ServerEvents } from '../../protocol/index.ts';
import { sessions } from '../db/schema.ts';
import { createReceipts } from '../jobs/receipts.ts';
import type { SyncObserve } from '../metrics/sync-figures.ts';
import { createSession } from '../modules/auth/sessions.ts';
import { createTokenLookups } from '../modules/auth/token-lookups.ts';
import type { Commit } from '../modules/sync/context.ts';
import { createRealtime } from '../realtime/create-realtime.ts';
import type { Person, World } from './world.ts';

export type TestSocket = Socket<ServerEvents, ClientEvents>;

/** A listening server with nothing but sockets; the world's commands publish through it. */
export const openSockets = async (
  world: World,
  options: {
    redisUrl?: string;
    takeHandshake?: () => Promise<number>;
    socketsPerAddress?: number;
    sessionEndedElsewhere?: () => void;
    observe?: Pick<SyncObserve, 'connected' | 'delivered'>;
  } = {},
) => {
  const server = createServer((_request, response) => response.writeHead(404).end());
  const { db, clock } = world;
  const errors: object[] = [];
  const publish = (commit: Commit): void => realtime.publish(commit);
  const receipts = createReceipts({ db, clock, publish });
  const realtime = createRealtime(server, {
    db,
    clock,
    receipts,
    log: { info: () => undefined, error: (details) => errors.push(details) },
    tokens: createTokenLookups(async () => 0, { db, visitorDb: db }),
    addressOf: () => 'here',
    sessionEndedElsewhere: () => undefined,
    takeHandshake: async () => 0,
    socketsPerAddress: 50,
    allowedOrigins: ['https://app.example'],
    ...options,
  });
  Object.assign(world.services, { publish, receipts });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const clients: TestSocket[] = [];

  const signIn = (person: Person) => createSession(db, person.id, 'Test device', clock.now());
  const connectWith = (auth: Record<string, unknown>, headers: Record<string, string> = {}): TestSocket => {
    const socket: TestSocket = io(url, {
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
      auth,
      extraHeaders: headers,
    });
    clients.push(socket);
    return socket;
  };
  return {
    realtime,
    receipts,
    url,
    errors,
    signIn,
    connectWith,
    /** A socket of this person that has received its first heads. */
    connect: async (person: Person, token?: string): Promise<TestSocket> => {
      const accessToken = token ?? (await signIn(person)).accessToken;
      const socket = connectWith({ token: accessToken, deviceId: newId(), protocol: PROTOCOL_VERSION });
      await nextEvent(socket, 'heads');
      return socket;
    },
    endAll: () => db.update(sessions).set({ revokedAt: clock.now() }),
    close: async (): Promise<void> => {
      for (const client of clients) client.disconnect();
      await realtime.close();
      server.close();
    },
  };
};

export const nextEvent = <E extends keyof ServerEvents>(
  socket: TestSocket,
  event: E,
): Promise<Parameters<ServerEvents[E]>[0]> =>
  new Promise((resolve, reject) => {
    const listener = (payload: Parameters<ServerEvents[E]>[0]): void => resolve(payload);
    // socket.io types its listeners per event name; for a generic one it needs the general shape.
    socket.once(event, listener as never);
    socket.once('disconnect', (reason) => reject(new Error(`disconnected: ${reason}`)));
    socket.once('connect_error', reject);
  });

import { type Cursor, userScope } from '../../protocol/index.ts';
import { answerTogether } from '../gather.ts';
import { listHeads } from '../modules/sync/scopes.ts';
import { type RealtimeDeps, type RealtimeSocket, sessionRoom } from './context.ts';
import { findLiving } from './queries.ts';

const BATCH = 200;
/** The version of the protocol that brought `isPartial`. */
const HEADS_IN_PARTS = 2;

/** Puts a socket into the rooms of the scopes that its person holds and takes it out of all others; answers whether it moved. */
const settle = async (socket: RealtimeSocket, heads: Record<string, Cursor>): Promise<boolean> => {
  const foreign = [...socket.rooms].filter((room) => room.startsWith('chat:') && !(room in heads));
  for (const room of foreign) await socket.leave(room);
  const missing = Object.keys(heads).filter((room) => !socket.rooms.has(room));
  await socket.join(missing);
  return foreign.length > 0 || missing.length > 0;
};

/** The heads of its scopes that each socket of this process was last sent. */
const toldOf = new WeakMap<RealtimeSocket, Readonly<Record<string, Cursor>>>();

/** All of it at first and when a scope is gone, afterwards what has moved. A version that does not know parts gets all. */
const tell = (socket: RealtimeSocket, heads: Record<string, Cursor>): void => {
  const told = socket.data.protocol < HEADS_IN_PARTS ? undefined : toldOf.get(socket);
  toldOf.set(socket, heads);
  if (told === undefined || Object.keys(told).some((scope) => heads[scope] === undefined)) {
    socket.emit('heads', { heads });
    return;
  }
  const moved = Object.entries(heads).filter(
    ([scope, { epoch, seq }]) => told[scope]?.seq !== seq || told[scope].epoch !== epoch,
  );
  socket.emit('heads', { heads: Object.fromEntries(moved), isPartial: true });
};

const cut = (socket: RealtimeSocket): void => {
  socket.emit('session:revoked', {});
  socket.disconnect(true);
};

/**
 * Checks sockets of this process against the database: ended sessions are cut, rooms follow the membership table, and
 * each socket is sent the heads of its scopes. At connect it is how a socket gets its rooms; at every beat it repairs what a
 * lost event, a Redis outage or a missed revocation left behind.
 */
export const refreshSockets = async (
  deps: Pick<RealtimeDeps, 'db' | 'clock'>,
  sockets: readonly RealtimeSocket[],
): Promise<void> => {
  for (let start = 0; start < sockets.length; start += BATCH)
    await refreshBatch(deps, sockets.slice(start, start + BATCH));
};

/**
 * Who joins or leaves a chat between the look at the database and the move of a socket would be put back to where they
 * were. So a socket that moved is looked at again, until what was read is what it is in. Heads are told only then: what is
 * committed in between either comes as an event or is in them.
 */
const refreshBatch = async (
  deps: Pick<RealtimeDeps, 'db' | 'clock'>,
  batch: readonly RealtimeSocket[],
): Promise<void> => {
  const { db, clock } = deps;
  const ids = batch.map(({ data }) => data.sessionId);
  const people = [...new Set(batch.map(({ data }) => data.userId))];
  const [living, headsByPerson] = await Promise.all([
    findLiving(db, ids, clock.now()),
    listHeads(db, people),
  ]);
  const moved: RealtimeSocket[] = [];
  for (const socket of batch) {
    const heads = headsByPerson.get(socket.data.userId);
    if (!heads || !living.has(socket.data.sessionId)) cut(socket);
    else if (socket.connected && (await settle(socket, heads))) moved.push(socket);
    else tell(socket, heads);
  }
  if (moved.length > 0) await refreshBatch(deps, moved);
};

/**
 * Takes new sockets in, those that come at the same time together: after a node has gone, a thousand come back at once. A
 * socket joins its own rooms before the first look at the database: a chat that comes then finds it.
 * @returns admits a socket, and resolves once it is in all its rooms
 */
export const createAdmission = (deps: Pick<RealtimeDeps, 'db' | 'clock'>) => {
  const refresh = answerTogether(BATCH, (sockets: readonly RealtimeSocket[]) =>
    refreshSockets(deps, sockets),
  );
  return async (socket: RealtimeSocket): Promise<void> => {
    const { userId, sessionId } = socket.data;
    await socket.join([userScope(userId), sessionRoom(sessionId)]);
    await refresh(socket);
  };
};

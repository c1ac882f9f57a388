import { and, eq, isNull, not, or, sql } from 'drizzle-orm';
import type { RemoteSocket } from 'socket.io';
import {
  chatScope,
  clientEvents,
  friendshipId,
  memberId,
  type ScopeEntry,
  type ServerEvents,
  savedMessagesId,
  userScope,
} from '../../protocol/index.ts';
import type { Database } from '../db/database.ts';
import { prepared } from '../db/prepared.ts';
import { chats, friendships, members, users } from '../db/schema.ts';
import { answerTogether } from '../gather.ts';
import { isBlockedBetween } from '../modules/friends/relation.ts';
import { hasSetting } from '../modules/settings/stored.ts';
import { findStranger } from '../modules/strangers/queries.ts';
import type { Commit } from '../modules/sync/context.ts';
import type { RealtimeDeps, RealtimeServer, RealtimeSocket, SocketData } from './context.ts';
import { createTokenBucket } from './token-bucket.ts';

/** A client sends one event every three seconds while its member types. */
const TYPING_BURST = { capacity: 4, perSecond: 1 };
const WATCH_BURST = { capacity: 10, perSecond: 1 };
/** A reload and a change of network do not count as leaving. */
const LEAVE_DELAY_MS = 5_000;
/** Sockets whose watches are looked up together. */
const TOGETHER = 200;

/** A socket of this node or, seen from here, of another one. */
type WatchingSocket = RealtimeSocket | RemoteSocket<ServerEvents, SocketData>;
type Watch = {
  /** Whom the person may watch, of those who are wanted. */
  allowed: readonly string[];
  gained: readonly string[];
  lost: readonly string[];
};

const presenceRoom = (userId: string): string => `presence:${userId}`;

/**
 * Typing and presence. Both are sent on sockets only and never stored or logged. A member who has switched "show when I am
 * online" off neither sends nor receives them; nor do two members with a block between them.
 */
export const createLive = (io: RealtimeServer, { db, clock, log }: RealtimeDeps) => {
  const guarded = (work: () => Promise<void>): void => {
    work().catch((error: unknown) => log.error({ err: error }, 'Typing or presence could not be told'));
  };

  const tellTyping = async (socket: RealtimeSocket, chatId: string): Promise<void> => {
    const { userId } = socket.data;
    if (!(await mayTellTyping(db, userId, chatId))) return;
    socket.to(chatScope(chatId)).except(userScope(userId)).emit('typing', { chatId, userId });
  };

  const isHere = async (userId: string): Promise<boolean> => {
    try {
      return (await io.in(userScope(userId)).fetchSockets()).length > 0;
    } catch {
      // The other nodes do not answer: use what this node knows.
      return (io.of('/').adapter.rooms.get(userScope(userId))?.size ?? 0) > 0;
    }
  };

  /** Joins the presence rooms that the member may subscribe to and leaves all others. @returns what has changed */
  const settleWatch = async (socket: WatchingSocket, mayWatch: MayWatch): Promise<Watch> => {
    const wanted = socket.data.watched ?? [];
    const allowed = wanted.filter((userId) => mayWatch(socket.data.userId, userId));
    const rooms = new Set(allowed.map(presenceRoom));
    const before = new Set([...socket.rooms].filter((room) => room.startsWith('presence:')));
    for (const room of before.difference(rooms)) await socket.leave(room);
    await socket.join([...rooms]);
    return {
      allowed,
      gained: allowed.filter((userId) => !before.has(presenceRoom(userId))),
      lost: wanted.filter((userId) => before.has(presenceRoom(userId)) && !allowed.includes(userId)),
    };
  };

  /** Sends offline for people who may not be watched any more, and the presence of those who may be again. */
  const resettle = async (sockets: readonly WatchingSocket[]): Promise<void> => {
    const watching = sockets.filter(({ data }) => data.watched?.length);
    for (let start = 0; start < watching.length; start += TOGETHER) {
      const some = watching.slice(start, start + TOGETHER);
      const mayWatch = await findWatchable(db, some.map(watchOf));
      for (const socket of some) {
        const { gained, lost } = await settleWatch(socket, mayWatch);
        for (const userId of lost) socket.emit('presence', { userId, isOnline: false });
        for (const userId of gained) socket.emit('presence', { userId, isOnline: await isHere(userId) });
      }
    }
  };

  const resettleRooms = async (rooms: readonly string[]): Promise<void> => {
    const sockets = await io
      .in([...rooms])
      .fetchSockets()
      // The other nodes do not answer: they check theirs with their next beat.
      .catch(() => io.local.in([...rooms]).fetchSockets());
    await resettle(sockets);
  };

  // After a node has gone, a thousand people come and watch at once.
  const mayWatchTogether = answerTogether(TOGETHER, (requests: readonly WatchRequest[]) =>
    findWatchable(db, requests),
  );
  const showsPresence = answerTogether(TOGETHER, async (userIds: readonly string[]) => {
    const showing = await findShowing(db).execute({ ids: [...new Set(userIds)] });
    return new Set(showing.map(({ id }) => id));
  });

  const tellPresence = async (userId: string, isThere: boolean): Promise<void> => {
    const isOnline = isThere && (await showsPresence(userId)).has(userId);
    io.to(presenceRoom(userId)).emit('presence', { userId, isOnline });
  };

  return {
    /** Listens to a new socket. */
    serve(socket: RealtimeSocket): void {
      const mayType = createTokenBucket(() => clock.now().getTime(), TYPING_BURST);
      const mayWatch = createTokenBucket(() => clock.now().getTime(), WATCH_BURST);
      socket.on('typing', (payload) => {
        const parsed = clientEvents.typing.safeParse(payload);
        if (!parsed.success || !mayType() || !socket.rooms.has(chatScope(parsed.data.chatId))) return;
        guarded(() => tellTyping(socket, parsed.data.chatId));
      });
      socket.on('stranger:typing', (payload) => {
        const parsed = clientEvents['stranger:typing'].safeParse(payload);
        if (!parsed.success || !mayType()) return;
        guarded(async () => {
          const { chatId } = parsed.data;
          const otherId = await findStranger(db, socket.data.userId, chatId);
          if (otherId) io.to(userScope(otherId)).emit('stranger:typing', { chatId });
        });
      });
      socket.on('watch', (payload) => {
        const parsed = clientEvents.watch.safeParse(payload);
        if (!parsed.success || !mayWatch()) return;
        socket.data.watched = parsed.data.userIds;
        guarded(async () => {
          const { allowed } = await settleWatch(socket, await mayWatchTogether(watchOf(socket)));
          for (const userId of parsed.data.userIds) {
            const isOnline = allowed.includes(userId) && (await isHere(userId));
            socket.emit('presence', { userId, isOnline });
          }
        });
      });
      socket.on('disconnect', () => {
        const { userId } = socket.data;
        const say = () => guarded(async () => tellPresence(userId, await isHere(userId)));
        setTimeout(say, LEAVE_DELAY_MS).unref();
      });
    },
    /** The member has joined the own room: subscribers are told. */
    arrived: (socket: RealtimeSocket): void => guarded(() => tellPresence(socket.data.userId, true)),
    /** After friendships, blocks or settings have changed, the subscriptions concerned are checked again at once. */
    onCommit({ entries }: Pick<Commit, 'entries'>): void {
      const rooms = entries.flatMap(roomsInDoubt);
      if (rooms.length > 0) guarded(() => resettleRooms(rooms));
    },
    /** Corrects what a lost event left behind: a subscription that is no longer allowed ends with the next beat. */
    refresh: (sockets: readonly RealtimeSocket[]): Promise<void> => resettle(sockets),
  };
};

/** The rooms whose sockets may watch others than before: the person's own, and of who turns a switch the watchers' too. */
const roomsInDoubt = ({ scope, changes }: ScopeEntry): string[] => {
  if (!scope.startsWith('user:')) return [];
  const tables = new Set(changes.map(({ table }) => table));
  if (tables.has('settings')) return [scope, presenceRoom(scope.slice('user:'.length))];
  return tables.has('friendships') || tables.has('blocks') ? [scope] : [];
};

const typist = sql`${sql.placeholder('userId')}::uuid`;
const otherInChat = sql`(select ${members.userId} from ${members} where ${members.chatId} = ${chats.id}
  and ${members.userId} <> ${typist} limit 1)`;
const findTypist = prepared('typing-may', (db, name) =>
  db
    .select({ id: users.id })
    .from(users)
    .innerJoin(chats, eq(chats.id, sql.placeholder('chatId')))
    .where(
      and(
        eq(users.id, typist),
        hasSetting('showPresence'),
        // The recipient of a message request shows no presence before accepting it.
        or(isNull(chats.requestedBy), eq(chats.requestedBy, typist)),
        sql`(${chats.type} <> 'PRIVATE' or not ${isBlockedBetween(typist, otherInChat)})`,
        sql`exists (select 1 from ${members} where ${members.id} = ${sql.placeholder('memberId')} and ${members.leftAt} is null)`,
      ),
    )
    .prepare(name),
);

const mayTellTyping = async (db: Database, userId: string, chatId: string): Promise<boolean> => {
  if (chatId === savedMessagesId(userId)) return false;
  const [row] = await findTypist(db).execute({ userId, chatId, memberId: memberId(chatId, userId) });
  return row !== undefined;
};

type WatchRequest = { watcherId: string; wanted: readonly string[] };
/** Whether a person is told when another one is there. */
type MayWatch = (watcherId: string, userId: string) => boolean;

const watchOf = ({ data }: WatchingSocket): WatchRequest => ({
  watcherId: data.userId,
  wanted: data.watched ?? [],
});

const findShowing = prepared('presence-showing', (db, name) =>
  db
    .select({ id: users.id })
    .from(users)
    .where(and(sql`${users.id} = any(${sql.placeholder('ids')}::uuid[])`, hasSetting('showPresence')))
    .prepare(name),
);

const findFriendPairs = prepared('presence-friends', (db, name) =>
  db
    .select({ id: friendships.id })
    .from(friendships)
    .where(
      and(
        sql`${friendships.id} = any(${sql.placeholder('ids')}::uuid[])`,
        eq(friendships.status, 'APPROVED'),
        isNull(friendships.deletedAt),
        not(isBlockedBetween(friendships.requesterId, friendships.requesteeId)),
      ),
    )
    .prepare(name),
);

/** Friends tell each other, if both show when they are there. Two statements, for any number of watchers. */
const findWatchable = async (db: Database, requests: readonly WatchRequest[]): Promise<MayWatch> => {
  const asked = requests.filter(({ wanted }) => wanted.length > 0);
  if (asked.length === 0) return () => false;
  const people = new Set(asked.flatMap(({ watcherId, wanted }) => [watcherId, ...wanted]));
  const pairs = asked.flatMap(({ watcherId, wanted }) =>
    wanted.map((userId) => ({ watcherId, userId, id: friendshipId(watcherId, userId) })),
  );
  const showing = new Set((await findShowing(db).execute({ ids: [...people] })).map(({ id }) => id));
  const friends = await findFriendPairs(db).execute({ ids: [...new Set(pairs.map(({ id }) => id))] });
  const befriended = new Set(friends.map(({ id }) => id));
  const allowed = new Set(
    pairs
      .filter(
        ({ watcherId, userId, id }) => showing.has(watcherId) && showing.has(userId) && befriended.has(id),
      )
      .map(({ watcherId, userId }) => `${watcherId} ${userId}`),
  );
  return (watcherId, userId) => allowed.has(`${watcherId} ${userId}`);
};

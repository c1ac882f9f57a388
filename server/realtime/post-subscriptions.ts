import { clientEvents } from '../../protocol/index.ts';
import { readSnapshot } from '../db/database.ts';
import { readPosts } from '../modules/posts/queries.ts';
import type { PostHint } from '../modules/sync/context.ts';
import type { RealtimeDeps, RealtimeServer, RealtimeSocket } from './context.ts';
import { createTokenBucket } from './token-bucket.ts';

/** Scrolling changes what is on a screen; a client sends `look` at most once a second. */
const SUBSCRIBE_BURST = { capacity: 10, perSecond: 1 };

const FEED_ROOM = 'feed';
const postRoom = (id: string): string => `post:${id}`;

/** Subscribes a socket to hints about the posts on its screen, as far as its member may read them. */
export const servePostSubscriptions = (socket: RealtimeSocket, { db, clock, log }: RealtimeDeps): void => {
  const maySubscribe = createTokenBucket(() => clock.now().getTime(), SUBSCRIBE_BURST);
  socket.on('look', (payload) => {
    const parsed = clientEvents.look.safeParse(payload);
    if (!parsed.success || !maySubscribe()) return;
    const { postIds, isFeed } = parsed.data;
    const settle = async (): Promise<void> => {
      const readable = await readSnapshot(db, (tx) => readPosts(tx, socket.data.userId, postIds));
      const rooms = new Set(readable.map(({ post }) => postRoom(post.id)));
      if (isFeed) rooms.add(FEED_ROOM);
      for (const room of socket.rooms) {
        const isPostRoom = room === FEED_ROOM || room.startsWith('post:');
        if (isPostRoom && !rooms.has(room)) await socket.leave(room);
      }
      await socket.join([...rooms]);
    };
    settle().catch((error: unknown) => log.error({ err: error }, 'A subscription to posts failed'));
  });
};

/** A hint names posts only; whether they may still be read is decided when they are fetched. */
export const publishHints = (io: RealtimeServer, hints: readonly PostHint[]): void => {
  for (const { postId } of hints) io.to(postRoom(postId)).emit('hint', { postIds: [postId], isFeed: false });
  if (hints.some(({ isNew }) => isNew)) io.to(FEED_ROOM).emit('hint', { postIds: [], isFeed: true });
};

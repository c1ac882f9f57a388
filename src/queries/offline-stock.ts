import type { Media } from '../../protocol/index.ts';
import type { Engine } from '../../sync/index.ts';

const POSTS_MAX = 150;
const CHATS_MAX = 30;
const MESSAGES_PER_CHAT = 60;

/** Chats in the order in which they were last written in. */
export const readRecentChats = async ({ db }: Pick<Engine, 'db'>): Promise<string[]> => {
  const chats = await db.chats.toArray();
  return chats
    .sort((a, b) => (b.lastMessageAt ?? '').localeCompare(a.lastMessageAt ?? ''))
    .slice(0, CHATS_MAX)
    .map(({ id }) => id);
};

/** A picture as a screen asks for it. */
export type StockPicture = { id: string; isWide: boolean; size: number };

const picturesOf = (media: readonly Media[], isWide: boolean): StockPicture[] =>
  media.flatMap(({ id, kind, state, posterId, size }) => {
    const pictureId = kind === 'image' ? id : kind === 'video' ? posterId : null;
    if (pictureId === null || state !== 'ready') return [];
    return [{ id: pictureId, isWide: isWide || media.length === 1, size: size ?? 0 }];
  });

/** What the posts and chats of this device show, the newest first. */
export const readPictures = async (
  engine: Pick<Engine, 'db'>,
  { withPosts, withChats }: { withPosts: boolean; withChats: boolean },
): Promise<StockPicture[]> => {
  const { db } = engine;
  const found: StockPicture[] = [];
  if (withPosts) {
    const posts = await db.posts.orderBy('createdAt').reverse().limit(POSTS_MAX).toArray();
    found.push(...posts.flatMap(({ media }) => picturesOf(media, true)));
  }
  if (withChats) {
    for (const chatId of await readRecentChats(engine)) {
      const messages = await db.messages
        .where('[chatId+order]')
        .between([chatId, -Infinity], [chatId, Infinity])
        .reverse()
        .limit(MESSAGES_PER_CHAT)
        .toArray();
      for (const { media, preview } of messages) {
        found.push(...picturesOf(media, false));
        const { id, size } = preview?.picture ?? {};
        if (id !== undefined) found.push({ id, isWide: false, size: size ?? 0 });
      }
    }
  }
  return [...new Map(found.map((picture) => [`${picture.id} ${picture.isWide}`, picture])).values()];
};

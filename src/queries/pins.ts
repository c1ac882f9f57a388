import { filePath, type Media } from '../../protocol/index.ts';
import { type ListId, type LocalTables, listId } from '../../sync/index.ts';
import { GRID_WIDTH, WIDE_WIDTH } from '../features/media/widths.ts';
import { useLocalQuery } from './use-local-query.ts';

/** What is kept of one account's pictures because somebody asked for it may not fill a phone. */
const KEPT_MAX_BYTES = 200_000_000;
const MESSAGES_PER_CHAT = 300;

export const pinOfPost = (postId: string): ListId => listId('post', postId);
export const pinOfChat = (chatId: string): ListId => listId('messages', chatId);

/** Whether a chat or post stays on this device. */
export function useIsPinned(list: ListId): boolean | undefined {
  return useLocalQuery({
    name: `pin ${list}`,
    stores: ['pins'],
    read: async (db) => (await db.pins.get(list)) !== undefined,
  });
}

/** Where the screens look for what these show: a picture small and in full, a video with its still, a voice message. */
const addressesOf = (media: readonly Media[], isWide: boolean): { path: string; size: number }[] => {
  const width = isWide || media.length === 1 ? WIDE_WIDTH : GRID_WIDTH;
  return media
    .filter(({ state }) => state === 'ready')
    .flatMap(({ id, kind, posterId, size, waveform }) => {
      const full = { path: filePath(id), size: size ?? 0 };
      if (kind === 'image') return [{ path: filePath(id, width), size: 0 }, full];
      if (waveform !== undefined) return [full];
      if (kind !== 'video') return [];
      const stills = posterId === null ? [] : [width, WIDE_WIDTH].map((one) => filePath(posterId, one));
      return [...stills.map((path) => ({ path, size: 0 })), full];
    });
};

/** The addresses of all that pinned chats and posts show, the newest of each first. */
export const readPinnedPaths = async (db: LocalTables): Promise<string[]> => {
  const pins = await db.pins.toArray();
  const found: { path: string; size: number }[] = [];
  for (const { list } of pins) {
    const [kind = '', key = ''] = list.split(':');
    if (kind === 'post') found.push(...addressesOf((await db.posts.get(key))?.media ?? [], true));
    if (kind !== 'messages') continue;
    const messages = await db.messages
      .where('[chatId+order]')
      .between([key, -Infinity], [key, Infinity])
      .reverse()
      .limit(MESSAGES_PER_CHAT)
      .toArray();
    for (const { media, preview } of messages) {
      found.push(...addressesOf(media, false));
      if (preview?.picture) found.push({ path: filePath(preview.picture.id, GRID_WIDTH), size: 0 });
    }
  }
  let bytes = 0;
  const paths = new Set<string>();
  for (const { path, size } of found) {
    bytes += size;
    if (bytes > KEPT_MAX_BYTES) break;
    paths.add(path);
  }
  return [...paths];
};

/** The same, live; one text, so that nothing happens while it stays the same. */
export function usePinnedPaths(): string | undefined {
  return useLocalQuery({
    name: 'pinned paths',
    stores: ['messages', 'pins', 'posts'],
    read: async (db) => (await readPinnedPaths(db)).join('\n'),
  });
}

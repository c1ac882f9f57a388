import { filePath } from '../../../protocol/index.ts';
import { type Engine, listId } from '../../../sync/index.ts';
import { readPictures, readRecentChats, type StockPicture } from '../../queries/offline-stock.ts';
import { GRID_WIDTH, WIDE_WIDTH } from './widths.ts';

export type Wishes = {
  readonly withChats: boolean;
  readonly withPosts: boolean;
  readonly withPictures: boolean;
  /** What pictures may weigh together. */
  readonly maxBytes: number;
};

/** What is on the device for a day without a network. */
export type Readiness = {
  readonly chats: number;
  readonly posts: boolean;
  readonly pictures: number;
  /** Pictures that there would be if size and network had allowed. */
  readonly wantedPictures: number;
  readonly bytes: number;
};

const FEED_PAGES = 3;

/** The worker keeps what is fetched with this header as it keeps what a screen has shown. */
const KEEP = { 'x-keep': '1' };

/**
 * Brings chats, posts and their pictures onto the device, the newest first, up to a size.
 * @param onProgress called with the share that is done, from 0 to 1
 */
export const getReady = async (
  engine: Engine,
  { withChats, withPosts, withPictures, maxBytes }: Wishes,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (share: number) => void },
): Promise<Readiness> => {
  const chats = withChats ? await readRecentChats(engine) : [];
  const steps = (withPosts ? FEED_PAGES : 0) + chats.length;
  const textShare = withPictures ? 0.4 : 1;
  let done = 0;
  const step = (): void => {
    done += 1;
    onProgress((done / Math.max(1, steps)) * textShare);
  };
  if (withPosts) {
    await engine.loadNewest(listId('feed', 'all'));
    step();
    for (let page = 1; page < FEED_PAGES && !signal.aborted; page += 1) {
      await engine.loadOlder(listId('feed', 'all'));
      step();
    }
  }
  for (const chatId of chats) {
    if (signal.aborted) break;
    await engine.loadOlderMessages(chatId);
    step();
  }
  const wanted = withPictures ? await readPictures(engine, { withPosts, withChats }) : [];
  let pictures = 0;
  let bytes = 0;
  for (const [at, picture] of wanted.entries()) {
    if (signal.aborted || bytes >= maxBytes) break;
    const size = await keepPicture(picture, signal);
    if (size !== null) pictures += 1;
    bytes += size ?? 0;
    onProgress(textShare + ((at + 1) / wanted.length) * (1 - textShare));
  }
  onProgress(1);
  return { chats: chats.length, posts: withPosts, pictures, wantedPictures: wanted.length, bytes };
};

const keepPicture = async ({ id, isWide }: StockPicture, signal: AbortSignal): Promise<number | null> => {
  const address = filePath(id, isWide ? WIDE_WIDTH : GRID_WIDTH);
  try {
    const answer = await fetch(address, {
      headers: { ...KEEP, accept: 'image/avif,image/webp,*/*' },
      signal,
    });
    return answer.ok ? (await answer.blob()).size : null;
  } catch {
    return null;
  }
};

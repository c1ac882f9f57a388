import type { PostAuthor, PostRow, UserRow } from '../../protocol/index.ts';
import {
  type CoverageRow,
  type ListId,
  type LocalDatabase,
  listId,
  type OutboxRow,
  type OutboxRowOf,
  type PostDraftRow,
  postsBy,
  writtenPost,
} from '../../sync/index.ts';
import { useEngine } from '../session/services.tsx';
import { newerProfile, usersById } from './people.ts';
import { pinOfPost } from './pins.ts';
import { useLocalQuery } from './use-local-query.ts';

/** What has become of something I wrote: `settled` is everything that needs no mark. */
export type WriteState = 'queued' | 'sending' | 'failed' | 'settled';

export type FeedPost = {
  readonly post: PostRow;
  /** Null when nobody may know: behind an alias. */
  readonly person: UserRow | null;
  readonly isMine: boolean;
  readonly isLiked: boolean;
  /** Stays on this device whatever else has to leave. */
  readonly isPinned: boolean;
  readonly state: WriteState;
  /** The mutation that was refused. */
  readonly failed: OutboxRowOf<'createPost'> | null;
};

export type Feed = {
  readonly posts: readonly FeedPost[];
  /** How many stand above the place that was shown. */
  readonly newAbove: number;
  /** The newest place there is, to be shown next. */
  readonly newest: string | null;
  /** `unknown`: this device has never loaded the list. */
  readonly end: 'stored' | 'gap' | 'complete' | 'unknown';
};

export type FeedKind = 'all' | 'mine';

export const placeOf = (post: Pick<PostRow, 'createdAt' | 'id'>): string => `${post.createdAt}|${post.id}`;

const isCreate = (row: OutboxRow): row is OutboxRowOf<'createPost'> => row.name === 'createPost';

export const writeStateOf = (row: Pick<OutboxRow, 'state'> | undefined): WriteState => {
  if (row === undefined || row.state === 'acked') return 'settled';
  if (row.state === 'rejected' || row.state === 'parked') return 'failed';
  return row.state === 'sending' ? 'sending' : 'queued';
};

type Context = {
  readonly me: string;
  readonly users: ReadonlyMap<string, UserRow>;
  readonly liked: ReadonlySet<string>;
  readonly pinned: ReadonlySet<string>;
  readonly creations: ReadonlyMap<string, OutboxRowOf<'createPost'>>;
};

/** The face of an author: mine as this device knows it, anybody else's as the row carries it. */
const personOf = (author: PostAuthor | null, creatorId: string | null, context: Context): UserRow | null => {
  if (author === null || author.kind === 'anonymous' || author.kind === 'author') return null;
  if (creatorId === context.me) return context.users.get(context.me) ?? null;
  return author.kind === 'person' ? newerProfile(author.user, context.users.get(author.user.id)) : null;
};

const toFeedPost = (post: PostRow, context: Context): FeedPost => {
  const creation = context.creations.get(post.id);
  const state = writeStateOf(creation);
  return {
    // What a device has stored before posts had pictures has none.
    post: { ...post, media: post.media ?? [] },
    person: personOf(post.author, post.creatorId, context),
    isMine: post.creatorId === context.me,
    isLiked: context.liked.has(post.id),
    isPinned: context.pinned.has(pinOfPost(post.id)),
    state,
    failed: state === 'failed' && creation ? creation : null,
  };
};

const readContext = async (db: LocalDatabase, me: string, posts: readonly PostRow[]): Promise<Context> => {
  const [outbox, likes, pins] = await Promise.all([
    db.outbox.toArray(),
    db.likes.toArray(),
    db.pins.toArray(),
  ]);
  const authors = posts.flatMap(({ author }) => (author?.kind === 'person' ? author.user.id : []));
  const users = await usersById(db, [me, ...authors]);
  return {
    me,
    users,
    liked: new Set(likes.map((like) => like.postId)),
    pinned: new Set(pins.map((pin) => pin.list)),
    creations: new Map(outbox.filter(isCreate).map((row) => [row.args.id, row])),
  };
};

/** The stretch of a list that is shown: the one that holds the place where the reader was, or the newest. */
const rangeShown = (coverage: CoverageRow | undefined, shownTo: string | null) => {
  const ranges = coverage?.ranges ?? [];
  const held = shownTo === null ? undefined : ranges.find(({ from, to }) => from <= shownTo && shownTo <= to);
  return held ?? ranges.at(-1);
};

/** What stands below the last post that is held. A list that was asked for and is empty is complete. */
const endOf = (
  coverage: CoverageRow | undefined,
  range: CoverageRow['ranges'][number] | undefined,
): Feed['end'] => {
  if (coverage?.refreshedAt == null) return 'unknown';
  if (range === undefined) return 'complete';
  return coverage.start !== null && range.from <= coverage.start ? 'complete' : 'gap';
};

const newestFirst = (a: PostRow, b: PostRow): number => (placeOf(a) < placeOf(b) ? 1 : -1);

const readAll = async (
  db: LocalDatabase,
  me: string,
  limit: number,
  shownTo: string | null,
): Promise<Feed> => {
  const coverage = await db.coverage.get(feedList('all', me));
  const [stored, hides, mutes] = await Promise.all([
    db.posts.toArray(),
    db.hiddenPosts.toArray(),
    db.authorMutes.toArray(),
  ]);
  const context = await readContext(db, me, stored);
  const hidden = new Set(hides.map((hide) => hide.postId));
  const muted = new Set(mutes.map((mute) => mute.userId));
  // Behind an alias there is no creator: what somebody posts anonymously stays, or its absence would name them.
  const isMuted = ({ creatorId }: PostRow) => creatorId !== null && muted.has(creatorId);
  const range = rangeShown(coverage, shownTo);
  const held = new Set(stored.map((post) => post.id));
  const refused = [...context.creations.values()].filter(
    (row) => writeStateOf(row) === 'failed' && !held.has(row.args.id),
  );
  const rows = [...stored, ...refused.map((row) => writtenPost(row, me))]
    .filter((post) => post.deletedAt === null && !hidden.has(post.id) && !isMuted(post))
    .sort(newestFirst);
  const from = range?.from ?? '';
  const top = shownTo ?? range?.to ?? '';
  const ranges = coverage?.ranges ?? [];
  const isListed = (place: string) => ranges.some((one) => one.from <= place && place <= one.to);
  const shown = rows.filter((post) => {
    const place = placeOf(post);
    if (post.creatorId === me) return place >= from;
    return place >= from && place <= top && isListed(place);
  });
  const above = rows.filter(
    (post) => post.creatorId !== me && placeOf(post) > top && isListed(placeOf(post)),
  );
  const newest = ranges.at(-1)?.to;
  return {
    posts: shown.slice(0, limit).map((post) => toFeedPost(post, context)),
    newAbove: above.length,
    newest: typeof newest === 'string' ? newest : null,
    end: shown.length > limit ? 'stored' : endOf(coverage, range),
  };
};

/** The newest place of the feed that this device holds. */
export const readNewestPlace = async (db: LocalDatabase): Promise<string | null> => {
  const newest = (await db.coverage.get(listId('feed', 'all')))?.ranges.at(-1)?.to;
  return typeof newest === 'string' ? newest : null;
};

/** Every list of posts is a window; which one a screen shows. */
export const feedList = (kind: FeedKind, me: string): ListId =>
  listId('feed', kind === 'mine' ? postsBy(me) : 'all');

/** What I have posted, as far down as it is held. */
export const readMine = async (db: LocalDatabase, me: string, limit: number): Promise<Feed> => {
  const coverage = await db.coverage.get(feedList('mine', me));
  const stored = await db.posts.where('creatorId').equals(me).toArray();
  const context = await readContext(db, me, stored);
  const held = new Set(stored.map((post) => post.id));
  const refused = [...context.creations.values()].filter(
    (row) => writeStateOf(row) === 'failed' && !held.has(row.args.id),
  );
  const range = coverage?.ranges[0];
  const end = endOf(coverage, range);
  // A like brings one's old post to the device on its own: it waits for the page that it stands on.
  const from = end === 'gap' && range !== undefined ? range.from : '';
  const rows = [
    ...stored.filter((post) => post.deletedAt === null && placeOf(post) >= from),
    ...refused.map((row) => writtenPost(row, me)),
  ].sort(newestFirst);
  return {
    posts: rows.slice(0, limit).map((post) => toFeedPost(post, context)),
    newAbove: 0,
    newest: null,
    // A full disk takes what is known of the list, and leaves one's own posts: there may be more of them.
    end: rows.length > limit ? 'stored' : end === 'unknown' ? (stored.length > 0 ? 'gap' : 'complete') : end,
  };
};

/** What stands in the feed, newest first, down from the place where the reader was. */
export function useFeed(kind: FeedKind, limit: number, shownTo: string | null): Feed | undefined {
  const { userId } = useEngine();
  return useLocalQuery({
    name: `feed ${kind} ${shownTo ?? ''}`,
    stores: ['authorMutes', 'coverage', 'hiddenPosts', 'likes', 'outbox', 'pins', 'posts', 'users'],
    read: (db) => (kind === 'mine' ? readMine(db, userId, limit) : readAll(db, userId, limit, shownTo)),
    extent: limit,
  });
}

/** A post that this device holds, for its own page; null when it does not. */
export function usePost(id: string): FeedPost | null | undefined {
  const { userId } = useEngine();
  return useLocalQuery({
    name: `post ${id}`,
    stores: ['likes', 'outbox', 'pins', 'posts', 'users'],
    read: async (db) => {
      const post = await db.posts.get(id);
      const context = await readContext(db, userId, post ? [post] : []);
      const creation = context.creations.get(id);
      if (post) return toFeedPost(post, context);
      return creation && writeStateOf(creation) === 'failed'
        ? toFeedPost(writtenPost(creation, userId), context)
        : null;
    },
  });
}

/** My deleted posts, the one deleted last first. */
export function useBin(): readonly PostRow[] | undefined {
  const { userId } = useEngine();
  return useLocalQuery({
    name: 'bin',
    stores: ['posts'],
    read: async (db) => {
      const own = await db.posts.where('creatorId').equals(userId).toArray();
      return own
        .filter((post) => post.deletedAt !== null)
        .sort((a, b) => (b.deletedAt ?? '').localeCompare(a.deletedAt ?? ''));
    },
  });
}

/** Posts that are not finished, the one touched last first. */
export function usePostDrafts(): readonly PostDraftRow[] | undefined {
  return useLocalQuery({
    name: 'post drafts',
    stores: ['postDrafts'],
    read: async (db) => (await db.postDrafts.toArray()).sort((a, b) => b.updatedAt - a.updatedAt),
  });
}

/** One draft, read once: from then on the form knows better. */
export const readPostDraft = (db: LocalDatabase, id: string): Promise<PostDraftRow | undefined> =>
  db.postDrafts.get(id);

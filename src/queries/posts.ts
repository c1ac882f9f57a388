import type { PostAuthor, PostRow, UserRow } from '../../protocol/index.ts';
import {
  isReadable,
  type LocalTables,
  type OutboxRow,
  type OutboxRowOf,
  type PostDraftRow,
  type PostDraftVersion,
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
  /** Null behind an alias. */
  readonly person: UserRow | null;
  readonly isMine: boolean;
  readonly isLiked: boolean;
  /** Stays on this device whatever else has to leave. */
  readonly isPinned: boolean;
  readonly state: WriteState;
  /** The mutation that was refused. */
  readonly failed: OutboxRowOf<'createPost'> | null;
  /** An edit of mine that was refused; the post stands as it was. */
  readonly refusedEdit: OutboxRowOf<'updatePost'> | null;
};

export const placeOf = (post: Pick<PostRow, 'createdAt' | 'id'>): string => `${post.createdAt}|${post.id}`;

export const isCreate = (row: OutboxRow): row is OutboxRowOf<'createPost'> => row.name === 'createPost';

const isRefusedEdit = (row: OutboxRow): row is OutboxRowOf<'updatePost'> =>
  row.name === 'updatePost' && isReadable(row) && writeStateOf(row) === 'failed';

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
  readonly refusedEdits: ReadonlyMap<string, OutboxRowOf<'updatePost'>>;
};

/** The face of an author: mine as this device knows it, anybody else's as the row carries it. */
const personOf = (author: PostAuthor | null, creatorId: string | null, context: Context): UserRow | null => {
  if (author === null || author.kind === 'anonymous' || author.kind === 'author') return null;
  if (creatorId === context.me) return context.users.get(context.me) ?? null;
  return author.kind === 'person' ? newerProfile(author.user, context.users.get(author.user.id)) : null;
};

export const toFeedPost = (post: PostRow, context: Context): FeedPost => {
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
    refusedEdit: context.refusedEdits.get(post.id) ?? null,
  };
};

/** What the device knows beside some posts; what they are shown with. */
export const readContext = async (
  db: LocalTables,
  me: string,
  posts: readonly PostRow[],
  { outbox, pins }: { outbox: readonly OutboxRow[]; pins: readonly { readonly list: string }[] },
): Promise<Context> => {
  const authors = posts.flatMap(({ author }) => (author?.kind === 'person' ? author.user.id : []));
  const [users, likes] = await Promise.all([
    usersById(db, [me, ...authors]),
    db.likes
      .where('postId')
      .anyOf(posts.map(({ id }) => id))
      .toArray(),
  ]);
  return {
    me,
    users,
    liked: new Set(likes.map((like) => like.postId)),
    pinned: new Set(pins.map((pin) => pin.list)),
    creations: new Map(outbox.filter(isCreate).map((row) => [row.args.id, row])),
    refusedEdits: new Map(outbox.filter(isRefusedEdit).map((row) => [row.args.id, row])),
  };
};

/** A post that this device holds, for its own page; null when it does not. */
export function usePost(id: string): FeedPost | null | undefined {
  const { userId } = useEngine();
  return useLocalQuery({
    name: `post ${id}`,
    stores: ['likes', 'outbox', 'pins', 'posts', 'users'],
    read: async (db) => {
      const [post, outbox, pins] = await Promise.all([
        db.posts.get(id),
        db.outbox.toArray(),
        db.pins.toArray(),
      ]);
      const context = await readContext(db, userId, post ? [post] : [], { outbox, pins });
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

/** What a draft said before, newest first. */
export function usePostDraftVersions(id: string): readonly PostDraftVersion[] | undefined {
  return useLocalQuery({
    name: `versions ${id}`,
    stores: ['postDrafts'],
    read: async (db) => (await db.postDrafts.get(id))?.versions ?? [],
  });
}

/** One draft as it changes, also from another tab; undefined while it is read, null: none. */
export function useStoredPostDraft(id: string): PostDraftRow | null | undefined {
  return useLocalQuery({
    name: `post draft ${id}`,
    stores: ['postDrafts'],
    read: async (db) => (await db.postDrafts.get(id)) ?? null,
  });
}

/** One draft as it is now. */
export const readPostDraft = (db: LocalTables, id: string): Promise<PostDraftRow | undefined> =>
  db.postDrafts.get(id);

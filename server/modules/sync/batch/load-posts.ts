import { and, asc, isNull, sql } from 'drizzle-orm';
import type { Transaction } from '../../../db/database.ts';
import { prepared } from '../../../db/prepared.ts';
import { blocks, comments, hiddenPosts, likes, posts, secrets, users } from '../../../db/schema.ts';
import type { StoredComment } from '../../comments/presenter.ts';
import type { StoredBlock } from '../../friends/presenter.ts';
import { aliasKey } from '../../posts/alias.ts';
import type { StoredHide, StoredLike, StoredPost } from '../../posts/presenter.ts';
import type { StoredUser } from '../../users/presenter.ts';
import { WorkingRows } from './working-rows.ts';

/** A post and somebody who marks it. */
export type PostKey = { postId: string; userId: string };

/** What a mutation about posts rests on. */
export type PostNeeds = {
  /** Posts that change, or that must not change until this is committed. */
  posts?: readonly string[];
  /** Comments of them: the lock of the post covers them. */
  comments?: readonly string[];
  /** Likes and hides of them, which the lock covers as well. */
  likes?: readonly PostKey[];
  hides?: readonly PostKey[];
  /** People, besides the authors of what is loaded; and the blocks between all of them. */
  people?: readonly string[];
  /** The key that aliases are made with. */
  aliasKey?: boolean;
};

export type PostState = {
  posts: WorkingRows<StoredPost>;
  comments: WorkingRows<StoredComment>;
  /** By post and person: `pairOf`. */
  likes: WorkingRows<StoredLike>;
  hides: WorkingRows<StoredHide>;
  people: WorkingRows<StoredUser>;
  aliasKey: string | null;
};

/** Names a post together with a person. */
export const pairOf = ({ postId, userId }: PostKey): string => `${postId} ${userId}`;

const ids = sql.placeholder('ids');
const isOneOf = (column: (typeof posts | typeof comments)['id']) => sql`${column} = any(${ids}::uuid[])`;

/** Sorted, as all locks of a batch. */
const lockPosts = prepared('batch-lock-posts', (db, name) =>
  db.select().from(posts).where(isOneOf(posts.id)).orderBy(asc(posts.id)).for('no key update').prepare(name),
);
const findComments = prepared('batch-comments', (db, name) =>
  db.select().from(comments).where(isOneOf(comments.id)).prepare(name),
);

/** Pairs of a post and a person as a table. */
const askedPairs = sql`unnest(${sql.placeholder('postIds')}::uuid[], ${sql.placeholder('userIds')}::uuid[]) as asked(post_id, user_id)`;

const findLikes = prepared('batch-likes', (db, name) =>
  db
    .select({ mark: likes })
    .from(askedPairs)
    .innerJoin(likes, and(sql`${likes.postId} = asked.post_id`, sql`${likes.userId} = asked.user_id`))
    .prepare(name),
);
const findHides = prepared('batch-hides', (db, name) =>
  db
    .select({ mark: hiddenPosts })
    .from(askedPairs)
    .innerJoin(
      hiddenPosts,
      and(sql`${hiddenPosts.postId} = asked.post_id`, sql`${hiddenPosts.userId} = asked.user_id`),
    )
    .prepare(name),
);

/** The people who are named, and the authors of what is. */
const wanted = sql`(
  select unnest(${sql.placeholder('userIds')}::uuid[]) as id
  union select ${posts.creatorId} from ${posts} where ${posts.id} = any(${sql.placeholder('postIds')}::uuid[])
  union select ${comments.creatorId} from ${comments} where ${comments.id} = any(${sql.placeholder('commentIds')}::uuid[])
)`;
const findPeople = prepared('batch-people', (db, name) =>
  db
    .select({ person: users })
    .from(sql`${wanted} as wanted`)
    .innerJoin(users, sql`${users.id} = wanted.id`)
    .prepare(name),
);
const findBlocks = prepared('batch-blocks', (db, name) =>
  db
    .select({ block: blocks })
    .from(sql`${wanted} as blocker`)
    .innerJoin(blocks, and(sql`${blocks.blockerId} = blocker.id`, isNull(blocks.deletedAt)))
    .innerJoin(sql`${wanted} as blocked`, sql`${blocks.blockedId} = blocked.id`)
    .prepare(name),
);
const findSecret = prepared('batch-alias-key', (db, name) =>
  db.select({ value: secrets.value }).from(secrets).where(aliasKey).prepare(name),
);

/** Loads posts and what stands around them, with the posts locked. All queries are sent at once, in this order. */
export const loadPosts = async (
  tx: Transaction,
  needs: readonly PostNeeds[],
): Promise<PostState & { blocks: StoredBlock[] }> => {
  const postIds = [...new Set(needs.flatMap((one) => one.posts ?? []))];
  const commentIds = [...new Set(needs.flatMap((one) => one.comments ?? []))];
  const userIds = [...new Set(needs.flatMap((one) => one.people ?? []))];
  const liked = columnsOf(needs.flatMap((one) => one.likes ?? []));
  const hidden = columnsOf(needs.flatMap((one) => one.hides ?? []));
  const people = { userIds, postIds, commentIds };
  const isAsked = postIds.length > 0 || userIds.length > 0;
  const [postRows, commentRows, likeRows, hideRows, personRows, blockRows, secretRows] = await Promise.all([
    postIds.length > 0 ? lockPosts(tx).execute({ ids: postIds }) : [],
    commentIds.length > 0 ? findComments(tx).execute({ ids: commentIds }) : [],
    liked.postIds.length > 0 ? findLikes(tx).execute(liked) : [],
    hidden.postIds.length > 0 ? findHides(tx).execute(hidden) : [],
    isAsked ? findPeople(tx).execute(people) : [],
    isAsked ? findBlocks(tx).execute(people) : [],
    needs.some((one) => one.aliasKey) ? findSecret(tx).execute() : [],
  ]);
  return {
    posts: new WorkingRows<StoredPost>(({ id }) => id, postRows),
    comments: new WorkingRows<StoredComment>(({ id }) => id, commentRows),
    likes: new WorkingRows<StoredLike>(
      pairOf,
      likeRows.map(({ mark }) => mark),
    ),
    hides: new WorkingRows<StoredHide>(
      pairOf,
      hideRows.map(({ mark }) => mark),
    ),
    people: new WorkingRows<StoredUser>(
      ({ id }) => id,
      personRows.map(({ person }) => person),
    ),
    blocks: blockRows.map(({ block }) => block),
    aliasKey: secretRows[0]?.value ?? null,
  };
};

/** Each pair once, as two columns. */
const columnsOf = (keys: readonly PostKey[]): { postIds: string[]; userIds: string[] } => {
  const pairs = [...new Map(keys.map((key) => [pairOf(key), key])).values()];
  return { postIds: pairs.map(({ postId }) => postId), userIds: pairs.map(({ userId }) => userId) };
};

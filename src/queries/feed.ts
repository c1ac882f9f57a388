import type { PostRow } from '../../protocol/index.ts';
import {
  type CoverageRow,
  type ListId,
  type LocalTables,
  listId,
  type OutboxRowOf,
  postsBy,
  writtenPost,
} from '../../sync/index.ts';
import { useEngine } from '../session/services.tsx';
import { type FeedPost, isCreate, placeOf, readContext, toFeedPost, writeStateOf } from './posts.ts';
import { useLocalQuery } from './use-local-query.ts';

/**
 * A list of posts: the names of all that are held, and the rows of the stretch that is on the screen. Names come from the
 * index alone, so that five thousand posts cost a look at it and not five thousand rows.
 */
export type Feed = {
  /** Everything that this device holds of the list without a hole, newest first. */
  readonly ids: readonly string[];
  /** The posts of the stretch that was asked for. */
  readonly posts: ReadonlyMap<string, FeedPost>;
  /** How many stand above the place that was shown. */
  readonly newAbove: number;
  /** The newest place there is, to be shown next. */
  readonly newest: string | null;
  /** What stands below the last one. `unknown`: this device has never loaded the list. */
  readonly end: 'gap' | 'complete' | 'unknown';
};

export type FeedKind = 'all' | 'mine';

/** Which of the posts are wanted, by their number from the top: both ends included. */
export type Stretch = { readonly first: number; readonly last: number };

/** Every list of posts is a window; which one a screen shows. */
export const feedList = (kind: FeedKind, me: string): ListId =>
  listId('feed', kind === 'mine' ? postsBy(me) : 'all');

/** The newest place of the feed that this device holds. */
export const readNewestPlace = async (db: LocalTables): Promise<string | null> => {
  const newest = (await db.coverage.get(listId('feed', 'all')))?.ranges.at(-1)?.to;
  return typeof newest === 'string' ? newest : null;
};

type Range = CoverageRow['ranges'][number];

/** What stands below the last post that is held. A list that was asked for and is empty is complete. */
const endOf = (coverage: CoverageRow | undefined, range: Range | undefined): Feed['end'] => {
  if (coverage?.refreshedAt == null) return 'unknown';
  if (range === undefined) return 'complete';
  return coverage.start !== null && range.from <= coverage.start ? 'complete' : 'gap';
};

const newestFirst = (a: PostRow, b: PostRow): number => (placeOf(a) < placeOf(b) ? 1 : -1);

const laterOf = (a: string, b: string): string => {
  if (a > b) return a;
  return b;
};

const instantOf = (place: string): string => place.slice(0, place.indexOf('|'));

/** The names of the posts between two places, both included, oldest first: by `createdAt`, then by id, as places sort. */
const namesBetween = async (db: LocalTables, from: string, to: string): Promise<string[]> => {
  const [first, last] = [instantOf(from), instantOf(to)];
  const [names, beside, beyond] = await Promise.all([
    db.posts.where('createdAt').between(first, last, true, true).primaryKeys(),
    db.posts.where('createdAt').equals(first).primaryKeys(),
    db.posts.where('createdAt').equals(last).primaryKeys(),
  ]);
  // Of the same millisecond, and outside all the same.
  const outside = new Set([
    ...beside.filter((id) => `${first}|${id}` < from),
    ...beyond.filter((id) => `${last}|${id}` > to),
  ]);
  return outside.size === 0 ? names : names.filter((id) => !outside.has(id));
};

/**
 * What the lists are made of beside the posts of others. Read first and whole: a read that had nothing to ask in between
 * would end the transaction (`use-local-query.ts`).
 */
const readAside = async (db: LocalTables, me: string, kind: FeedKind) => {
  const [coverage, stored, hides, mutes, outbox, pins] = await Promise.all([
    db.coverage.get(feedList(kind, me)),
    db.posts.where('creatorId').equals(me).toArray(),
    db.hiddenPosts.toArray(),
    db.authorMutes.toArray(),
    db.outbox.toArray(),
    db.pins.toArray(),
  ]);
  const held = new Set(stored.map(({ id }) => id));
  const gone = stored.flatMap(({ id, deletedAt }) => (deletedAt === null ? [] : [id]));
  return {
    coverage,
    own: stored.filter(({ deletedAt }) => deletedAt === null).sort(newestFirst),
    hidden: new Set([...hides.map(({ postId }) => postId), ...gone]),
    mutes,
    outbox,
    pins,
    /** Posts of which nothing but the refused mutation is left. */
    refused: outbox
      .filter(isCreate)
      .filter((row) => writeStateOf(row) === 'failed' && !held.has(row.args.id))
      .map((row: OutboxRowOf<'createPost'>) => writtenPost(row, me)),
  };
};
type Aside = Awaited<ReturnType<typeof readAside>>;

const readStretch = async (
  db: LocalTables,
  me: string,
  ids: readonly string[],
  { first, last }: Stretch,
  aside: Aside,
): Promise<Feed['posts']> => {
  const wanted = ids.slice(Math.max(0, first), last + 1);
  if (wanted.length === 0) return new Map();
  const made = new Map(aside.refused.map((post) => [post.id, post]));
  const stored = await db.posts.bulkGet(wanted);
  const rows = stored.flatMap((row, at) => row ?? made.get(wanted[at] ?? '') ?? []);
  const context = await readContext(db, me, rows, aside);
  return new Map(rows.map((post) => [post.id, toFeedPost(post, context)]));
};

/** The feed of all, down from the place where the reader was. */
export const readAll = async (
  db: LocalTables,
  me: string,
  shownTo: string | null,
  stretch: Stretch,
): Promise<Feed> => {
  const aside = await readAside(db, me, 'all');
  const { coverage, own, mutes, refused } = aside;
  const ranges = (coverage?.ranges ?? []).map(({ from, to }) => ({ from: String(from), to: String(to) }));
  // The part of the list that holds the place where the reader was, or else the newest.
  const kept = shownTo === null ? undefined : ranges.find(({ from, to }) => from <= shownTo && shownTo <= to);
  const range = kept ?? ranges.at(-1);
  const from = range?.from ?? '';
  const top = (kept ? shownTo : range?.to) ?? '';
  const newer = ranges.filter(({ to }) => to > top);
  const placed = refused.filter((post) => placeOf(post) >= from && placeOf(post) <= top);
  const [inside, above, muted, below] = await Promise.all([
    range === undefined ? [] : namesBetween(db, from, top),
    Promise.all(newer.map((one) => namesBetween(db, laterOf(one.from, top), one.to))),
    // Behind an alias there is no creator: what somebody posts anonymously stays, or its absence would name them.
    Promise.all(mutes.map(({ userId }) => db.posts.where('creatorId').equals(userId).primaryKeys())),
    Promise.all(placed.map((post) => namesBetween(db, from, placeOf(post)))),
    // Asked for whatever else there is to ask.
    db.meta.count(),
  ]);
  const hidden = new Set([...aside.hidden, ...muted.flat()]);
  const shown = inside.filter((id) => !hidden.has(id)).reverse();
  // What was refused keeps its place among the others.
  for (const [at, post] of placed.entries()) {
    const older = new Set(below[at]);
    const place = shown.findIndex((id) => older.has(id));
    shown.splice(place === -1 ? shown.length : place, 0, post.id);
  }
  // One's own are never held back: what was just posted is seen at once.
  const written = [...own.filter(({ id }) => !hidden.has(id)), ...refused]
    .filter((post) => placeOf(post) > top)
    .sort(newestFirst);
  const ids = [...written.map(({ id }) => id), ...shown];
  const known = new Set([...ids, ...own.map(({ id }) => id)]);
  return {
    ids,
    posts: await readStretch(db, me, ids, stretch, aside),
    newAbove: above.flat().filter((id) => !hidden.has(id) && !known.has(id)).length,
    newest: ranges.at(-1)?.to ?? null,
    end: endOf(coverage, range),
  };
};

/** What I have posted, as far down as it is held. */
export const readMine = async (db: LocalTables, me: string, stretch: Stretch): Promise<Feed> => {
  const aside = await readAside(db, me, 'mine');
  const { coverage, own, refused } = aside;
  const range = coverage?.ranges[0];
  const end = endOf(coverage, range);
  // A like brings one's old post to the device on its own: it waits for the page that it stands on.
  const from = end === 'gap' && range !== undefined ? range.from : '';
  const ids = [...own.filter((post) => placeOf(post) >= from), ...refused]
    .sort(newestFirst)
    .map(({ id }) => id);
  return {
    ids,
    posts: await readStretch(db, me, ids, stretch, aside),
    newAbove: 0,
    newest: null,
    // A full disk takes what is known of the list, and leaves one's own posts: there may be more of them.
    end: end === 'unknown' ? (own.length > 0 ? 'gap' : 'complete') : end,
  };
};

/** What stands in the feed, newest first, down from the place where the reader was. */
export function useFeed(kind: FeedKind, shownTo: string | null, stretch: Stretch): Feed | undefined {
  const { userId } = useEngine();
  return useLocalQuery({
    name: `feed ${kind} ${shownTo ?? ''}`,
    stores: ['authorMutes', 'coverage', 'hiddenPosts', 'likes', 'meta', 'outbox', 'pins', 'posts', 'users'],
    read: (db) => (kind === 'mine' ? readMine(db, userId, stretch) : readAll(db, userId, shownTo, stretch)),
    extent: `${stretch.first} ${stretch.last}`,
  });
}

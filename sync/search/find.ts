import {
  hasWords,
  marksOf,
  memberId,
  type PostRow,
  passesFilters,
  type SearchFilters,
  type StarredMessageRow,
  searchedText,
  type UserRow,
  type Wanted,
  wantedOf,
} from '../../protocol/index.ts';
import type { Clock } from '../platform/ports.ts';
import type { LocalDatabase } from '../storage/local-database.ts';
import { type LocalMessage, PENDING_ORDER } from '../storage/rows.ts';
import { idsOfUnindexed } from '../storage/unindexed.ts';
import type { SearchDatabase } from './search-database.ts';
import { idAt, lookUp, type OpenSegment, openSegment } from './segment.ts';

export type FoundMessages = {
  readonly messages: readonly LocalMessage[];
  /** Where to go on; null when these were the last. */
  readonly next: number | null;
  /** How many may match: some of them may have changed since. */
  readonly total: number;
};

/** Without words, filters alone say what is wanted; without either, nothing is. */
export type MessageQuery = SearchFilters & {
  readonly text: string;
  readonly chatId: string | null;
  readonly isStarred?: boolean;
};

export type Finder = {
  /** Messages that hold every word and pass the filters, the newest first. `shouldStop` is asked between steps: the next letter was typed. */
  messages(query: MessageQuery, from: number, shouldStop: () => boolean): Promise<FoundMessages | null>;
  people(text: string): Promise<UserRow[]>;
  posts(text: string): Promise<PostRow[]>;
};

const PAGE = 30;
const BREATHE_MS = 12;
/** What waits to be indexed is looked through as it is, up to so many. */
const QUEUE_MAX = 500;

type Candidate = { seconds: number; id(): string };

const isKept = (message: LocalMessage, clearedSeq: number): boolean =>
  clearedSeq === 0 || message.order >= clearedSeq + 1;

const starredOf = (stars: readonly StarredMessageRow[], chatId: string | null): readonly Candidate[] =>
  stars
    .filter((star) => chatId === null || star.chatId === chatId)
    .map(({ messageId, message }) => ({ seconds: Date.parse(message.createdAt), id: () => messageId }))
    .sort((a, b) => b.seconds - a.seconds);

const secondsOf = (time: string | undefined): number | undefined =>
  time === undefined ? undefined : Math.floor(Date.parse(time) / 1_000);

const isWanted = (row: LocalMessage, query: MessageQuery, wanted: Wanted): boolean =>
  passesFilters(row, query) && hasWords(searchedText(row), wanted);

/** Looks things up. The index only proposes: each message is read from the tables and compared again before it is shown. */
export const createFinder = (options: {
  db: LocalDatabase;
  index: SearchDatabase;
  me: string;
  clock: Clock;
}): Finder => {
  const { db, index, me, clock } = options;
  /** Between segments others get their turn: a newer question, say. */
  const breathe = (): Promise<void> => new Promise((resolve) => clock.schedule(resolve, 0));
  const opened = new Map<number, OpenSegment>();
  let last: { key: string; candidates: readonly Candidate[] } | null = null;

  const segmentOf = async (no: number): Promise<OpenSegment | undefined> => {
    const known = opened.get(no);
    if (known) return known;
    const segment = await index.segments.get(no);
    if (segment === undefined) return undefined;
    const made = openSegment(segment);
    opened.set(no, made);
    return made;
  };

  const collect = async (
    query: MessageQuery,
    shouldStop: () => boolean,
  ): Promise<readonly Candidate[] | null> => {
    const { text, chatId, since, until } = query;
    const wanted = wantedOf(text);
    const words = [...wanted.words, ...marksOf(query)];
    const isNarrowed = chatId !== null || since !== undefined || until !== undefined || query.isStarred;
    // What was typed and holds no word finds nothing.
    if (text.trim() === '' ? words.length === 0 && !isNarrowed : wanted.words.length === 0) return [];
    // They are few, and all are here.
    if (query.isStarred) return starredOf(await db.starredMessages.toArray(), chatId);
    const [from, to] = [secondsOf(since) ?? 0, secondsOf(until) ?? Number.POSITIVE_INFINITY];
    const [numbers, queue] = await Promise.all([
      index.heads.toCollection().primaryKeys(),
      db.unindexed.limit(QUEUE_MAX).primaryKeys(),
    ]);
    const key = JSON.stringify([query, numbers, queue]);
    if (last?.key === key) return last.candidates;
    const current = new Set(numbers);
    for (const no of opened.keys()) if (!current.has(no)) opened.delete(no);
    const queued = [...new Set(queue.flatMap(idsOfUnindexed))].slice(0, QUEUE_MAX);
    const waiting = (await db.messages.bulkGet(queued)).filter((row) => row !== undefined);
    const candidates: Candidate[] = waiting
      .filter((row) => (chatId === null || row.chatId === chatId) && isWanted(row, query, wanted))
      .map((row) => ({ seconds: Date.parse(row.createdAt) / 1_000, id: () => row.id }));
    let breathedAt = clock.now();
    for (const no of numbers.reverse()) {
      const segment = await segmentOf(no);
      if (segment === undefined) continue;
      // The later of one second first, as everywhere.
      for (const doc of lookUp(segment, words, chatId).reverse()) {
        const seconds = segment.segment.times[doc] ?? 0;
        if (seconds >= from && seconds <= to)
          candidates.push({ seconds, id: () => idAt(segment.segment, doc) });
      }
      if (clock.now() - breathedAt < BREATHE_MS) continue;
      await breathe();
      if (shouldStop()) return null;
      breathedAt = clock.now();
    }
    candidates.sort((a, b) => b.seconds - a.seconds);
    last = { key, candidates };
    return candidates;
  };

  /** What is still there, still says that, and was not deleted for me. */
  const confirm = async (
    ids: readonly string[],
    query: MessageQuery,
    wanted: Wanted,
  ): Promise<LocalMessage[]> => {
    const [held, hidden, stars] = await Promise.all([
      db.messages.bulkGet([...ids]),
      db.hidden.toArray(),
      query.isStarred ? db.starredMessages.toArray() : [],
    ]);
    const starred = new Map(stars.map((star) => [star.messageId, star.message]));
    const rows = ids.map((id, at): LocalMessage | undefined => {
      const star = starred.get(id);
      return held[at] ?? (star && { ...star, reactions: [], version: 0, order: star.seq ?? PENDING_ORDER });
    });
    const hiddenIds = new Set(hidden.map(({ messageId }) => messageId));
    const found = rows.filter(
      (row): row is LocalMessage =>
        row !== undefined &&
        row.kind === 'user' &&
        row.deletedAt === null &&
        !hiddenIds.has(row.id) &&
        (!query.isStarred || starred.has(row.id)) &&
        isWanted(row, query, wanted),
    );
    const chatIds = [...new Set(found.map(({ chatId }) => chatId))];
    const memberships = await db.memberships.bulkGet(chatIds.map((chatId) => memberId(chatId, me)));
    const cleared = new Map(chatIds.map((chatId, at) => [chatId, memberships[at]?.clearedSeq]));
    return found.filter((row) => {
      const clearedSeq = cleared.get(row.chatId);
      return clearedSeq !== undefined && isKept(row, clearedSeq);
    });
  };

  return {
    async messages(query, from, shouldStop) {
      const candidates = await collect(query, shouldStop);
      if (candidates === null) return null;
      const wanted = wantedOf(query.text);
      const messages: LocalMessage[] = [];
      const seen = new Set<string>();
      let at = from;
      while (at < candidates.length && messages.length < PAGE) {
        const step = candidates.slice(at, at + PAGE);
        at += step.length;
        const ids = [...new Set(step.map(({ id }) => id()))].filter((id) => !seen.has(id));
        for (const id of ids) seen.add(id);
        messages.push(...(await confirm(ids, query, wanted)));
        if (shouldStop()) return null;
      }
      return { messages, next: at < candidates.length ? at : null, total: candidates.length };
    },

    async people(text) {
      const wanted = wantedOf(text);
      if (wanted.words.length === 0) return [];
      const [users, blocks] = await Promise.all([db.users.toArray(), db.blocks.toArray()]);
      const blocked = new Set(blocks.map(({ userId }) => userId));
      return users
        .filter(
          (user) =>
            user.id !== me &&
            !blocked.has(user.id) &&
            hasWords(`${user.firstName} ${user.lastName} ${user.uniqueCode}`, wanted),
        )
        .sort((a, b) => a.firstName.localeCompare(b.firstName));
    },

    async posts(text) {
      const wanted = wantedOf(text);
      if (wanted.words.length === 0) return [];
      const [posts, hidden] = await Promise.all([db.posts.toArray(), db.hiddenPosts.toArray()]);
      const hiddenIds = new Set(hidden.map(({ postId }) => postId));
      return posts
        .filter(
          (post) => post.deletedAt === null && !hiddenIds.has(post.id) && hasWords(post.content, wanted),
        )
        .sort((a, b) => b.createdAt.localeCompare(a.createdAt));
    },
  };
};

import { and, eq, gt, gte, isNull, lte, not, or, sql } from 'drizzle-orm';
import {
  hasWords,
  LIMITS,
  marksOf,
  passesFilters,
  type SearchQuery,
  searchedText,
  type Wanted,
} from '../../../protocol/index.ts';
import type { Transaction } from '../../db/database.ts';
import { messages } from '../../db/schema.ts';
import { messageWords } from '../../db/schema-search.ts';
import { presentMessage, type StoredMessage } from '../messages/presenter.ts';
import { isHiddenFrom } from '../messages/queries.ts';
import { type Ordering, planPage } from '../paging.ts';
import { findOneChat, findOwnChats, type SearchedChat } from './policy.ts';
import { matches, toQuery } from './words-sql.ts';

/** What an index proposes and the text does not confirm is passed over, so many times `searchPage` in one request. */
const ROUNDS_MAX = 8;

export type FoundMessages = { messages: StoredMessage[]; nextCursor: string | null };

const ordering: Ordering<StoredMessage> = {
  key: messageWords.at,
  id: messageWords.messageId,
  keyType: 'timestamptz',
  idType: 'uuid',
  keyOf: ({ createdAt }) => createdAt.toISOString(),
  idOf: ({ id }) => id,
};

/**
 * A page of the messages that somebody may read and that are asked for, newest first. The index proposes them, and those whose
 * words are yet to be read (read-words.ts); each is compared again as a device does it.
 */
export const findMessages = async (
  tx: Transaction,
  { readerId, query, wanted, now }: { readerId: string; query: SearchQuery; wanted: Wanted; now: Date },
): Promise<FoundMessages> => {
  const { cursor: first, kind: _kind, ...filters } = query;
  const { chatId, since, until } = query;
  const asked = toQuery(wanted, marksOf(query));
  const searched =
    chatId === undefined ? await findOwnChats(tx, readerId) : await findOneChat(tx, readerId, chatId);
  // A chat alone, or a time, narrows enough; what was typed and holds no word finds nothing.
  const isBounded =
    query.search.trim() === ''
      ? asked !== null || chatId !== undefined || since !== undefined || until !== undefined
      : asked !== null && wanted.words.length > 0;
  if (!isBounded || searched.length === 0) return { messages: [], nextCursor: null };

  const where = and(
    // Said twice, so that an index of the chats can be joined with that of the words.
    sql`${messageWords.chatId} = any(${sql.param(searched.map(({ chatId: id }) => id))}::uuid[])`,
    asked === null ? undefined : or(matches(messageWords.words, asked), isNull(messageWords.words)),
    since === undefined ? undefined : gte(messageWords.at, new Date(since)),
    until === undefined ? undefined : lte(messageWords.at, new Date(until)),
    isNull(messages.deletedAt),
    not(isHiddenFrom(tx, readerId)),
  );
  const found: StoredMessage[] = [];
  let cursor = first;
  for (let round = 0; round < ROUNDS_MAX && found.length < LIMITS.searchPage; round += 1) {
    const plan = planPage(ordering, { ...ONE_PAGE, filters, cursor }, now);
    const rows: { message: StoredMessage }[] = await tx
      .select({ message: messages })
      .from(messageWords)
      .innerJoin(chatsOf(searched), isFromThen)
      .innerJoin(messages, eq(messages.id, messageWords.messageId))
      .where(and(where, plan.where))
      .orderBy(...plan.orderBy)
      .limit(plan.limit);
    const page = plan.finish(
      rows.map(({ message }) => message),
      0,
    );
    found.push(...page.rows.filter((row) => isWanted(row, wanted, query)));
    cursor = page.meta.nextCursor ?? undefined;
    if (cursor === undefined) break;
  }
  return { messages: found, nextCursor: cursor ?? null };
};

const ONE_PAGE = { page: 1, perPage: LIMITS.searchPage, direction: 'DESC' } as const;

const isWanted = (row: StoredMessage, wanted: Wanted, query: SearchQuery): boolean =>
  hasWords(searchedText(row), wanted) && passesFilters(presentMessage(row), query);

const chatsOf = (searched: readonly SearchedChat[]) => {
  const ids = sql.param(searched.map(({ chatId }) => chatId));
  const seqs = sql.param(searched.map(({ fromSeq }) => fromSeq));
  return sql`unnest(${ids}::uuid[], ${seqs}::bigint[]) as mine(chat_id, from_seq)`;
};

const isFromThen = and(eq(messageWords.chatId, sql`mine.chat_id`), gt(messageWords.seq, sql`mine.from_seq`));

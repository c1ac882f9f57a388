import { and, asc, eq, gt, inArray } from 'drizzle-orm';
import { type ChatItem, type MessageRow, savedMessagesId } from '../../../protocol/index.ts';
import { type Database, readSnapshot } from '../../db/database.ts';
import { strangerMembers, strangerMessages, users } from '../../db/schema.ts';
import { listChats } from '../chats/queries.ts';
import { findReadable, listMessages, listPinned } from '../messages/queries.ts';
import { findEncounter } from '../strangers/encounters.ts';
import { presentEncounter, presentStrangerMessage } from '../strangers/presenter.ts';
import type { Clock } from '../sync/context.ts';
import { presentUser } from '../users/presenter.ts';
import { jsonFile, jsonParts, readPages } from './json.ts';
import { inOrder, pagesOf, perPage } from './pages.ts';
import type { ZipEntry } from './zip.ts';

type Sources = { db: Database; clock: Clock };

/** A chat without how far others have read it. */
const presentExportedChat = (
  { id, type, name, uniqueCode, createdAt, members }: ChatItem,
  userId: string,
) => ({
  ...{ id, type, name, uniqueCode, createdAt },
  ...(id === savedMessagesId(userId) ? { isSavedMessages: true } : {}),
  members: members.map(({ user, role, joinedAt }) => ({ ...user, role, joinedAt })),
});

/**
 * Files for each chat: what it is, which messages are pinned in it, every message that the member may read, and who of those in them is not in the chat any
 * more: messages name people by their ids.
 */
export async function* readChats({ db, clock }: Sources, userId: string): AsyncGenerator<ZipEntry> {
  const chats = pagesOf(db, async (tx, cursor) => {
    const { data, meta } = await listChats(tx, userId, { ...inOrder, cursor }, clock.now());
    return { rows: data, meta };
  });
  for await (const chat of chats) {
    const messages = pagesOf(db, async (tx, cursor) => {
      const readable = await findReadable(tx, chat.id, userId);
      // Left, or deleted, since it was listed.
      if (!readable) return { rows: [], meta: { nextCursor: null } };
      const query = { page: 1, perPage, orderDir: 'ASC', cursor } as const;
      const { data, meta } = await listMessages(tx, readable, query, clock.now());
      return { rows: data, meta };
    });
    const named = new Set<string>();
    yield jsonFile(`chats/${chat.id}/chat.json`, presentExportedChat(chat, userId));
    const pinned = await readSnapshot(db, async (tx) => {
      const readable = await findReadable(tx, chat.id, userId);
      return readable ? listPinned(tx, readable) : [];
    });
    if (pinned.length > 0) yield jsonFile(`chats/${chat.id}/pinned.json`, pinned);
    yield {
      name: `chats/${chat.id}/messages.json`,
      isCompressed: false,
      bytes: jsonParts(noting(messages, named)),
    };
    for (const member of chat.members) named.delete(member.userId);
    if (named.size > 0) yield jsonFile(`chats/${chat.id}/people-who-left.json`, await readPeople(db, named));
  }
}

/** Hands messages on, and notes whom they name. */
async function* noting(messages: AsyncIterable<MessageRow>, named: Set<string>) {
  for await (const message of messages) {
    if (message.senderId !== null) named.add(message.senderId);
    for (const id of message.event?.people ?? []) named.add(id);
    yield message;
  }
}

const readPeople = async (db: Database, ids: ReadonlySet<string>) =>
  (
    await db
      .select()
      .from(users)
      .where(inArray(users.id, [...ids]))
      .orderBy(asc(users.id))
  ).map(presentUser);

/** Chats with strangers that are not gone yet, with no more of the other than the member sees: an alias. */
export async function* readStrangerChats({ db, clock }: Sources, userId: string): AsyncGenerator<ZipEntry> {
  const mine = await db
    .select({ chatId: strangerMembers.chatId })
    .from(strangerMembers)
    .where(eq(strangerMembers.userId, userId));
  for (const { chatId } of mine) {
    const now = clock.now();
    const encounter = await readSnapshot(db, (tx) => findEncounter(tx, userId, chatId, now));
    if (!encounter) continue;
    const { id, createdAt, me, other, ended, revealedCode } = presentEncounter(encounter, now);
    yield jsonFile(`strangers/${id}/chat.json`, {
      ...{ id, createdAt, ended, revealedCode },
      me: { id: me.id, alias: me.alias },
      other: { id: other.id, alias: other.alias },
    });
    yield {
      name: `strangers/${id}/messages.json`,
      isCompressed: false,
      bytes: jsonParts(readStrangerMessages(db, chatId)),
    };
  }
}

const readStrangerMessages = (db: Database, chatId: string) =>
  readPages(async (after) => {
    const rows = await db
      .select()
      .from(strangerMessages)
      .where(
        and(
          eq(strangerMessages.chatId, chatId),
          after === undefined ? undefined : gt(strangerMessages.seq, Number(after)),
        ),
      )
      .orderBy(asc(strangerMessages.seq))
      .limit(perPage);
    const last = rows.at(-1);
    return {
      rows: rows.map(presentStrangerMessage),
      next: last === undefined || rows.length < perPage ? null : String(last.seq),
    };
  });

import { and, asc, desc, eq, gt, inArray, isNotNull } from 'drizzle-orm';
import { LIMITS, ProtocolError } from '../../../protocol/index.ts';
import type { Transaction } from '../../db/database.ts';
import { strangerChats, strangerMembers, strangerMessages, users } from '../../db/schema.ts';
import type { Encounter, StoredStrangerMessage } from './presenter.ts';

/** A chat is there for 24 hours after its end, whether or not it was swept yet. */
const isGone = (endedAt: Date | null, now: Date): boolean =>
  endedAt !== null && now.getTime() - endedAt.getTime() >= LIMITS.strangerGoneAfterMs;

/** A chat of strangers as somebody in it sees it; `lock` while it is changed. @throws not_found for everybody else */
export const loadEncounter = async (...asked: Parameters<typeof findEncounter>): Promise<Encounter> => {
  const encounter = await findEncounter(...asked);
  if (!encounter) throw new ProtocolError('not_found');
  return encounter;
};

/** The same, or nothing when it is gone or somebody else's. */
export const findEncounter = async (
  tx: Transaction,
  userId: string,
  chatId: string,
  now: Date,
  { lock = false } = {},
): Promise<Encounter | undefined> => {
  const query = tx.select().from(strangerChats).where(eq(strangerChats.id, chatId));
  const [chat] = await (lock ? query.for('no key update') : query);
  const people = chat
    ? await tx.select().from(strangerMembers).where(eq(strangerMembers.chatId, chat.id))
    : [];
  const me = people.find((person) => person.userId === userId);
  const other = people.find((person) => person.userId !== userId);
  if (!chat || !me || !other || isGone(chat.endedAt, now)) return undefined;
  const sent = await tx
    .select({ senderId: strangerMessages.senderId })
    .from(strangerMessages)
    .where(and(eq(strangerMessages.chatId, chat.id), isNotNull(strangerMessages.media)));
  const revealed =
    chat.ending === 'revealed'
      ? await tx.select({ code: users.uniqueCode }).from(users).where(eq(users.id, other.userId))
      : [];
  return {
    ...{ chat, me, other },
    pictures: new Set(sent.map(({ senderId }) => senderId)),
    revealedCode: revealed[0]?.code ?? null,
  };
};

/** The same, for what only goes while the chat does. @throws chat_over */
export const lockOpenEncounter = async (
  tx: Transaction,
  userId: string,
  chatId: string,
  now: Date,
): Promise<Encounter> => {
  const encounter = await loadEncounter(tx, userId, chatId, now, { lock: true });
  if (encounter.chat.endedAt !== null) throw new ProtocolError('chat_over');
  return encounter;
};

/** Chats that have ended and are not gone yet, the newest first. */
export const listRecent = async (tx: Transaction, userId: string, now: Date): Promise<Encounter[]> => {
  const rows = await tx
    .select({ id: strangerChats.id })
    .from(strangerMembers)
    .innerJoin(strangerChats, eq(strangerChats.id, strangerMembers.chatId))
    .where(
      and(
        eq(strangerMembers.userId, userId),
        gt(strangerChats.endedAt, new Date(now.getTime() - LIMITS.strangerGoneAfterMs)),
      ),
    )
    .orderBy(desc(strangerChats.endedAt))
    .limit(LIMITS.strangerMatchesPerHour);
  const recent: Encounter[] = [];
  for (const { id } of rows) recent.push(await loadEncounter(tx, userId, id, now));
  return recent;
};

/** Oldest first, those after a number: what a client that holds the earlier ones asks for. */
export const listStrangerMessages = (
  tx: Transaction,
  chatId: string,
  afterSeq: number,
): Promise<StoredStrangerMessage[]> =>
  tx
    .select()
    .from(strangerMessages)
    .where(
      inArray(
        strangerMessages.id,
        tx
          .select({ id: strangerMessages.id })
          .from(strangerMessages)
          .where(and(eq(strangerMessages.chatId, chatId), gt(strangerMessages.seq, afterSeq)))
          .orderBy(desc(strangerMessages.seq))
          .limit(LIMITS.strangerMessagesShown),
      ),
    )
    .orderBy(asc(strangerMessages.seq));

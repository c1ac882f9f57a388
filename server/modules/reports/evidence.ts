import { and, eq, isNull } from 'drizzle-orm';
import { memberId, type ReportKind } from '../../../protocol/index.ts';
import type { Transaction } from '../../db/database.ts';
import { members, messages, users } from '../../db/schema.ts';

/** What stays of a reported thing when its author deletes it. */
export type Evidence = Record<string, string | null>;

type Finder = (tx: Transaction, reporterId: string, targetId: string) => Promise<Evidence | null>;

const person: Finder = async (tx, _reporterId, targetId) => {
  const [user] = await tx.select().from(users).where(eq(users.id, targetId));
  if (!user) return null;
  const { firstName, middleName, lastName, avatarId } = user;
  return { authorId: user.id, firstName, middleName, lastName, avatarId };
};

/** Only of a chat that the reporter is in: a report must not be a way to make the server keep what one may not read. */
const message: Finder = async (tx, reporterId, targetId) => {
  const [row] = await tx
    .select({ message: messages, joinedSeq: members.joinedSeq, memberId: members.id })
    .from(messages)
    .innerJoin(members, and(eq(members.chatId, messages.chatId), eq(members.userId, reporterId)))
    .where(and(eq(messages.id, targetId), isNull(members.leftAt)));
  if (!row || row.memberId !== memberId(row.message.chatId, reporterId)) return null;
  const { seq, senderId, content, chatId, createdAt } = row.message;
  if (seq === null || seq <= row.joinedSeq) return null;
  return { authorId: senderId, chatId, text: content, writtenAt: createdAt.toISOString() };
};

/** Other kinds are looked up where they are judged; until then the reporter's own copy stands. */
const finders: Partial<Record<ReportKind, Finder>> = { person, message };

export const findEvidence = async (
  tx: Transaction,
  reporterId: string,
  kind: ReportKind,
  targetId: string,
): Promise<Evidence | null> => (await finders[kind]?.(tx, reporterId, targetId)) ?? null;

import { and, asc, between, desc, eq, gt, isNull } from 'drizzle-orm';
import {
  type FrozenLine,
  LIMITS,
  memberId,
  type ReportKind,
  savedMessagesId,
} from '../../../protocol/index.ts';
import type { Transaction } from '../../db/database.ts';
import {
  chats,
  comments,
  fileUses,
  members,
  messages,
  strangerMembers,
  strangerMessages,
  users,
} from '../../db/schema.ts';
import { maySeeChat } from '../files/policy.ts';
import { findReadable } from '../messages/queries.ts';
import { findReadablePost } from '../posts/policy.ts';
import { endEncounter } from '../strangers/chat-acts.ts';
import { loadEncounter } from '../strangers/encounters.ts';

/** What stays of a reported thing when its author deletes it. */
export type Evidence = Record<string, string | null>;
/** `accusedId` is for the queue alone; the reporter is never told. */
export type Finding = { accusedId: string | null; evidence: Evidence };

type Look = { tx: Transaction; reporterId: string; targetId: string; reportId: string; now: Date };
type Finder = (look: Look) => Promise<Finding | null>;

const person: Finder = async ({ tx, targetId }) => {
  const [user] = await tx.select().from(users).where(eq(users.id, targetId));
  if (!user) return null;
  const { firstName, middleName, lastName, avatarId } = user;
  return {
    accusedId: user.id,
    evidence: { authorId: user.id, firstName, middleName, lastName, avatarId },
  };
};

/** How much of a reported chat a moderator sees. */
const CHAT_LINES = 20;

/**
 * A GROUP or PUBLIC chat that the reporter sees, also when only invited to it; about its owner, as nobody else
 * answers for it. What was said last is kept as far as the reporter may read it.
 */
const chat: Finder = async ({ tx, reporterId, targetId }) => {
  if (!(await maySeeChat(tx, targetId, reporterId))) return null;
  const [found] = await tx
    .select({ name: chats.name, type: chats.type, avatarId: chats.avatarId, ownerId: members.userId })
    .from(chats)
    .leftJoin(members, and(eq(members.chatId, chats.id), eq(members.role, 'OWNER'), isNull(members.leftAt)))
    .where(eq(chats.id, targetId));
  if (!found || found.type === 'PRIVATE') return null;
  const readable = await findReadable(tx, targetId, reporterId);
  const newest = readable
    ? await tx
        .select({ name: users.firstName, content: messages.content })
        .from(messages)
        .innerJoin(users, eq(users.id, messages.senderId))
        .where(and(eq(messages.chatId, targetId), gt(messages.seq, readable.joinedSeq)))
        .orderBy(desc(messages.seq))
        .limit(CHAT_LINES)
    : [];
  const said = newest.toReversed().flatMap((line) => (line.content ? [`${line.name}: ${line.content}`] : []));
  const { name, type, avatarId, ownerId } = found;
  return {
    accusedId: ownerId,
    evidence: { chatId: targetId, type, avatarId, ownerId, text: [name, ...said].join('\n') },
  };
};

/** Only of a chat that the reporter is in: a report must not be a way to make the server keep what one may not read. */
const message: Finder = async ({ tx, reporterId, targetId }) => {
  const [row] = await tx
    .select({ message: messages, joinedSeq: members.joinedSeq, memberId: members.id })
    .from(messages)
    .innerJoin(members, and(eq(members.chatId, messages.chatId), eq(members.userId, reporterId)))
    .where(and(eq(messages.id, targetId), isNull(members.leftAt)));
  if (!row || row.memberId !== memberId(row.message.chatId, reporterId)) return null;
  // Of what one has saved for oneself nobody else is the author, and no moderator is shown any of it.
  if (row.message.chatId === savedMessagesId(reporterId)) return null;
  const { seq, senderId, content, chatId, createdAt } = row.message;
  if (seq === null || seq <= row.joinedSeq) return null;
  const around = await tx
    .select()
    .from(messages)
    .where(
      and(
        eq(messages.chatId, chatId),
        gt(messages.seq, row.joinedSeq),
        between(messages.seq, seq - LIMITS.reportLinesAround, seq + LIMITS.reportLinesAround),
        isNull(messages.deletedAt),
      ),
    )
    .orderBy(asc(messages.seq));
  const whose = (id: string | null): FrozenLine['who'] =>
    id === senderId ? 'accused' : id === reporterId ? 'reporter' : 'other';
  // Of pictures only that there was one: they are those of the chat, and no moderator reads its files.
  const lines = around.map(
    (line): FrozenLine => ({
      ...{ who: whose(line.senderId), text: line.content, fileId: null },
      at: line.createdAt.toISOString(),
    }),
  );
  return {
    accusedId: senderId,
    evidence: {
      ...{ authorId: senderId, chatId, text: content, writtenAt: createdAt.toISOString() },
      ...(lines.length > 1 ? { lines: JSON.stringify(lines) } : {}),
    },
  };
};

/** The evidence of an anonymous post carries no name: revealing its author is audited. */
const post: Finder = async ({ tx, reporterId, targetId }) => {
  const found = await findReadablePost(tx, reporterId, targetId);
  if (!found) return null;
  const { creatorId, alias, content, createdAt } = found.post;
  return {
    accusedId: creatorId,
    evidence: { alias, text: content, writtenAt: createdAt.toISOString() },
  };
};

const comment: Finder = async ({ tx, reporterId, targetId }) => {
  const [row] = await tx.select().from(comments).where(eq(comments.id, targetId));
  const under = row && (await findReadablePost(tx, reporterId, row.postId));
  if (!row || !under || row.deletedAt !== null) return null;
  const alias = under.post.alias !== null && row.creatorId === under.post.creatorId ? under.post.alias : null;
  return {
    accusedId: row.creatorId,
    evidence: {
      ...{ alias, postId: row.postId, under: under.post.content },
      ...{ text: row.content, writtenAt: row.createdAt.toISOString() },
    },
  };
};

/**
 * By the id that somebody has in one chat. It freezes the last 50 messages, keeps their pictures and ends the chat, in
 * one transaction with the report: what was said cannot go on, nor be gone tomorrow (docs/decisions/0014).
 */
const stranger: Finder = async ({ tx, reporterId, targetId, reportId, now }) => {
  const [accused] = await tx.select().from(strangerMembers).where(eq(strangerMembers.id, targetId));
  if (!accused || accused.userId === reporterId) return null;
  const encounter = await loadEncounter(tx, reporterId, accused.chatId, now, { lock: true }).catch(
    () => null,
  );
  if (!encounter) return null;
  const newest = await tx
    .select()
    .from(strangerMessages)
    .where(eq(strangerMessages.chatId, accused.chatId))
    .orderBy(desc(strangerMessages.seq))
    .limit(LIMITS.strangerMessagesFrozen);
  const lines = newest.toReversed().map(
    ({ senderId, content, media, createdAt }): FrozenLine => ({
      who: senderId === accused.id ? 'accused' : 'reporter',
      text: content,
      fileId: media?.[0]?.id ?? null,
      at: createdAt.toISOString(),
    }),
  );
  const pictures = lines.flatMap(({ fileId }) => fileId ?? []);
  if (pictures.length > 0) {
    const uses = pictures.map((fileId) => ({ fileId, kind: 'report' as const, targetId: reportId }));
    await tx.insert(fileUses).values(uses).onConflictDoNothing();
  }
  if (encounter.chat.endedAt === null) await endEncounter(tx, accused.chatId, 'report', reporterId, now);
  return {
    accusedId: accused.userId,
    evidence: { alias: accused.alias, chatId: accused.chatId, lines: JSON.stringify(lines) },
  };
};

const finders: Record<ReportKind, Finder> = { person, chat, message, post, comment, stranger };

export const findEvidence = (look: Look, kind: ReportKind): Promise<Finding | null> => finders[kind](look);

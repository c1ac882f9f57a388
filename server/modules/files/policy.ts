import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { memberId, ProtocolError } from '../../../protocol/index.ts';
import type { Transaction } from '../../db/database.ts';
import {
  chats,
  files,
  fileUses,
  invitations,
  members,
  messages,
  moderationLog,
  strangerMembers,
  strangerMessages,
  users,
} from '../../db/schema.ts';
import { findRelation } from '../friends/relation.ts';
import { findReadable } from '../messages/queries.ts';
import { findReadablePost } from '../posts/policy.ts';
import type { StoredFile } from './presenter.ts';

type FileUse = typeof fileUses.$inferSelect;
type MayRead = (tx: Transaction, targetId: string, userId: string) => Promise<boolean>;

/** Who may read what a file belongs to, by its kind; a new kind of owner adds its question here (docs/decisions/0010). */
const readers: Record<FileUse['kind'], MayRead> = {
  message: async (tx, messageId, userId) => {
    const [message] = await tx
      .select()
      .from(messages)
      .where(and(eq(messages.id, messageId), isNull(messages.deletedAt)));
    if (!message) return false;
    const readable = await findReadable(tx, message.chatId, userId);
    if (!readable || (message.seq ?? 0) <= readable.joinedSeq) return false;
    return readable.type !== 'PRIVATE' || !(await isBlockedInChat(tx, message.chatId, userId));
  },
  // Once in the bin it is its author's alone again; an anonymous one is readable across blocks, like its words.
  post: async (tx, postId, userId) => (await findReadablePost(tx, userId, postId)) !== undefined,
  // A picture belongs to the public profile, which everybody may see whom no block stands between.
  user: async (tx, ownerId, userId) => {
    const [person] = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, ownerId), isNull(users.deletedAt)));
    return person !== undefined && !(await findRelation(tx, userId, ownerId)).isBlocked;
  },
  // The picture of a stranger, for the two in that chat, while it is there.
  stranger: async (tx, messageId, userId) => {
    const [row] = await tx
      .select({ id: strangerMembers.id })
      .from(strangerMessages)
      .innerJoin(strangerMembers, eq(strangerMembers.chatId, strangerMessages.chatId))
      .where(and(eq(strangerMessages.id, messageId), eq(strangerMembers.userId, userId)));
    return row !== undefined;
  },
  // What a report has kept, for a moderator who has just said so in the log (modules/moderation).
  report: async (tx, reportId, userId) => {
    const [row] = await tx
      .select({ id: moderationLog.id })
      .from(moderationLog)
      .where(
        and(
          eq(moderationLog.moderatorId, userId),
          eq(moderationLog.action, 'viewFile'),
          eq(moderationLog.reportId, reportId),
          sql`${moderationLog.at} > now() - interval '1 day'`,
        ),
      )
      .limit(1);
    return row !== undefined;
  },
  chat: (tx, chatId, userId) => maySeeChat(tx, chatId, userId),
};

/** Whether a person sees a chat's name and picture: members, invited people, and everyone for a PUBLIC chat. */
export const maySeeChat: MayRead = async (tx, chatId, userId) => {
  const [chat] = await tx
    .select({ type: chats.type, memberId: members.id })
    .from(chats)
    .leftJoin(members, and(eq(members.id, memberId(chatId, userId)), isNull(members.leftAt)))
    .where(and(eq(chats.id, chatId), isNull(chats.deletedAt)));
  if (chat === undefined) return false;
  if (chat.type === 'PUBLIC' || chat.memberId !== null) return true;
  const [invited] = await tx
    .select({ id: invitations.id })
    .from(invitations)
    .where(and(eq(invitations.id, memberId(chatId, userId)), isNull(invitations.deletedAt)));
  return invited !== undefined;
};

const isBlockedInChat = async (tx: Transaction, chatId: string, userId: string): Promise<boolean> => {
  const inside = await tx.select({ userId: members.userId }).from(members).where(eq(members.chatId, chatId));
  const other = inside.find((member) => member.userId !== userId);
  return other !== undefined && (await findRelation(tx, userId, other.userId)).isBlocked;
};

/**
 * Whether somebody may read a file: its owner, and anyone who may read one of the things it belongs to. A forwarded copy
 * ends for all of them with the message it came from.
 */
export const isReadableFile = async (tx: Transaction, file: StoredFile, userId: string): Promise<boolean> => {
  if (file.copiedFrom !== null && !(await isMessageThere(tx, file.copiedFrom))) return false;
  if (file.ownerId === userId) return true;
  const owners = file.posterOf === null ? [file.id] : [file.id, file.posterOf];
  for (const fileId of owners) {
    const uses = await tx.select().from(fileUses).where(eq(fileUses.fileId, fileId));
    for (const { kind, targetId } of uses) if (await readers[kind](tx, targetId, userId)) return true;
  }
  return false;
};

const isMessageThere = async (tx: Transaction, messageId: string): Promise<boolean> => {
  const [message] = await tx
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.id, messageId), isNull(messages.deletedAt)));
  return message !== undefined;
};

/** The first message with this file, or with the video whose still it is, that somebody may read. */
export const findReadableMessage = async (
  tx: Transaction,
  file: StoredFile,
  userId: string,
): Promise<string | undefined> => {
  const owners = file.posterOf === null ? [file.id] : [file.id, file.posterOf];
  const uses = await tx
    .select({ targetId: fileUses.targetId })
    .from(fileUses)
    .where(and(inArray(fileUses.fileId, owners), eq(fileUses.kind, 'message')))
    .orderBy(fileUses.targetId);
  for (const { targetId } of uses) if (await readers.message(tx, targetId, userId)) return targetId;
  return undefined;
};

/** A file that is there and that somebody may read; for everybody else it does not exist. */
export const loadReadableFile = async (tx: Transaction, id: string, userId: string): Promise<StoredFile> => {
  const [file] = await tx.select().from(files).where(eq(files.id, id));
  if (file?.state !== 'ready' || !(await isReadableFile(tx, file, userId)))
    throw new ProtocolError('not_found');
  return file;
};

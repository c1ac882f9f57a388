import { and, eq, getTableColumns, gt, inArray, isNull } from 'drizzle-orm';
import {
  chatScope,
  type FieldError,
  type Media,
  type MutationArgs,
  memberId,
  ProtocolError,
  userScope,
} from '../../../protocol/index.ts';
import { chats, members, memberships, messages } from '../../db/schema.ts';
import { chatChange, membershipChange, type StoredChat } from '../chats/presenter.ts';
import { attachFiles, type NamedFiles } from '../files/attach-files.ts';
import { copyForeignFiles } from '../files/copy-files.ts';
import { isAnyoneReachable, notifyOfMessage } from '../notifications/notify.ts';
import type { CommandContext, CommandResult } from '../sync/context.ts';
import { oneMore } from '../sync/one-more.ts';
import { lockWritableChat } from './policy.ts';
import { messageChange, type StoredMessage } from './presenter.ts';

type Args = MutationArgs<'sendMessage'>;

const OLDEST_WRITTEN_AT = Date.UTC(2020, 0, 1);
const CLOCK_AHEAD_MAX_MS = 7 * 24 * 60 * 60 * 1_000;

/**
 * Stores a message under the id its sender chose. The chat's row is locked first: it gives the message its place, and
 * whoever sends the same message twice meets the first copy behind the lock.
 */
export const sendMessage = async (context: CommandContext, args: Args): Promise<CommandResult> => {
  const { tx, log, actorId, now } = context;
  const chat = await lockWritableChat(context, args);
  if (await isStoredAlready(context, args)) return { id: args.id };
  await assertPartsExist(context, args);
  // Text first, media later: what has not come yet is awaited from the sender. Before any counter is locked.
  const named = hasFiles(args) ? await copyForeignFiles(context, args) : {};
  const media = hasFiles(args) ? await attachNamed(context, args, named) : [];
  const moved = await advanceChat(context, chat);
  const [own] = await tx
    .update(memberships)
    .set({
      ownAfterSeen: oneMore(memberships.ownAfterSeen),
      // Who writes into a chat wants to see it again.
      isDeclined: false,
      version: oneMore(memberships.version),
    })
    .where(eq(memberships.id, memberId(chat.id, actorId)))
    .returning({ ...getTableColumns(memberships), isReachable: isAnyoneReachable(chat.id, actorId) });
  if (!own) throw new ProtocolError('not_found');
  // Before the chat's own entry: the other way round the sender would see the own message as unseen for a moment.
  log.put(userScope(actorId), membershipChange(own));
  const [stored] = await tx
    .insert(messages)
    .values({
      id: args.id,
      chatId: chat.id,
      kind: 'user',
      seq: moved.lastSeq,
      afterSeq: moved.lastSeq,
      logSeq: await log.reserve(chat.id),
      senderId: actorId,
      content: args.content ?? null,
      images: [...(named.images ?? [])],
      files: [...(named.files ?? [])],
      video: named.video ?? null,
      media,
      replyToId: args.replyToId ?? null,
      mentions: await findMentioned(context, args),
      isForwarded: args.isForwarded ?? false,
      writtenAt: believableTime(args.writtenAt, now),
      createdAt: now,
    })
    .onConflictDoNothing({ target: messages.id })
    .returning();
  if (!stored) throw new ProtocolError('id_taken');
  log.put(chatScope(chat.id), chatChange(moved), messageChange(stored));
  if (own.isReachable) await notifyOfMessage(context, chat.id);
  return { id: stored.id };
};

/** A new message without files has no use of any to write down. */
const hasFiles = ({ images, files, video }: Args): boolean =>
  Boolean(images?.length || files?.length || video !== undefined);

/** What is forwarded is known here already: when it is gone meanwhile, nobody is left who would send it. */
const attachNamed = async (
  context: CommandContext,
  { id, isForwarded = false }: Args,
  named: NamedFiles,
): Promise<Media[]> => {
  try {
    return await attachFiles(context, { kind: 'message', targetId: id }, named, { mayAwait: !isForwarded });
  } catch (error) {
    if (!(error instanceof ProtocolError) || error.kind !== 'dependency_missing') throw error;
    const errors = (error.detail.errors ?? []).map(({ field }) => ({ field, message: 'Not found' }));
    throw new ProtocolError('impossible', { errors, cause: error });
  }
};

/** True for a second copy of one's own message, even long after its key is forgotten; anybody else's id is taken. */
const isStoredAlready = async ({ tx, actorId }: CommandContext, args: Args): Promise<boolean> => {
  const [known] = await tx.select().from(messages).where(eq(messages.id, args.id));
  if (!known) return false;
  if (isSameMessage(known, args, actorId)) return true;
  throw new ProtocolError('id_taken');
};

const isSameMessage = (known: StoredMessage, args: Args, actorId: string): boolean =>
  known.senderId === actorId && known.chatId === args.chatId && known.content === (args.content ?? null);

/** The message that this one answers must be there, in the same chat. */
const assertPartsExist = async ({ tx, actorId }: CommandContext, args: Args): Promise<void> => {
  const missing: FieldError[] = [];
  if (args.replyToId !== undefined) {
    const [answered] = await tx
      .select({ id: messages.id })
      .from(messages)
      .innerJoin(members, eq(members.id, memberId(args.chatId, actorId)))
      .where(
        and(
          eq(messages.id, args.replyToId),
          eq(messages.chatId, args.chatId),
          gt(messages.seq, members.joinedSeq),
        ),
      );
    if (!answered) missing.push({ field: 'replyToId', message: 'Not found' });
  }
  if (missing.length > 0) throw new ProtocolError('impossible', { errors: missing });
};

/** Of the people a message names, those who are in the chat: who left meanwhile is no reason to refuse the words. */
const findMentioned = async ({ tx }: CommandContext, { chatId, mentions = [] }: Args): Promise<string[]> => {
  if (mentions.length === 0) return [];
  const inside = await tx
    .select({ userId: members.userId })
    .from(members)
    .where(and(eq(members.chatId, chatId), inArray(members.userId, mentions), isNull(members.leftAt)));
  const present = new Set(inside.map(({ userId }) => userId));
  return mentions.filter((userId) => present.has(userId));
};

const advanceChat = async ({ tx, now }: CommandContext, { id }: StoredChat): Promise<StoredChat> => {
  const [moved] = await tx
    .update(chats)
    .set({
      lastSeq: oneMore(chats.lastSeq),
      lastMessageAt: now,
      version: oneMore(chats.version),
    })
    .where(eq(chats.id, id))
    .returning();
  if (!moved) throw new ProtocolError('not_found');
  return moved;
};

/** A device's clock may be wrong; a time that no device of ours can have meant is the time of arrival. */
const believableTime = (writtenAt: string, now: Date): Date => {
  const time = Date.parse(writtenAt);
  const isBelievable = time >= OLDEST_WRITTEN_AT && time <= now.getTime() + CLOCK_AHEAD_MAX_MS;
  return isBelievable ? new Date(time) : now;
};

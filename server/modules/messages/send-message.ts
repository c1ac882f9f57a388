import { eq } from 'drizzle-orm';
import {
  chatScope,
  linkInText,
  type Media,
  type MutationArgs,
  ProtocolError,
  savedMessagesId,
  userScope,
} from '../../../protocol/index.ts';
import { messages } from '../../db/schema.ts';
import { requestAfterMessage } from '../chats/message-request-rules.ts';
import { chatChange, membershipChange } from '../chats/presenter.ts';
import { attachFiles, type NamedFiles } from '../files/attach-files.ts';
import { copyForeignFiles } from '../files/copy-files.ts';
import { notifyOfMessage } from '../notifications/notify.ts';
import { wishPreview } from '../previews/wishes.ts';
import { type BatchedCommand, type DecideContext, NeedsPreparation } from '../sync/batch/command.ts';
import type { CommandContext } from '../sync/context.ts';
import { membersNamed, mentionsOf } from './mentions.ts';
import { findOwnPlace } from './own-place.ts';
import { assertRecipient, openChat } from './policy.ts';
import { messageChange, type StoredMessage } from './presenter.ts';

type Args = MutationArgs<'sendMessage'>;
/** The files of a message as they are stored with it. */
type Attached = { named: NamedFiles; media: Media[] };
const NO_FILES: Attached = { named: {}, media: [] };

const OLDEST_WRITTEN_AT = Date.UTC(2020, 0, 1);

/**
 * Stores a message under the id its sender chose. The chat's row is locked: it gives the message its place, and a second
 * request for the same message waits for the first at the lock. A chat that has yet to be made or joined, and files,
 * are prepared first.
 */
export const sendMessage: BatchedCommand<Args, Attached> = {
  needs: ({ id, chatId, replyToId, mentions }, userId) => ({
    lockedChats: [chatId],
    places: [{ chatId, userId }],
    members: membersNamed({ chatId, mentions }),
    messages: replyToId === undefined ? [id] : [id, replyToId],
  }),
  decide: (context, args, prepared) => {
    const { state, log, actorId, now } = context;
    assertRecipient(actorId, args);
    const place = findOwnPlace(state, args.chatId, actorId);
    if (!prepared && (!place || hasFiles(args))) throw new NeedsPreparation();
    if (!place) throw new ProtocolError('not_found');
    const { chat, membership } = place;
    const request = requestOf(place, { actorId, hasMedia: hasFiles(args), now });
    const known = state.messages.get(args.id);
    // A second copy of one's own message, even long after its key is forgotten; anybody else's id is taken.
    if (known && isSameMessage(known, args, actorId)) return { id: args.id };
    if (known) throw new ProtocolError('id_taken');
    assertAnswers(context, args, place.member.joinedSeq);
    const lastSeq = chat.lastSeq + 1;
    const moved = state.chats.change(chat, { lastSeq, lastMessageAt: now, ...request });
    const own = state.memberships.change(membership, {
      ownAfterSeen: membership.ownAfterSeen + 1,
      // Who writes into a chat wants to see it again.
      isDeclined: false,
    });
    // A message request has words alone: a preview would bring a picture.
    const previewLink = moved.requestedBy === null ? linkInText(args.content, args.preview) : null;
    const attached = prepared ?? NO_FILES;
    const stored = state.messages.add(toRow(context, args, { seq: lastSeq, attached, previewLink }));
    wishPreview(context, stored);
    // Before the chat's own entry: the other way round the sender would see the own message as unseen for a moment.
    log.put(userScope(actorId), membershipChange(own));
    log.put(chatScope(chat.id), chatChange(moved), messageChange(stored));
    if (place.isReachable)
      context.beforeCommit(`notify ${chat.id} ${actorId}`, (tx) =>
        notifyOfMessage(context.jobs, tx, { chatId: chat.id, senderId: actorId }),
      );
    return { id: stored.id };
  },
  prepare: async (context, args) => {
    await openChat(context, args);
    if (!hasFiles(args)) return NO_FILES;
    const [known] = await context.tx
      .select({ id: messages.id })
      .from(messages)
      .where(eq(messages.id, args.id));
    return known ? NO_FILES : attach(context, args);
  },
};

/** What the message makes of a private chat. Across a block there is nothing to write to. */
const requestOf = (
  { chat, other }: NonNullable<ReturnType<typeof findOwnPlace>>,
  message: Parameters<typeof requestAfterMessage>[0],
) => {
  if (chat.type !== 'PRIVATE' || chat.id === savedMessagesId(message.actorId)) return null;
  if (other === null) throw new ProtocolError('forbidden');
  if (other.relation.isBlocked) throw new ProtocolError('not_found');
  return requestAfterMessage(message, chat, other.relation);
};

/** A new message without files has no use of any to write down. */
const hasFiles = ({ images, files, video }: Args): boolean =>
  Boolean(images?.length || files?.length || video !== undefined);

/**
 * Text first, media later: files that have not arrived are awaited from the sender. A forwarded file is on the server
 * already; when it was deleted meanwhile, no device would upload it, so the message is refused.
 */
const attach = async (context: CommandContext, args: Args): Promise<Attached> => {
  const { id, isForwarded = false } = args;
  const named = await copyForeignFiles(context, args);
  try {
    const user = { kind: 'message', targetId: id } as const;
    return { named, media: await attachFiles(context, user, named, { mayAwait: !isForwarded }) };
  } catch (error) {
    if (!(error instanceof ProtocolError) || error.kind !== 'dependency_missing') throw error;
    const errors = (error.detail.errors ?? []).map(({ field }) => ({ field, message: 'Not found' }));
    throw new ProtocolError('impossible', { errors, cause: error });
  }
};

const isSameMessage = (known: StoredMessage, args: Args, actorId: string): boolean =>
  known.senderId === actorId && known.chatId === args.chatId && known.content === (args.content ?? null);

/** The message that this one answers must be there, in the same chat, and readable. @throws ProtocolError `impossible` */
const assertAnswers = ({ state }: DecideContext, args: Args, joinedSeq: number): void => {
  if (args.replyToId === undefined) return;
  const answered = state.messages.get(args.replyToId);
  if (answered?.chatId === args.chatId && (answered.seq ?? 0) > joinedSeq) return;
  throw new ProtocolError('impossible', { errors: [{ field: 'replyToId', message: 'Not found' }] });
};

const toRow = (
  { state, actorId, now }: DecideContext,
  args: Args,
  {
    seq,
    attached: { named, media },
    previewLink,
  }: { seq: number; attached: Attached; previewLink: string | null },
): StoredMessage => ({
  ...{ id: args.id, chatId: args.chatId, kind: 'user', senderId: actorId },
  // `logSeq` is known when the scopes are numbered.
  ...{ seq, afterSeq: seq, logSeq: 0 },
  content: args.content ?? null,
  images: [...(named.images ?? [])],
  files: [...(named.files ?? [])],
  video: named.video ?? null,
  media,
  replyToId: args.replyToId ?? null,
  ...mentionsOf(state, args),
  isForwarded: args.isForwarded ?? false,
  ...{ reactions: [], listens: [], event: null },
  ...{ previewLink, preview: null },
  writtenAt: believableTime(args.writtenAt, now),
  createdAt: now,
  ...{ editedAt: null, deletedAt: null, pinnedAt: null, pinnedBy: null },
  ...{ wasStarred: false, version: 1 },
});

/**
 * A device's clock may be wrong, or have been put forward a moment ago. What has arrived was not written later than that, and
 * a time that no device of ours can have meant is the time of arrival, too.
 */
const believableTime = (writtenAt: string, now: Date): Date => {
  const time = Date.parse(writtenAt);
  return time >= OLDEST_WRITTEN_AT && time <= now.getTime() ? new Date(time) : now;
};

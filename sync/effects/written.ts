import { awaitedMedia, type PostRow } from '../../protocol/index.ts';
import { type LocalMessage, type OutboxRowOf, PENDING_ORDER } from '../storage/rows.ts';

/** What the rows are made of, whether the effect shows them or a screen shows them again after a refusal. */
type Written<N extends 'sendMessage' | 'createPost'> = Pick<OutboxRowOf<N>, 'args' | 'writtenAt'>;

/** A message as its writer typed it, at the end of its chat until the server has numbered it. */
export const writtenMessage = (
  { args, seq }: Pick<OutboxRowOf<'sendMessage'>, 'args' | 'seq'>,
  userId: string,
): LocalMessage => ({
  id: args.id,
  chatId: args.chatId,
  kind: 'user',
  seq: null,
  afterSeq: 0,
  senderId: userId,
  content: args.content ?? null,
  images: args.images ?? [],
  files: args.files ?? [],
  video: args.video ?? null,
  media: awaitedMedia(args),
  replyToId: args.replyToId ?? null,
  mentions: args.mentions ?? [],
  ...(args.mentionNames === undefined ? {} : { mentionNames: args.mentionNames }),
  isForwarded: args.isForwarded ?? false,
  reactions: [],
  event: null,
  writtenAt: args.writtenAt,
  createdAt: args.writtenAt,
  editedAt: null,
  deletedAt: null,
  version: 0,
  order: PENDING_ORDER + seq,
});

/** A post as its author wrote it. */
export const writtenPost = ({ args, writtenAt }: Written<'createPost'>, userId: string): PostRow => ({
  id: args.id,
  creatorId: userId,
  // The server creates the alias; until then only the author sees the post.
  author: args.anonymous ? { kind: 'anonymous', alias: '' } : { kind: 'self' },
  content: args.content,
  images: args.images ?? [],
  alts: args.alts ?? {},
  video: args.video ?? null,
  media: awaitedMedia(args),
  privacy: args.privacy ?? 'PUBLIC',
  anonymous: args.anonymous ?? false,
  likeCount: 0,
  commentCount: 0,
  createdAt: writtenAt,
  editedAt: null,
  deletedAt: null,
  version: 0,
});

import { awaitedMedia, type ErrorKind, type MessageRow } from '../../protocol/index.ts';
import type { LocalMessage, OutboxRow, OutboxRowOf } from '../../sync/index.ts';
import { PENDING_ORDER } from '../../sync/index.ts';

/** A message that waits for its writer: refused for good, parked after too many refusals, or blocked by such a one. */
export const needsAttention = (row: OutboxRow): row is OutboxRowOf<'sendMessage'> =>
  row.name === 'sendMessage' &&
  (row.state === 'rejected' || row.state === 'parked' || row.state === 'blocked');

/** The kind of error that a refused mutation met; a parked one was refused by something that is not our server. */
export const failureKind = (row: Pick<OutboxRow, 'error'>): ErrorKind => row.error?.code ?? 'internal';

/** A refused message as its writer typed it. Its effect is reverted, so that the outbox alone still holds the words. */
export const messageFromOutbox = (row: OutboxRowOf<'sendMessage'>, senderId: string): LocalMessage => {
  const { args } = row;
  const message: MessageRow = {
    id: args.id,
    chatId: args.chatId,
    kind: 'user',
    seq: null,
    afterSeq: 0,
    senderId,
    content: args.content ?? null,
    images: args.images ?? [],
    files: args.files ?? [],
    video: args.video ?? null,
    media: awaitedMedia(args),
    replyToId: args.replyToId ?? null,
    mentions: args.mentions ?? [],
    isForwarded: args.isForwarded ?? false,
    reactions: [],
    event: null,
    writtenAt: args.writtenAt,
    createdAt: args.writtenAt,
    editedAt: null,
    deletedAt: null,
    version: 0,
  };
  return { ...message, order: PENDING_ORDER + row.seq };
};

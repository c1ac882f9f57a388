import type { Change, HiddenRow, MessageRow } from '../../../protocol/index.ts';
import type { hiddenMessages, messages } from '../../db/schema.ts';

export type StoredMessage = typeof messages.$inferSelect;
export type StoredHidden = typeof hiddenMessages.$inferSelect;

/** A message as every reader of its chat sees it. One deleted for everyone keeps its place and nothing of what it said. */
export const presentMessage = (row: StoredMessage): MessageRow => {
  const isGone = row.deletedAt !== null;
  return {
    id: row.id,
    chatId: row.chatId,
    kind: row.kind,
    seq: row.seq,
    afterSeq: row.afterSeq,
    senderId: row.senderId,
    content: isGone ? null : row.content,
    images: isGone ? [] : row.images,
    files: isGone ? [] : row.files,
    video: isGone ? null : row.video,
    media: isGone ? [] : row.media,
    replyToId: isGone ? null : row.replyToId,
    mentions: isGone ? [] : row.mentions,
    ...(isGone || Object.keys(row.mentionNames).length === 0 ? {} : { mentionNames: row.mentionNames }),
    isForwarded: !isGone && row.isForwarded,
    reactions: isGone ? [] : row.reactions,
    ...(isGone || row.listens.length === 0 ? {} : { listens: row.listens }),
    event: row.event,
    writtenAt: row.writtenAt.toISOString(),
    createdAt: row.createdAt.toISOString(),
    editedAt: row.editedAt?.toISOString() ?? null,
    deletedAt: row.deletedAt?.toISOString() ?? null,
    version: row.version,
  };
};

export const messageChange = (row: StoredMessage): Change => ({
  table: 'messages',
  id: row.id,
  version: row.version,
  row: presentMessage(row),
});

const presentHidden = (row: StoredHidden): HiddenRow => ({
  id: row.id,
  userId: row.userId,
  chatId: row.chatId,
  messageId: row.messageId,
  createdAt: row.createdAt.toISOString(),
  version: row.version,
});

/** A message that was brought back is a tombstone. */
export const hiddenChange = (row: StoredHidden): Change => ({
  table: 'hidden',
  id: row.id,
  version: row.version,
  row: row.deletedAt ? null : presentHidden(row),
});

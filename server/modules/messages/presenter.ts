import type { Change, MessageRow } from '../../../protocol/index.ts';
import type { messages } from '../../db/schema.ts';

export type StoredMessage = typeof messages.$inferSelect;

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
    replyToId: isGone ? null : row.replyToId,
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

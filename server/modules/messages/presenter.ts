import type { Change, HiddenRow, MessageRow, PinnedMessageRow } from '../../../protocol/index.ts';
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
    ...(isGone || row.preview === null ? {} : { preview: row.preview }),
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

/** Null when it is not pinned, or there is nothing left of it. */
const presentPinned = (row: StoredMessage): PinnedMessageRow | null => {
  if (row.pinnedAt === null || row.pinnedBy === null || row.deletedAt !== null) return null;
  const { reactions: _reactions, listens: _listens, ...message } = presentMessage(row);
  const { id, chatId, pinnedBy, version } = row;
  return { id, chatId, pinnedBy, pinnedAt: row.pinnedAt.toISOString(), message, version };
};

/** The pinned message that a message is. Its version is the message's, which never falls; unpinned, it is a tombstone. */
export const pinnedChange = (row: StoredMessage): Change => ({
  table: 'pinnedMessages',
  id: row.id,
  version: row.version,
  row: presentPinned(row),
});

/** What has changed with a message that has changed: a pinned one is shown in two places. */
export const changesOfMessage = (row: StoredMessage): Change[] =>
  row.pinnedAt === null ? [messageChange(row)] : [messageChange(row), pinnedChange(row)];

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

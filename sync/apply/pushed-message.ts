import { chatScope, type MessageRow, privateChatId } from '../../protocol/index.ts';
import { rowKey } from '../rebase/row-keys.ts';
import type { Storage } from '../storage/storage.ts';
import { isCovered } from '../windows/coverage.ts';
import { listId } from '../windows/kinds.ts';
import { toLocalMessage } from './local-row.ts';

/** What a push says of a message: less than the server's row, and enough to be read. */
export type PushedMessage = Pick<MessageRow, 'id' | 'chatId' | 'createdAt'> & {
  readonly senderId: string;
  readonly content: string;
  readonly seq: number;
};

/**
 * Keeps what a push has brought as a provisional row: version 0 and outside coverage, so that any row of the server takes
 * its place and no history is believed to be whole because of it. Nothing else is touched; what the device knows better
 * stays.
 * @returns whether it was kept
 */
export const keepPushedMessage = (
  storage: Pick<Storage, 'write'>,
  userId: string,
  pushed: PushedMessage,
): Promise<boolean> =>
  storage.write(['messages', 'tombstones', 'cursors', 'coverage', 'shadows'], async (tx) => {
    const { id, chatId, senderId, seq, content, createdAt } = pushed;
    const scope = await tx.get('cursors', chatScope(chatId));
    // A push for a member who was signed in here before is dropped.
    if (scope === undefined && chatId !== privateChatId(userId, senderId)) return false;
    const [held, tombstone, shadow, coverage] = [
      await tx.get('messages', id),
      await tx.get('tombstones', rowKey('messages', id)),
      await tx.get('shadows', rowKey('messages', id)),
      await tx.get('coverage', listId('messages', chatId)),
    ];
    const isKnown = held !== undefined || tombstone?.isGone === true || shadow !== undefined;
    if (isKnown || (coverage !== undefined && isCovered(coverage, seq))) return false;
    const row: MessageRow = {
      id,
      chatId,
      kind: 'user',
      seq,
      afterSeq: seq,
      senderId,
      content,
      images: [],
      files: [],
      video: null,
      media: [],
      replyToId: null,
      mentions: [],
      isForwarded: false,
      reactions: [],
      event: null,
      writtenAt: createdAt,
      createdAt,
      editedAt: null,
      deletedAt: null,
      version: 0,
    };
    await tx.put('messages', [toLocalMessage(row)]);
    return true;
  });

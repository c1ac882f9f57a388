import { friendshipId } from '../../protocol/index.ts';
import { rowKey } from '../rebase/row-keys.ts';
import type { Effect } from './effect.ts';
import { ensurePrivateChat, privateChatKeys } from './private-chat.ts';
import { writtenMessage } from './written.ts';

export const sendMessage: Effect<'sendMessage'> = {
  tables: ['messages', 'chats', 'members', 'memberships', 'friendships'],

  creates: ({ id }) => [rowKey('messages', id)],

  // A group whose creation was refused takes its messages along.
  needs: ({ chatId }) => [rowKey('chats', chatId)],

  async prepare({ id, chatId, recipientId }, _tx, userId) {
    // In a chat that is there nothing else changes.
    if (recipientId === undefined) return { entityKey: id, chatId, touches: [rowKey('messages', id)] };
    if (recipientId === userId) {
      const touches = [rowKey('messages', id), ...privateChatKeys(chatId, userId, userId)];
      return { entityKey: id, chatId, touches };
    }
    return {
      entityKey: id,
      chatId,
      otherUserId: recipientId,
      touches: [
        rowKey('messages', id),
        rowKey('friendships', friendshipId(userId, recipientId)),
        ...privateChatKeys(chatId, userId, recipientId),
      ],
    };
  },

  // Text first, media later.
  files: ({ images = [], files = [], video }) => ({
    ids: [...images, ...files, ...(video === undefined ? [] : [video])],
    wait: false,
  }),

  run(draft, mutation, { userId }) {
    const { id, chatId, recipientId } = mutation.args;
    if (recipientId !== undefined) {
      // To somebody who is no friend it is a message request; oneself one need not ask.
      const isRequest =
        recipientId !== userId &&
        draft.get('friendships', friendshipId(userId, recipientId))?.status !== 'APPROVED';
      ensurePrivateChat(draft, {
        chatId,
        userId,
        otherUserId: recipientId,
        at: mutation.writtenAt,
        requestedBy: isRequest ? userId : null,
      });
    }
    // The server's row has come before the mutation is settled: it knows more than we do.
    if (draft.get('messages', id) !== null) return;
    draft.put('messages', writtenMessage(mutation, userId));
  },
};

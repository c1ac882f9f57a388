import { authorMuteId, blockId, friendshipId, privateChatId } from '../../protocol/index.ts';
import { rowKey } from '../rebase/row-keys.ts';
import type { Effect } from './effect.ts';

export const cancelRequest: Effect<'cancelRequest'> = {
  tables: ['friendships'],

  async prepare(args) {
    return { entityKey: args.friendshipId, touches: [rowKey('friendships', args.friendshipId)] };
  },

  run(draft, { args }, { userId }) {
    const friendship = draft.get('friendships', args.friendshipId);
    if (friendship?.status === 'PENDING' && friendship.requesterId === userId) {
      draft.delete('friendships', args.friendshipId);
    }
  },
};

export const unfriend: Effect<'unfriend'> = {
  tables: ['friendships'],

  async prepare(args) {
    return { entityKey: args.friendshipId, touches: [rowKey('friendships', args.friendshipId)] };
  },

  run(draft, { args }) {
    if (draft.get('friendships', args.friendshipId)?.status === 'APPROVED') {
      draft.delete('friendships', args.friendshipId);
    }
  },
};

export const setBlock: Effect<'setBlock'> = {
  tables: ['blocks', 'friendships', 'posts'],

  async prepare({ userId: otherUserId, blocked }, tx, userId) {
    // What the member can react to again once the block is gone: a like or a comment reaches the server after that.
    const posts = blocked ? [] : await tx.getAllBy('posts', 'creatorId', otherUserId);
    return {
      otherUserId,
      // So does a message.
      lane: `chat:${privateChatId(userId, otherUserId)}`,
      touches: [
        rowKey('blocks', blockId(userId, otherUserId)),
        rowKey('friendships', friendshipId(userId, otherUserId)),
        ...posts.map(({ id }) => rowKey('posts', id)),
      ],
    };
  },

  run(draft, { args: { userId: otherUserId, blocked }, writtenAt }, { userId }) {
    const id = blockId(userId, otherUserId);
    if (!blocked) {
      draft.delete('blocks', id);
      return;
    }
    if (draft.get('blocks', id) === null) {
      draft.put('blocks', { id, userId: otherUserId, createdAt: writtenAt, version: 0 });
    }
    draft.delete('friendships', friendshipId(userId, otherUserId));
  },

  coalesce: (earlier, later) => (earlier.userId === later.userId ? later : null),
};

export const muteAuthor: Effect<'muteAuthor'> = {
  tables: ['authorMutes'],

  async prepare({ userId: authorId }, _tx, userId) {
    return { otherUserId: authorId, touches: [rowKey('authorMutes', authorMuteId(userId, authorId))] };
  },

  run(draft, { args: { userId: authorId, muted }, writtenAt }, { userId }) {
    const id = authorMuteId(userId, authorId);
    const isMuted = draft.get('authorMutes', id) !== null;
    if (muted && !isMuted)
      draft.put('authorMutes', { id, userId: authorId, createdAt: writtenAt, version: 0 });
    if (!muted && isMuted) draft.delete('authorMutes', id);
  },

  coalesce: (earlier, later) => (earlier.userId === later.userId ? later : null),
};

import {
  awaitedMedia,
  chatScope,
  friendshipId,
  type MutationArgs,
  type MutationName,
  memberId,
  privateChatId,
  userScope,
} from '../../protocol/index.ts';
import { chatCommands } from './model-chats.ts';
import { type Command, type CommandContext, refuse } from './model-command.ts';
import { messageCommands } from './model-message-commands.ts';
import { peopleCommands } from './model-people-commands.ts';
import { postCommands } from './model-posts.ts';
import { createPrivateChat, type ModelTransaction } from './model-state.ts';

const areFriends = (tx: ModelTransaction, a: string, b: string): boolean =>
  tx.get('friendships', friendshipId(a, b))?.status === 'APPROVED';

const sendMessage: Command<'sendMessage'> = (tx, args, { actor, at }) => {
  const { id, chatId, recipientId } = args;
  if (recipientId !== undefined && privateChatId(actor, recipientId) !== chatId) return refuse('validation');
  if (tx.get('chats', chatId) === undefined) {
    if (recipientId === undefined) return refuse('not_found');
    if (tx.get('users', recipientId) === undefined) return refuse('not_found');
    const isRequest = recipientId !== actor && !areFriends(tx, actor, recipientId);
    const users = [...new Set([actor, recipientId])];
    createPrivateChat(tx, { chatId, users, at, requestedBy: isRequest ? actor : null });
  }
  const membership = tx.get('memberships', memberId(chatId, actor));
  const found = tx.get('chats', chatId);
  if (membership === undefined || found === undefined) return refuse('not_found');
  if (tx.isTaken('messages', id)) return refuse('id_taken');
  // An answer accepts a message request.
  const chat = found.requestedBy === actor ? found : { ...found, requestedBy: null };
  const seq = chat.lastSeq + 1;
  tx.put(
    'messages',
    {
      id,
      chatId,
      kind: 'user',
      seq,
      afterSeq: chat.lastSeq,
      senderId: actor,
      content: args.content ?? null,
      images: args.images ?? [],
      files: args.files ?? [],
      video: args.video ?? null,
      media: awaitedMedia(args),
      replyToId: null,
      mentions: [],
      isForwarded: false,
      reactions: [],
      event: null,
      writtenAt: args.writtenAt,
      createdAt: at,
      editedAt: null,
      deletedAt: null,
    },
    chatScope(chatId),
  );
  tx.put('chats', { ...chat, lastSeq: seq, lastMessageAt: at }, chatScope(chatId));
  const ownAfterSeen = membership.ownAfterSeen + 1;
  tx.put('memberships', { ...membership, ownAfterSeen, isDeclined: false }, userScope(actor));
};

const markSeen: Command<'markSeen'> = (tx, { chatId, seq }, { actor, state }) => {
  const id = memberId(chatId, actor);
  const membership = tx.get('memberships', id);
  const member = tx.get('members', id);
  const chat = tx.get('chats', chatId);
  if (membership === undefined || member === undefined || chat === undefined) return refuse('not_found');
  const seenSeq = Math.min(seq, chat.lastSeq);
  if (seenSeq <= membership.seenSeq) return;
  const ownAfterSeen = [...state.tables.messages.values()].filter(
    (row) => row.chatId === chatId && row.senderId === actor && (row.seq ?? 0) > seenSeq,
  ).length;
  tx.put('memberships', { ...membership, seenSeq, ownAfterSeen }, userScope(actor));
  tx.put('members', { ...member, seenSeq, deliveredSeq: seenSeq }, chatScope(chatId));
};

const logFriendship = (tx: ModelTransaction, id: string, a: string, b: string): void => {
  tx.log('friendships', id, userScope(a), userScope(b));
  for (const person of [a, b]) tx.log('users', person, userScope(a), userScope(b));
};

const approve = (tx: ModelTransaction, id: string, at: string): void => {
  const friendship = tx.get('friendships', id);
  if (friendship === undefined) return;
  const { requesterId, requesteeId } = friendship;
  tx.put('friendships', { ...friendship, status: 'APPROVED', approvedAt: at });
  logFriendship(tx, id, requesterId, requesteeId);
  const users = [requesterId, requesteeId];
  const chatId = privateChatId(requesterId, requesteeId);
  createPrivateChat(tx, { chatId, users, at });
  const chat = tx.get('chats', chatId);
  if (chat !== undefined && chat.requestedBy !== null)
    tx.put('chats', { ...chat, requestedBy: null }, chatScope(chatId));
};

/** Notifications are in no member's tables. */
const markScreenSeen: Command<'markScreenSeen'> = () => undefined;

const requestFriend: Command<'requestFriend'> = (tx, { uniqueCode }, { state, actor, at }) => {
  const person = [...state.tables.users.values()].find((row) => row.uniqueCode === uniqueCode);
  if (person === undefined) return refuse('not_found');
  if (person.id === actor) return refuse('self_request');
  const id = friendshipId(actor, person.id);
  const friendship = tx.get('friendships', id);
  if (friendship?.status === 'APPROVED') return refuse('already_friends');
  if (friendship?.requesterId === actor) return refuse('already_requested');
  if (friendship !== undefined) return approve(tx, id, at);
  tx.put('friendships', {
    id,
    requesterId: actor,
    requesteeId: person.id,
    status: 'PENDING',
    createdAt: at,
    approvedAt: null,
  });
  logFriendship(tx, id, actor, person.id);
};

const acceptFriend: Command<'acceptFriend'> = (tx, args, { actor, at }) => {
  const friendship = tx.get('friendships', args.friendshipId);
  if (friendship?.requesteeId !== actor) return refuse('not_found');
  if (friendship.status === 'APPROVED') return refuse('already_friends');
  approve(tx, args.friendshipId, at);
};

const rejectFriend: Command<'rejectFriend'> = (tx, args, { actor }) => {
  const friendship = tx.get('friendships', args.friendshipId);
  if (friendship?.requesteeId !== actor) return refuse('not_found');
  if (friendship.status === 'APPROVED') return refuse('already_friends');
  tx.remove('friendships', args.friendshipId, userScope(friendship.requesterId), userScope(actor));
};

const commands: { readonly [N in MutationName]: Command<N> } = {
  sendMessage,
  ...messageCommands,
  markSeen,
  markScreenSeen,
  requestFriend,
  acceptFriend,
  rejectFriend,
  ...peopleCommands,
  ...postCommands,
  ...chatCommands,
};

export const runCommand = <N extends MutationName>(
  name: N,
  tx: ModelTransaction,
  args: MutationArgs<N>,
  context: CommandContext,
): void => {
  const command: Command<N> = commands[name];
  command(tx, args, context);
};

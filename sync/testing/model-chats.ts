// Over 300 lines: every command about chats of the model server, which share one state.
import {
  chatScope,
  DEFAULT_SETTINGS,
  friendshipId,
  type GroupInvites,
  LIMITS,
  memberId,
  privateChatId,
  type RowOf,
  type SystemEvent,
  userScope,
} from '../../protocol/index.ts';
import { type Command, type CommandContext, refuse } from './model-command.ts';
import {
  createPrivateChat,
  addMember as enter,
  holdsInvitation,
  type ModelState,
  type ModelTransaction,
  starsOn,
} from './model-state.ts';

/** The commands about chats and their members, as docs/decisions/0003 has them. */

const isFriend = (tx: ModelTransaction, a: string, b: string): boolean =>
  tx.get('friendships', friendshipId(a, b))?.status === 'APPROVED';

const choiceOf = (tx: ModelTransaction, userId: string): GroupInvites =>
  tx.get('settings', userId)?.groupInvites ?? DEFAULT_SETTINGS.groupInvites;

/** Friends come in at once, unless they want to be asked, or were in the chat or asked into it before. */
const isAdded = (tx: ModelTransaction, actor: string, chatId: string, userId: string): boolean => {
  const id = memberId(chatId, userId);
  const wasHere = tx.wasRemoved('members', id) || tx.wasRemoved('invitations', id);
  return isFriend(tx, actor, userId) && choiceOf(tx, userId) !== 'nobody' && !wasHere;
};

const line = (
  tx: ModelTransaction,
  chatId: string,
  { actor, at, mutationId }: CommandContext,
  event: Partial<SystemEvent> & Pick<SystemEvent, 'type'>,
): void => {
  const chat = tx.get('chats', chatId);
  if (chat === undefined) return;
  tx.put(
    'messages',
    {
      ...{ id: mutationId, chatId, kind: 'system', seq: null, afterSeq: chat.lastSeq, senderId: actor },
      ...{ content: event.type, images: [], files: [], video: null, replyToId: null },
      ...{ writtenAt: at, createdAt: at, editedAt: null, deletedAt: null },
      ...{ media: [], mentions: [], isForwarded: false, reactions: [] },
      event: { people: [], name: null, ...event },
    },
    chatScope(chatId),
  );
  tx.put('chats', { ...chat, lastMessageAt: at }, chatScope(chatId));
};

const memberOf = (tx: ModelTransaction, chatId: string, userId: string) =>
  tx.get('members', memberId(chatId, userId)) ?? refuse('not_found');

const insideOf = (state: ModelState, chatId: string): string[] =>
  [...state.tables.members.values()].filter((row) => row.chatId === chatId).map((row) => row.userId);

/** Who leaves or clears a chat has no stars there any more. */
const endStars = (tx: ModelTransaction, chatId: string, userId: string, upTo = Infinity): void => {
  for (const { id, message } of starsOn(tx, { chatId, userId }))
    if ((message.seq ?? 0) <= upTo) tx.remove('starredMessages', id, userScope(userId));
};

const exit = (tx: ModelTransaction, chatId: string, userId: string): void => {
  const id = memberId(chatId, userId);
  tx.remove('members', id, chatScope(chatId));
  tx.remove('memberships', id, userScope(userId));
  endStars(tx, chatId, userId);
};

const invite = (
  tx: ModelTransaction,
  { chatId, userId }: { chatId: string; userId: string },
  { actor, at, state }: CommandContext,
): void => {
  const chat = tx.get('chats', chatId);
  const id = memberId(chatId, userId);
  const isHidden = !isFriend(tx, actor, userId) && choiceOf(tx, userId) !== 'everyone';
  const pending = tx.get('invitations', id);
  if (chat === undefined || (pending && (isHidden || !state.hiddenInvitations.has(id)))) return;
  if (pending) uninvite(tx, chatId, userId, state);
  tx.hideInvitation(id, isHidden);
  const scopes = isHidden ? [userScope(actor)] : [userScope(actor), userScope(userId)];
  tx.put(
    'invitations',
    {
      ...{ id, chatId, userId, inviterId: actor, chatType: chat.type, chatName: chat.name ?? '' },
      ...{ chatCode: chat.uniqueCode ?? '', chatAvatarId: null, createdAt: at },
    },
    ...scopes,
  );
  for (const person of [actor, userId]) tx.log('users', person, ...scopes);
};

const uninvite = (tx: ModelTransaction, chatId: string, userId: string, state: ModelState): void => {
  const invitation = tx.get('invitations', memberId(chatId, userId));
  if (invitation === undefined) return;
  const scopes = [invitation.inviterId, userId].filter((one) => holdsInvitation(state, invitation, one));
  tx.remove('invitations', invitation.id, ...scopes.map(userScope));
};

const createChat: Command<'createChat'> = (tx, args, context) => {
  const { actor, at } = context;
  const { id, type, name, users } = args;
  if (type === 'PRIVATE') {
    const [other = actor] = users;
    if (privateChatId(actor, other) !== id) return refuse('validation');
    if (isFriend(tx, actor, other)) createPrivateChat(tx, { chatId: id, users: [actor, other], at });
    return;
  }
  if (users.some((userId) => tx.get('users', userId) === undefined)) return refuse('not_found');
  if (tx.isTaken('chats', id)) return refuse('id_taken');
  tx.put(
    'chats',
    {
      ...{ id, type, name: name ?? null, uniqueCode: args.uniqueCode ?? null, avatarId: null },
      ...{ lastSeq: 0, lastMessageAt: null, createdAt: at, requestedBy: null },
    },
    chatScope(id),
  );
  enter(tx, { chatId: id, userId: actor, at, joinedSeq: 0, role: 'OWNER' });
  for (const userId of users) {
    if (userId === actor) continue;
    if (isAdded(tx, actor, id, userId)) enter(tx, { chatId: id, userId, at, joinedSeq: 0 });
    else invite(tx, { chatId: id, userId }, context);
  }
  line(tx, id, context, { type: 'created', name: name ?? null });
};

const assertRole = (tx: ModelTransaction, chatId: string, userId: string, roles: readonly string[]): void => {
  const member = memberOf(tx, chatId, userId);
  if (tx.get('chats', chatId)?.type === 'PRIVATE' || !roles.includes(member.role)) refuse('forbidden');
};

const updateChat: Command<'updateChat'> = (tx, { chatId, name }, context) => {
  assertRole(tx, chatId, context.actor, ['OWNER', 'ADMIN']);
  const chat = tx.get('chats', chatId);
  if (chat === undefined || name === undefined || name === chat.name) return;
  tx.put('chats', { ...chat, name }, chatScope(chatId));
  line(tx, chatId, context, { type: 'renamed', name });
};

const addMember: Command<'addMember'> = (tx, { chatId, userId }, context) => {
  const { actor, at } = context;
  assertRole(tx, chatId, actor, ['OWNER', 'ADMIN']);
  if (tx.get('members', memberId(chatId, userId)) !== undefined) return;
  if (tx.get('users', userId) === undefined) return refuse('not_found');
  if (!isAdded(tx, actor, chatId, userId)) return invite(tx, { chatId, userId }, context);
  uninvite(tx, chatId, userId, context.state);
  enter(tx, { chatId, userId, at, joinedSeq: 0 });
  line(tx, chatId, context, { type: 'added', people: [userId] });
};

const removeMember: Command<'removeMember'> = (tx, { chatId, userId }, context) => {
  const { actor } = context;
  assertRole(tx, chatId, actor, ['OWNER', 'ADMIN']);
  if (userId === actor) return refuse('forbidden');
  const target = tx.get('members', memberId(chatId, userId));
  if (target === undefined) return uninvite(tx, chatId, userId, context.state);
  const isPlain = target.role === 'MEMBER' || memberOf(tx, chatId, actor).role === 'OWNER';
  if (!isPlain || target.role === 'OWNER') return refuse('forbidden');
  exit(tx, chatId, userId);
  line(tx, chatId, context, { type: 'removed', people: [userId] });
};

const setMemberRole: Command<'setMemberRole'> = (tx, { chatId, userId, role }, context) => {
  const { actor } = context;
  assertRole(tx, chatId, actor, ['OWNER']);
  if (userId === actor) return refuse('forbidden');
  const target = memberOf(tx, chatId, userId);
  if (target.role === role) return;
  tx.put('members', { ...target, role }, chatScope(chatId));
  if (role === 'OWNER')
    tx.put('members', { ...memberOf(tx, chatId, actor), role: 'ADMIN' }, chatScope(chatId));
  line(tx, chatId, context, { type: 'promoted', people: [userId] });
};

const isInvited = (tx: ModelTransaction, chatId: string, { actor, state }: CommandContext): boolean => {
  const invitation = tx.get('invitations', memberId(chatId, actor));
  return invitation !== undefined && holdsInvitation(state, invitation, actor);
};

const joinChat: Command<'joinChat'> = (tx, { chatId }, context) => {
  const { actor, at } = context;
  const chat = tx.get('chats', chatId);
  const id = memberId(chatId, actor);
  if (chat === undefined) return refuse('not_found');
  if (tx.get('memberships', id) !== undefined) return;
  if (chat.type !== 'PUBLIC' && !isInvited(tx, chatId, context)) return refuse('not_found');
  uninvite(tx, chatId, actor, context.state);
  enter(tx, { chatId, userId: actor, at, joinedSeq: 0 });
  line(tx, chatId, context, { type: 'joined' });
};

const declineInvitation: Command<'declineInvitation'> = (tx, { chatId }, context) => {
  if (!isInvited(tx, chatId, context)) return refuse('not_found');
  uninvite(tx, chatId, context.actor, context.state);
};

const close = (tx: ModelTransaction, state: ModelState, chatId: string): void => {
  tx.remove('chats', chatId);
  for (const userId of insideOf(state, chatId)) exit(tx, chatId, userId);
  for (const { chatId: id, userId } of state.tables.invitations.values())
    if (id === chatId) uninvite(tx, chatId, userId, state);
};

const leaveChat: Command<'leaveChat'> = (tx, { chatId, successorId }, context) => {
  const { actor, state } = context;
  const own = memberOf(tx, chatId, actor);
  if (tx.get('chats', chatId)?.type === 'PRIVATE') return refuse('forbidden');
  const heirs = insideOf(state, chatId).filter((userId) => userId !== actor);
  if (own.role === 'OWNER' && heirs.length > 0 && successorId === undefined)
    return refuse('successor_required');
  const heir = heirs.find((userId) => userId === successorId) ?? heirs[0];
  if (heir === undefined) return close(tx, state, chatId);
  if (own.role === 'OWNER')
    tx.put('members', { ...memberOf(tx, chatId, heir), role: 'OWNER' }, chatScope(chatId));
  exit(tx, chatId, actor);
  line(tx, chatId, context, { type: 'left' });
};

const deleteChat: Command<'deleteChat'> = (tx, { chatId }, { actor, state }) => {
  assertRole(tx, chatId, actor, ['OWNER']);
  close(tx, state, chatId);
};

const placeOf = (tx: ModelTransaction, chatId: string, userId: string) =>
  tx.get('memberships', memberId(chatId, userId)) ?? refuse('not_found');

const setChatPreferences: Command<'setChatPreferences'> = (tx, args, { actor, at }) => {
  const before = placeOf(tx, args.chatId, actor);
  const place = { ...before };
  if (args.isMuted !== undefined) {
    // One that has ended before it arrives mutes nothing.
    place.isMuted = args.isMuted && (args.mutedUntil == null || args.mutedUntil > at);
    place.mutedUntil = place.isMuted ? (args.mutedUntil ?? null) : null;
  }
  if (args.mutesMentions !== undefined) place.mutesMentions = args.mutesMentions || null;
  if (args.isArchived !== undefined) place.isArchived = args.isArchived;
  if (args.isArchived === true) place.pinRank = null;
  if (JSON.stringify(place) !== JSON.stringify(before)) tx.put('memberships', place, userScope(actor));
};

/** In its member's list: no request that waits, none that was declined or deleted for them. */
const isListed = (place: RowOf<'memberships'>, chat: RowOf<'chats'> | undefined): boolean => {
  const isEmptied = chat?.type === 'PRIVATE' && place.clearedSeq > 0 && chat.lastSeq <= place.clearedSeq;
  return !place.isDeclined && !isEmptied && (chat?.requestedBy ?? place.userId) === place.userId;
};

const setChatPin: Command<'setChatPin'> = (tx, { chatId, rank, isMove }, { actor, state }) => {
  const place = placeOf(tx, chatId, actor);
  const chat = tx.get('chats', chatId);
  const before = place.pinRank ?? null;
  if (isMove === true && before === null) return;
  if (rank !== null) {
    if (!isListed(place, chat)) return refuse('forbidden');
    const pinned = [...state.tables.memberships.values()].filter(
      (row) =>
        row.userId === actor &&
        row.pinRank != null &&
        row.id !== place.id &&
        isListed(row, tx.get('chats', row.chatId)),
    );
    if (before === null && pinned.length >= LIMITS.pinnedChatsMax) return refuse('pins_full');
  }
  const isArchived = place.isArchived && rank === null;
  if (rank !== before || isArchived !== place.isArchived)
    tx.put('memberships', { ...place, pinRank: rank, isArchived }, userScope(actor));
};

const cleared = (tx: ModelTransaction, chatId: string, seq: number, { actor, state, at }: CommandContext) => {
  const place = placeOf(tx, chatId, actor);
  const clearedSeq = Math.max(place.clearedSeq, Math.min(seq, tx.get('chats', chatId)?.lastSeq ?? 0));
  const seenSeq = Math.max(place.seenSeq, clearedSeq);
  const ownAfterSeen = [...state.tables.messages.values()].filter(
    (row) => row.chatId === chatId && row.senderId === actor && (row.seq ?? 0) > seenSeq,
  ).length;
  return { ...place, clearedSeq, clearedAt: at, seenSeq, ownAfterSeen };
};

const clearChat: Command<'clearChat'> = (tx, { chatId, seq }, context) => {
  const next = cleared(tx, chatId, seq, context);
  const chat = tx.get('chats', chatId);
  const isGone = chat?.type === 'PRIVATE' && next.clearedSeq === chat.lastSeq;
  if (next.clearedSeq <= placeOf(tx, chatId, context.actor).clearedSeq) return;
  tx.put('memberships', isGone ? { ...next, pinRank: null } : next, userScope(context.actor));
  endStars(tx, chatId, context.actor, seq);
};

const answerMessageRequest: Command<'answerMessageRequest'> = (tx, { chatId, isAccepted }, context) => {
  const { actor } = context;
  const chat = tx.get('chats', chatId);
  placeOf(tx, chatId, actor);
  if (chat?.type !== 'PRIVATE' || chat.requestedBy === actor) return refuse('forbidden');
  if (chat.requestedBy === null) return;
  if (isAccepted) tx.put('chats', { ...chat, requestedBy: null }, chatScope(chatId));
  else {
    const place = { ...cleared(tx, chatId, chat.lastSeq, context), isDeclined: true, pinRank: null };
    tx.put('memberships', place, userScope(actor));
    endStars(tx, chatId, actor);
  }
};

export const chatCommands = {
  createChat,
  updateChat,
  addMember,
  removeMember,
  setMemberRole,
  joinChat,
  declineInvitation,
  leaveChat,
  setChatPreferences,
  setChatPin,
  clearChat,
  deleteChat,
  answerMessageRequest,
};

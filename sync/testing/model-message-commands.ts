import {
  chatScope,
  hiddenId,
  isStaleEdit,
  LIMITS,
  type MutationArgs,
  memberId,
  type RowOf,
  starId,
  userScope,
} from '../../protocol/index.ts';
import { type Command, type CommandContext, refuse } from './model-command.ts';
import { type ModelTransaction, starsOn } from './model-state.ts';

type Target = { chatId: string; messageId: string };

const readable = (
  tx: ModelTransaction,
  { chatId, messageId }: Target,
  { actor }: CommandContext,
): RowOf<'messages'> => {
  const message = tx.get('messages', messageId);
  if (tx.get('memberships', memberId(chatId, actor)) === undefined) return refuse('not_found');
  if (message?.chatId !== chatId) return refuse('not_found');
  return message;
};

const ownRecent = (tx: ModelTransaction, target: Target, context: CommandContext): RowOf<'messages'> => {
  const message = readable(tx, target, context);
  if (message.senderId !== context.actor) return refuse('forbidden');
  const ageMs = Date.parse(context.at) - Date.parse(message.createdAt);
  return ageMs > LIMITS.messageChangeMs ? refuse('too_late') : message;
};

/** A pinned message is told of whenever it changes. */
const putMessage = (
  tx: ModelTransaction,
  message: Omit<RowOf<'messages'>, 'version'>,
  isToldToStars = true,
): void => {
  const scope = chatScope(message.chatId);
  tx.put('messages', message, scope);
  for (const star of starsOn(tx, { messageId: message.id })) {
    if (message.deletedAt !== null) tx.remove('starredMessages', star.id, userScope(star.userId));
    else if (isToldToStars)
      tx.put('starredMessages', { ...star, message: starredPart(tx, message.id) }, userScope(star.userId));
  }
  const pinned = tx.get('pinnedMessages', message.id);
  if (pinned !== undefined && message.deletedAt !== null) tx.remove('pinnedMessages', message.id, scope);
  else if (pinned !== undefined)
    tx.put('pinnedMessages', { ...pinned, message: pinnedPart(tx, message.id) }, scope);
};

const starredPart = (tx: ModelTransaction, id: string): RowOf<'starredMessages'>['message'] => {
  const { version: _version, ...message } = pinnedPart(tx, id);
  return message;
};

const pinnedPart = (tx: ModelTransaction, id: string): RowOf<'pinnedMessages'>['message'] => {
  const {
    reactions: _reactions,
    listens: _listens,
    ...message
  } = tx.get('messages', id) ?? refuse('not_found');
  return message;
};

/** What an edit leaves of a preview: it stays while its link stands in the words and is the one that is wished. */
const previewAfter = (
  { preview }: RowOf<'messages'>,
  { content, preview: link = preview?.url }: MutationArgs<'editMessage'>,
): Pick<RowOf<'messages'>, 'preview'> =>
  preview !== undefined && link === preview.url && content.includes(link) ? { preview } : {};

/** The server has looked at the page of a message's link, as it does some time after the message or not at all. */
export const makePreview = (tx: ModelTransaction, id: string): void => {
  const message = tx.get('messages', id);
  const [url] = /https:\/\/[a-z./]+/.exec(message?.content ?? '') ?? [];
  if (message?.deletedAt !== null || message.preview !== undefined || url === undefined) return;
  putMessage(tx, { ...message, preview: { url, title: 'A page', description: null, picture: null } });
};

const editMessage: Command<'editMessage'> = (tx, args, context) => {
  const { content, expectedContent, preview: _wish, mentions: _m, mentionNames: _n, ...target } = args;
  const message = ownRecent(tx, target, context);
  if (message.deletedAt !== null) return refuse('conflict');
  if (content.trim() === '') return refuse('validation');
  if (isStaleEdit(message.content, { content, expectedContent })) return refuse('conflict');
  const { preview, ...rest } = message;
  const kept = previewAfter(message, args);
  if (message.content === content && kept.preview === preview) return;
  const editedAt = message.content === content ? message.editedAt : context.at;
  putMessage(tx, { ...rest, ...kept, content, editedAt });
};

const deleteMessage: Command<'deleteMessage'> = (tx, target, context) => {
  const message = ownRecent(tx, target, context);
  if (message.deletedAt !== null) return;
  const nothing = {
    content: null,
    images: [],
    media: [],
    files: [],
    video: null,
    replyToId: null,
    mentions: [],
  };
  const { listens: _gone, preview: _preview, ...rest } = message;
  const deleted = { ...rest, ...nothing, isForwarded: false, reactions: [], deletedAt: context.at };
  putMessage(tx, deleted);
};

const withdrawFile: Command<'withdrawFile'> = (tx, { fileId, ...target }, context) => {
  const message = readable(tx, target, context);
  if (message.senderId !== context.actor) return refuse('forbidden');
  if (!message.media.some(({ id, state }) => id === fileId && state === 'awaited')) return;
  const media = message.media.map((one) =>
    one.id === fileId ? { ...one, state: 'withdrawn' as const } : one,
  );
  putMessage(tx, { ...message, media });
};

const reactToMessage: Command<'reactToMessage'> = (tx, { emoji, ...target }, context) => {
  const message = readable(tx, target, context);
  const before = message.reactions.find(({ userId }) => userId === context.actor);
  if ((before?.emoji ?? null) === emoji) return;
  if (message.deletedAt !== null) return refuse('conflict');
  const others = message.reactions.filter(({ userId }) => userId !== context.actor);
  const reactions = emoji === null ? others : [...others, { userId: context.actor, emoji }];
  putMessage(tx, { ...message, reactions }, false);
};

const pinMessage: Command<'pinMessage'> = (tx, { isPinned, ...target }, context) => {
  const { actor, at } = context;
  const { chatId, messageId: id } = target;
  const message = readable(tx, target, context);
  const isPlain = tx.get('members', memberId(chatId, actor))?.role === 'MEMBER';
  if (message.seq === null) return refuse('not_found');
  if (tx.get('chats', chatId)?.type !== 'PRIVATE' && isPlain) return refuse('forbidden');
  if (isPinned === (tx.get('pinnedMessages', id) !== undefined)) return;
  if (!isPinned) return tx.remove('pinnedMessages', id, chatScope(chatId));
  if (message.deletedAt !== null) return refuse('conflict');
  const pinned = { id, chatId, pinnedBy: actor, pinnedAt: at, message: pinnedPart(tx, id) };
  tx.put('pinnedMessages', pinned, chatScope(chatId));
  // Who has left may be unknown to those who have come since.
  if (message.senderId !== null) tx.log('users', message.senderId, chatScope(chatId));
};

const markListened: Command<'markListened'> = (tx, target, context) => {
  const message = tx.get('messages', target.messageId);
  const isInside = tx.get('memberships', memberId(target.chatId, context.actor)) !== undefined;
  if (message?.chatId !== target.chatId || !isInside) return;
  const { listens = [] } = message;
  if (message.senderId === context.actor || message.deletedAt !== null) return;
  if (listens.some(({ userId }) => userId === context.actor)) return;
  if (!message.media.some(({ waveform }) => waveform !== undefined)) return;
  const now = [...listens, { userId: context.actor, at: context.at }];
  putMessage(tx, { ...message, listens: now });
};

const starMessage: Command<'starMessage'> = (tx, { isStarred, ...target }, context) => {
  const message = readable(tx, target, context);
  const { actor, at } = context;
  const id = starId(actor, target.messageId);
  if (message.seq === null) return refuse('not_found');
  if (isStarred === (tx.get('starredMessages', id) !== undefined)) return;
  if (!isStarred) return tx.remove('starredMessages', id, userScope(actor));
  if (message.deletedAt !== null) return refuse('conflict');
  const star = { id, userId: actor, ...target, starredAt: at, message: starredPart(tx, message.id) };
  tx.put('starredMessages', star, userScope(actor));
};

const hideMessage: Command<'hideMessage'> = (tx, { hidden, ...target }, context) => {
  readable(tx, target, context);
  const { actor, at } = context;
  const id = hiddenId(actor, target.messageId);
  const isHidden = tx.get('hidden', id) !== undefined;
  if (isHidden === hidden) return;
  if (hidden) tx.put('hidden', { id, userId: actor, ...target, createdAt: at }, userScope(actor));
  else tx.remove('hidden', id, userScope(actor));
};

export const messageCommands = {
  editMessage,
  deleteMessage,
  hideMessage,
  withdrawFile,
  reactToMessage,
  markListened,
  pinMessage,
  starMessage,
};

import {
  chatScope,
  hiddenId,
  isStaleEdit,
  LIMITS,
  memberId,
  type RowOf,
  userScope,
} from '../../protocol/index.ts';
import { type Command, type CommandContext, refuse } from './model-command.ts';
import type { ModelTransaction } from './model-state.ts';

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

const editMessage: Command<'editMessage'> = (tx, { content, expectedContent, ...target }, context) => {
  const message = ownRecent(tx, target, context);
  if (message.deletedAt !== null) return refuse('conflict');
  if (content.trim() === '') return refuse('validation');
  if (isStaleEdit(message.content, { content, expectedContent })) return refuse('conflict');
  if (message.content === content) return;
  tx.put('messages', { ...message, content, editedAt: context.at }, chatScope(target.chatId));
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
  const { listens: _gone, ...rest } = message;
  const deleted = { ...rest, ...nothing, isForwarded: false, reactions: [], deletedAt: context.at };
  tx.put('messages', deleted, chatScope(target.chatId));
};

const withdrawFile: Command<'withdrawFile'> = (tx, { fileId, ...target }, context) => {
  const message = readable(tx, target, context);
  if (message.senderId !== context.actor) return refuse('forbidden');
  if (!message.media.some(({ id, state }) => id === fileId && state === 'awaited')) return;
  const media = message.media.map((one) =>
    one.id === fileId ? { ...one, state: 'withdrawn' as const } : one,
  );
  tx.put('messages', { ...message, media }, chatScope(target.chatId));
};

const reactToMessage: Command<'reactToMessage'> = (tx, { emoji, ...target }, context) => {
  const message = readable(tx, target, context);
  const before = message.reactions.find(({ userId }) => userId === context.actor);
  if ((before?.emoji ?? null) === emoji) return;
  if (message.deletedAt !== null) return refuse('conflict');
  const others = message.reactions.filter(({ userId }) => userId !== context.actor);
  const reactions = emoji === null ? others : [...others, { userId: context.actor, emoji }];
  tx.put('messages', { ...message, reactions }, chatScope(target.chatId));
};

const markListened: Command<'markListened'> = (tx, target, context) => {
  const message = readable(tx, target, context);
  const { listens = [] } = message;
  if (message.senderId === context.actor || message.deletedAt !== null) return;
  if (listens.some(({ userId }) => userId === context.actor)) return;
  if (!message.media.some(({ waveform }) => waveform !== undefined)) return refuse('impossible');
  const now = [...listens, { userId: context.actor, at: context.at }];
  tx.put('messages', { ...message, listens: now }, chatScope(target.chatId));
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
};

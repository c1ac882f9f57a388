import {
  hasMessageContent,
  hiddenId,
  LIMITS,
  type MutationArgs,
  namesSamePeople,
  previewUrl,
  starId,
} from '../../protocol/index.ts';
import { rowKey } from '../rebase/row-keys.ts';
import type { LocalMessage } from '../storage/rows.ts';
import type { Draft, Effect } from './effect.ts';

type Target = { chatId: string; messageId: string };
type Action = 'editMessage' | 'deleteMessage' | 'withdrawFile' | 'reactToMessage' | 'markListened';

/** The message as the effect finds it; null when it is not on this device, or there is nothing left of it to change. */
const livingMessage = (draft: Draft, { messageId }: Target): LocalMessage | null => {
  const message = draft.get('messages', messageId);
  return message?.deletedAt === null ? message : null;
};

const onMessage = <N extends Action>(rest: Pick<Effect<N>, 'run' | 'coalesce' | 'joins'>): Effect<N> => ({
  tables: ['messages'],
  async prepare({ chatId, messageId }) {
    return { entityKey: messageId, chatId, touches: [rowKey('messages', messageId)] };
  },
  needs: ({ messageId }) => [rowKey('messages', messageId)],
  ...rest,
});

const isSameMessage = (a: Target, b: Target): boolean => a.messageId === b.messageId;

/** Whom an edit names; nothing of an edit that leaves them as they are. */
const namedBy = ({
  mentions,
  mentionNames = {},
}: MutationArgs<'editMessage'>): Pick<LocalMessage, 'mentionNames'> & { mentions?: string[] } =>
  mentions === undefined ? {} : { mentions, mentionNames };

/** Without the preview that an edit takes away or replaces by one that the server has yet to make. */
const withPreviewOf = (
  message: LocalMessage,
  { preview: link }: MutationArgs<'editMessage'>,
): LocalMessage => {
  const { preview, ...rest } = message;
  if (preview === undefined || link === undefined) return message;
  return link !== null && previewUrl(link) === preview.url ? message : rest;
};

const editMessage = onMessage<'editMessage'>({
  run(draft, { args, writtenAt }) {
    const before = livingMessage(draft, args);
    if (before === null) return;
    const message = withPreviewOf(before, args);
    const { content, mentions = message.mentions } = args;
    if (message.content === content && namesSamePeople(message.mentions, mentions)) {
      if (message !== before) draft.put('messages', message);
      return;
    }
    const editedAt = message.editedAt ?? writtenAt;
    draft.put('messages', { ...message, content, ...namedBy(args), editedAt });
  },

  /** The first of several edits began over what the server has, and what the last does not name anew stays named. */
  coalesce: (earlier, later) =>
    isSameMessage(earlier, later) ? { ...earlier, ...later, expectedContent: earlier.expectedContent } : null,

  /** A message that never left is sent as it reads now, and is never shown as "edited". */
  joins(row, edit) {
    if (row.name !== 'sendMessage' || row.args.id !== edit.messageId) return null;
    const { preview: before, ...sent } = row.args;
    const preview = edit.preview === undefined ? before : edit.preview;
    const wished = preview == null ? {} : { preview };
    const args = { ...sent, content: edit.content, ...namedBy(edit), ...wished };
    return hasMessageContent(args) ? { ...row, args } : null;
  },
});

const deleteMessage = onMessage<'deleteMessage'>({
  run(draft, { args, writtenAt }) {
    const living = livingMessage(draft, args);
    if (living === null) return;
    const { mentionNames: _names, ...message } = living;
    const { listens: _gone, preview: _preview, ...rest } = message;
    draft.put('messages', {
      ...rest,
      content: null,
      images: [],
      media: [],
      files: [],
      video: null,
      replyToId: null,
      mentions: [],
      isForwarded: false,
      reactions: [],
      deletedAt: writtenAt,
    });
  },

  coalesce: (earlier, later) => (isSameMessage(earlier, later) ? later : null),
});

const withdrawFile = onMessage<'withdrawFile'>({
  run(draft, { args: { fileId, ...target } }) {
    const message = livingMessage(draft, target);
    if (message === null) return;
    const media = message.media.map((one) =>
      one.id === fileId && one.state === 'awaited' ? { ...one, state: 'withdrawn' as const } : one,
    );
    draft.put('messages', { ...message, media });
  },
});

const reactToMessage = onMessage<'reactToMessage'>({
  run(draft, { args: { emoji, ...target } }, { userId }) {
    const message = livingMessage(draft, target);
    if (message === null) return;
    const before = message.reactions.find((one) => one.userId === userId)?.emoji ?? null;
    if (before === emoji) return;
    const others = message.reactions.filter((one) => one.userId !== userId);
    if (emoji !== null && others.length >= LIMITS.reactionsMax) return;
    const reactions = emoji === null ? others : [...others, { userId, emoji }];
    draft.put('messages', { ...message, reactions });
  },

  coalesce: (earlier, later) => (isSameMessage(earlier, later) ? later : null),
});

const markListened = onMessage<'markListened'>({
  run(draft, { args, writtenAt }, { userId }) {
    const message = livingMessage(draft, args);
    const isVoice = message?.media.some(({ waveform }) => waveform !== undefined) ?? false;
    if (message === null || !isVoice || message.senderId === userId) return;
    const { listens = [] } = message;
    if (listens.some((one) => one.userId === userId)) return;
    draft.put('messages', { ...message, listens: [...listens, { userId, at: writtenAt }] });
  },

  coalesce: (earlier, later) => (isSameMessage(earlier, later) ? earlier : null),
});

/** The row carries the message, as the server's does: it is shown when the message itself is not on the device any more. */
const pinMessage: Effect<'pinMessage'> = {
  tables: ['messages', 'pinnedMessages'],

  async prepare({ chatId, messageId }) {
    const touches = [rowKey('messages', messageId), rowKey('pinnedMessages', messageId)];
    return { entityKey: messageId, chatId, touches };
  },

  needs: ({ messageId }) => [rowKey('messages', messageId)],

  run(draft, { args: { chatId, messageId, isPinned }, writtenAt }, { userId }) {
    if (!isPinned) return draft.delete('pinnedMessages', messageId);
    const living = livingMessage(draft, { chatId, messageId });
    if (living === null || draft.get('pinnedMessages', messageId) !== null) return;
    const { order: _order, reactions: _reactions, listens: _listens, ...message } = living;
    const pinned = { id: messageId, chatId, pinnedBy: userId, pinnedAt: writtenAt };
    draft.put('pinnedMessages', { ...pinned, message, version: 0 });
  },

  coalesce: (earlier, later) => (isSameMessage(earlier, later) ? later : null),
};

const starMessage: Effect<'starMessage'> = {
  tables: ['messages', 'starredMessages'],

  async prepare({ chatId, messageId }, _tx, userId) {
    const touches = [rowKey('messages', messageId), rowKey('starredMessages', starId(userId, messageId))];
    return { entityKey: messageId, chatId, touches };
  },

  needs: ({ messageId }) => [rowKey('messages', messageId)],

  run(draft, { args: { chatId, messageId, isStarred }, writtenAt }, { userId }) {
    const id = starId(userId, messageId);
    if (!isStarred) return draft.delete('starredMessages', id);
    if (draft.get('starredMessages', id) !== null) return;
    const living = livingMessage(draft, { chatId, messageId });
    // Taken away on this device alone: the star that comes back has all there is of a message that is not here any more.
    const taken = draft.settled('starredMessages', id);
    if (taken !== null && draft.get('messages', messageId) === null)
      draft.put('starredMessages', { ...taken, starredAt: writtenAt });
    if (living === null) return;
    const { order: _order, reactions: _reactions, listens: _listens, version: _version, ...message } = living;
    const star = { id, userId, chatId, messageId, starredAt: writtenAt };
    draft.put('starredMessages', { ...star, message, version: 0 });
  },

  coalesce: (earlier, later) => (isSameMessage(earlier, later) ? later : null),
};

const hideMessage: Effect<'hideMessage'> = {
  tables: ['hidden'],

  async prepare({ chatId, messageId }, _tx, userId) {
    return { entityKey: messageId, chatId, touches: [rowKey('hidden', hiddenId(userId, messageId))] };
  },

  run(draft, { args: { chatId, messageId, hidden }, writtenAt }, { userId }) {
    const id = hiddenId(userId, messageId);
    if (!hidden) draft.delete('hidden', id);
    else if (draft.get('hidden', id) === null)
      draft.put('hidden', { id, userId, chatId, messageId, createdAt: writtenAt, version: 0 });
  },

  coalesce: (earlier, later) => (isSameMessage(earlier, later) ? later : null),
};

/** What is done to a message that is there. */
export const messageActions = {
  editMessage,
  deleteMessage,
  hideMessage,
  withdrawFile,
  reactToMessage,
  markListened,
  pinMessage,
  starMessage,
};

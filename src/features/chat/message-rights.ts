import { LIMITS } from '../../../protocol/index.ts';
import type { LocalMessage } from '../../../sync/index.ts';
import { forwardableMedia } from './forward-message.ts';

export type MessageRights = {
  readonly canReply: boolean;
  readonly canReact: boolean;
  readonly canPin: boolean;
  readonly canStar: boolean;
  readonly canCopy: boolean;
  readonly canForward: boolean;
  readonly canEdit: boolean;
  readonly canRemovePreview: boolean;
  readonly canDelete: boolean;
  readonly canDeleteForAll: boolean;
  readonly canReport: boolean;
  /** It is pending on this device: discarding it has no effect on others. */
  readonly canDiscard: boolean;
};

type Situation = {
  readonly me: string;
  readonly nowMs: number;
  readonly canWrite: boolean;
  /** In my chat with myself there is no time after which nothing is changed. */
  readonly isSaved: boolean;
  readonly canPin: boolean;
  /** The server has not ordered it yet. */
  readonly isPending: boolean;
};

/** What may be done to a message, as far as this device can know. The server's clock has the last word on the 48 hours. */
export const messageRights = (
  message: LocalMessage,
  { me, nowMs, canWrite, isSaved, canPin, isPending }: Situation,
): MessageRights => {
  // A line of the system names who did something: nobody wrote it.
  const isOwn = message.kind === 'user' && message.senderId === me;
  const isAlive = message.deletedAt === null;
  const isRecent = isSaved || nowMs - Date.parse(message.createdAt) < LIMITS.messageChangeMs;
  const hasText = isAlive && Boolean(message.content);
  const canEdit = isOwn && isAlive && canWrite && (isRecent || isPending);
  return {
    canReply: isAlive && canWrite && !isPending,
    canReact: isAlive && canWrite && !isPending,
    // One that waits for the network is pinned when it has arrived.
    canPin: message.kind === 'user' && isAlive && canPin,
    canStar: message.kind === 'user' && isAlive,
    canCopy: hasText,
    // Its files have to be known where they are named again.
    canForward:
      message.media.length === 0
        ? hasText
        : isAlive && !isPending && (hasText || forwardableMedia(message, me).length > 0),
    canEdit,
    canRemovePreview: canEdit && message.preview !== undefined,
    canDelete: !isPending,
    canDeleteForAll: isOwn && isAlive && isRecent && !isPending,
    canReport: !isOwn && isAlive && !isPending,
    canDiscard: isOwn && isPending,
  };
};

/**
 * What the arrow up edits: the newest message of one's own that may be changed.
 * @returns undefined also where an old part of the chat is shown: the newest one is not among those messages
 */
export const newestEditable = (
  { messages, isLive }: { readonly messages: readonly LocalMessage[]; readonly isLive: boolean },
  situation: Omit<Situation, 'isPending' | 'canPin'>,
): LocalMessage | undefined =>
  isLive
    ? messages.findLast((message) => {
        const isPending = message.seq === null;
        const { canEdit } = messageRights(message, { ...situation, canPin: false, isPending });
        return canEdit && Boolean(message.content);
      })
    : undefined;

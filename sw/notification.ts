import { isolate, type NoticeData, type PushPayload, pushPayload, shownName } from '../protocol/index.ts';
import { type FriendLooks, friendLikeOf, type PushedMessage, shownText } from '../sync/index.ts';
import { textsFor } from './texts.ts';

/** The DOM types know neither actions nor a field to answer in. */
type NoticeAction = { action: 'reply' | 'seen'; title: string; type?: 'text'; placeholder?: string };

type NoticeOptions = NotificationOptions & { data: NoticeData };

export type Notice = {
  title: string;
  options: NoticeOptions & {
    /** A second message of a chat sounds again, though it takes the place of the first. */
    renotify: boolean;
    timestamp?: number;
    actions: NoticeAction[];
  };
  /** New messages over all chats, for the app's badge; null when the push did not say. */
  unseen: number | null;
};

const ICON = '/icons/icon-192.png';
const BADGE = '/icons/badge-96.png';

/** What came, if it is what our server sends: a push service may bring anything. */
export const readPush = (text: string | undefined): PushPayload | null => {
  try {
    return pushPayload.parse(JSON.parse(text ?? ''));
  } catch {
    return null;
  }
};

const lookIn = (language: string | null) => ({ icon: ICON, badge: BADGE, lang: language ?? 'en-US' });

const titleOf = ({ args }: PushPayload): string =>
  [args.name, args.chat]
    .map((part) => shownName(part ?? ''))
    .filter((part) => part !== '')
    .map(isolate)
    .join(' · ');

/**
 * A push as the member sees it, in the device's language. One that cannot be read still says that something came.
 * @param friend the friend whose name the sender's or the group's only looks like
 */
export const noticeOf = (
  payload: PushPayload | null,
  language: string | null,
  friend: string | null = null,
): Notice => {
  const texts = textsFor(language);
  const look = lookIn(language);
  if (payload === null) {
    return {
      title: 'Tambay',
      options: {
        ...look,
        body: texts.hidden,
        tag: 'tambay',
        renotify: false,
        actions: [],
        data: { url: '/profile/messages', tag: 'tambay', chatId: null, seq: null, shown: null },
      },
      unseen: null,
    };
  }
  const { type, key, args, id, at, tag, url, text, unseen, chatId, seq, ts } = payload;
  const title = titleOf(payload);
  // A like carries no name: that the own post is held decides that it may be shown.
  const isHidden = title === '' && (type !== 'like' || text === null);
  const said = text === null ? null : shownText(text);
  const words =
    type === 'message'
      ? said || texts[args.sent ?? key]
      : [texts[key], ...(said ? [isolate(said)] : [])].join(': ');
  const warning = friend === null ? [] : [texts.looksLike.replace('{{name}}', () => isolate(friend))];
  // In front: a long text would push it out of sight.
  const body = [...warning, words].join('\n');
  return {
    title: title === '' ? 'Tambay' : title,
    options: {
      ...look,
      body: isHidden ? texts.hidden : body,
      tag,
      // A phone that was out of reach all day shows when it was said, not when it came.
      timestamp: Date.parse(at),
      renotify: true,
      actions:
        type !== 'message' || chatId === null || seq === null
          ? []
          : [
              // A field where the platform has one; elsewhere the chat opens.
              { action: 'reply', type: 'text', title: texts.reply, placeholder: texts.reply },
              { action: 'seen', title: texts.markSeen },
            ],
      data: { url, tag, chatId, seq, shown: { type, id, tag, at }, sentAt: ts },
    },
    unseen,
  };
};

/** An answer that could not be kept. Under a tag of its own: the chat's next message must not take its place. */
export const unsentReplyOf = (
  { url, chatId }: NoticeData,
  words: string,
  language: string | null,
): NoticeOptions => {
  const tag = `unsent:${chatId}`;
  return {
    ...lookIn(language),
    body: `${textsFor(language).notSent}: ${isolate(shownText(words))}`,
    tag,
    data: { url, tag, chatId, seq: null, shown: null },
  };
};

/** What a push says of a message, if it says enough for it to be read. */
export const messageOf = (payload: PushPayload | null): PushedMessage | null => {
  if (payload?.type !== 'message') return null;
  const { id, chatId, senderId, text, seq, at } = payload;
  if (chatId === null || senderId === null || text === null || seq === null) return null;
  return { id, chatId, senderId, content: text, seq, createdAt: at };
};

/** The friend whose name the sender's, who is no friend, or the group's looks like. */
export const likenessIn = (
  { args, senderId }: Pick<PushPayload, 'args' | 'senderId'>,
  me: string,
  looks: FriendLooks,
): string | null => {
  const isStranger = senderId !== null && senderId !== me && !looks.ids.has(senderId);
  const names = [isStranger ? args.name : undefined, args.chat].map((name) => shownName(name ?? ''));
  return (
    names.map((name) => (name === '' ? null : friendLikeOf(name, looks))).find((one) => one !== null) ?? null
  );
};

import { type PushPayload, pushPayload } from '../protocol/index.ts';
import { textsFor } from './texts.ts';

export type Notice = {
  title: string;
  options: NotificationOptions & { data: { url: string; tag: string } };
  /** New messages over all chats, for the app's badge; null when the push did not say. */
  unseen: number | null;
};

const ICON = '/icons/icon-192.png';
const BADGE = '/icons/monochrome-512.png';

/** What came, if it is what our server sends: a push service may bring anything. */
export const readPush = (text: string | undefined): PushPayload | null => {
  try {
    return pushPayload.parse(JSON.parse(text ?? ''));
  } catch {
    return null;
  }
};

const titleOf = ({ args }: PushPayload): string =>
  [args.name, args.chat].filter((part) => part !== undefined && part !== '').join(' · ');

/** A push as the member sees it, in the device's language. One that cannot be read still says that something came. */
export const noticeOf = (payload: PushPayload | null, language: string | null): Notice => {
  const texts = textsFor(language);
  const look = { icon: ICON, badge: BADGE, lang: language ?? 'en-US' };
  if (payload === null) {
    return {
      title: 'Tambay',
      options: {
        ...look,
        body: texts.hidden,
        tag: 'tambay',
        data: { url: '/profile/messages', tag: 'tambay' },
      },
      unseen: null,
    };
  }
  const { type, tag, url, text, unseen } = payload;
  const title = titleOf(payload);
  const isHidden = title === '';
  const body = type === 'message' ? (text ?? texts.media) : texts[type];
  return {
    title: isHidden ? 'Tambay' : title,
    options: {
      ...look,
      body: isHidden ? texts.hidden : body,
      tag,
      data: { url, tag },
    },
    unseen,
  };
};

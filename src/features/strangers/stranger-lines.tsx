import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import type { StrangerChat, StrangerMessage } from '../../../protocol/index.ts';
import { type GroupPosition, MessageBubble } from '../../components/message-bubble.tsx';
import { SystemLine } from '../../components/message-lines.tsx';
import { formatDate } from '../../i18n/format.ts';
import { DrawnAvatar } from './drawn-avatar.tsx';
import { StrangerPicture } from './stranger-picture.tsx';
import * as styles from './strangers.css.ts';
import type { PendingWords } from './use-stranger-room.ts';

interface StrangerLinesProps {
  ref: Ref<HTMLDivElement>;
  chat: StrangerChat;
  messages: readonly StrangerMessage[];
  pending: readonly PendingWords[];
}

const positionOf = (messages: readonly StrangerMessage[], index: number): GroupPosition => {
  const mine = messages[index]?.senderId;
  const joinsBefore = messages[index - 1]?.senderId === mine;
  const joinsAfter = messages[index + 1]?.senderId === mine;
  if (joinsBefore) return joinsAfter ? 'middle' : 'last';
  return joinsAfter ? 'first' : 'single';
};

/** What was said: text, emoji and the one picture. Addresses are only words here. */
export function StrangerLines({ ref, chat, messages, pending }: StrangerLinesProps) {
  const { t, i18n } = useTranslation();
  const { me, other } = chat;
  const known = new Set(messages.map(({ id }) => id));
  const clock = (at: string): string => formatDate(i18n.language, 'clock', new Date(at));
  return (
    <div ref={ref} className={styles.column} role="log">
      <div className={styles.faces}>
        <span className={styles.face}>
          <DrawnAvatar id={other.id} size="lg" />
          {other.alias}
        </span>
        <span className={styles.face}>
          <DrawnAvatar id={me.id} size="lg" />
          {t('strangers.yourself', { alias: me.alias })}
        </span>
      </div>
      {chat.ended?.how !== 'revealed' && <SystemLine text={t('strangers.first')} />}
      {messages.map((message, index) => {
        const isOwn = message.senderId === me.id;
        const [picture] = message.media;
        return (
          <MessageBubble
            key={message.id}
            areLinksInert
            side={isOwn ? 'own' : 'other'}
            position={positionOf(messages, index)}
            text={message.content ?? ''}
            time={clock(message.createdAt)}
            dateTime={message.createdAt}
            {...(isOwn
              ? { state: message.seq <= other.seenSeq ? ('seen' as const) : ('sent' as const) }
              : {})}
            {...(picture ? { attachments: <StrangerPicture media={picture} isOpened={isOwn} /> } : {})}
          />
        );
      })}
      {pending
        .filter(({ id }) => !known.has(id))
        .map(({ id, content }) => (
          <MessageBubble
            key={id}
            areLinksInert
            side="own"
            position="single"
            text={content}
            time=""
            dateTime=""
            state="sending"
          />
        ))}
    </div>
  );
}

import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { type MessageRow, type PostRow, searchedText, type UserRow } from '../../../protocol/index.ts';
import type { LocalMessage } from '../../../sync/index.ts';
import { useMinute } from '../../app/clock.ts';
import { Avatar } from '../../components/avatar.tsx';
import { ListRow } from '../../components/list-row.tsx';
import { formatListTime } from '../../i18n/format.ts';
import { isolate } from '../../i18n/isolate.ts';
import type { ChatListItem } from '../../queries/chat-list.ts';
import { firstName, fullName, useKnownPerson } from '../../queries/people.ts';
import { useEngine } from '../../session/services.tsx';
import { pictureOf, wordsOf } from '../chat/message-parts.ts';
import { MediaThumb } from '../media/media-thumb.tsx';
import { ChatFace } from '../people/chat-face.tsx';
import { ChatTitle, PersonName } from '../people/person-name.tsx';
import { AuthorFace, useMaskedName } from '../posts/author-line.tsx';
import { AwayMark } from './away-mark.tsx';
import { markedPieces } from './marked.ts';
import * as styles from './search-screen.css.ts';

/** A text with what was looked for marked in it. */
function Marked({ text, typed }: { text: string; typed: string }) {
  return markedPieces(text, typed).map(({ text: piece, isHit }, index) =>
    isHit ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text never move.
      <mark key={index} className={styles.hit}>
        {piece}
      </mark>
    ) : (
      piece
    ),
  );
}

interface FoundProps {
  text: string;
  /** The server has it, and this device does not. */
  isAway?: boolean;
}

export function FoundChat({ item, text }: { item: ChatListItem; text: string }) {
  const { title, code } = item;
  return (
    <ListRow
      leading={<ChatFace chat={item} />}
      title={
        <ChatTitle chat={item}>
          <Marked text={title} typed={text} />
        </ChatTitle>
      }
      render={<Link to="/chats/$uniqueCode" params={{ uniqueCode: code ?? '' }} />}
    />
  );
}

export function FoundPerson({ user, text, isAway = false }: FoundProps & { user: UserRow }) {
  return (
    <ListRow
      leading={<Avatar id={user.id} name={fullName(user)} pictureId={user.avatarId} />}
      title={
        <PersonName user={user}>
          <Marked text={fullName(user)} typed={text} />
        </PersonName>
      }
      {...(isAway ? { trailing: <AwayMark /> } : {})}
      render={<Link to="/users/$uniqueCode" params={{ uniqueCode: user.uniqueCode }} />}
    />
  );
}

interface FoundMessageProps extends FoundProps {
  message: LocalMessage | MessageRow;
  /** Undefined while the list is read; a chat that is out of sight has none. */
  chat: ChatListItem | undefined;
  /** Who sent it, as the server says: this device may not know them. */
  sentBy?: UserRow | undefined;
}

export function FoundMessage({ message, chat, text, sentBy, isAway = false }: FoundMessageProps) {
  const { t, i18n } = useTranslation();
  const { userId } = useEngine();
  const now = new Date(useMinute());
  const sender = useKnownPerson(message.senderId) ?? sentBy;
  const isMine = message.senderId === userId;
  const lead = isMine ? (
    t('chats.you')
  ) : sender && !chat?.person && !chat?.isSaved ? (
    <PersonName user={sender}>{isolate(firstName(sender))}:</PersonName>
  ) : undefined;
  const words = searchedText(message);
  const picture = pictureOf(message);
  return (
    <ListRow
      {...(chat ? { leading: <ChatFace chat={chat} /> } : {})}
      title={chat && <ChatTitle chat={chat} />}
      meta={
        <>
          {isAway && <AwayMark />}
          {formatListTime(i18n.language, new Date(message.createdAt), now)}
        </>
      }
      subtitle={words.trim() === '' ? wordsOf(t, message) : <Marked text={words} typed={text} />}
      isWrapping
      {...(lead === undefined ? {} : { subtitleLead: lead })}
      {...(picture === null ? {} : { trailing: <MediaThumb media={picture} /> })}
      {...(chat?.code
        ? {
            render: (
              <Link
                to="/chats/$uniqueCode"
                params={{ uniqueCode: chat.code }}
                search={{
                  message: message.id,
                  ...(isAway && message.seq !== null ? { at: message.seq } : {}),
                }}
              />
            ),
          }
        : {})}
    />
  );
}

export function FoundPost({ post, text, isAway = false }: FoundProps & { post: PostRow }) {
  const { i18n } = useTranslation();
  const now = new Date(useMinute());
  const maskedName = useMaskedName();
  const own = useKnownPerson(post.anonymous ? null : post.creatorId);
  const person = post.author.kind === 'person' ? post.author.user : own;
  return (
    <ListRow
      leading={<AuthorFace person={person ?? null} />}
      title={person ? <PersonName user={person} /> : maskedName(post.author)}
      meta={
        <>
          {isAway && <AwayMark />}
          {formatListTime(i18n.language, new Date(post.createdAt), now)}
        </>
      }
      subtitle={<Marked text={post.content} typed={text} />}
      isWrapping
      render={<Link to="/posts/$postId" params={{ postId: post.id }} />}
    />
  );
}

import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { type PostRow, searchedText, type UserRow } from '../../../protocol/index.ts';
import type { LocalMessage } from '../../../sync/index.ts';
import { useMinute } from '../../app/clock.ts';
import { Avatar } from '../../components/avatar.tsx';
import { ListRow } from '../../components/list-row.tsx';
import { formatListTime } from '../../i18n/format.ts';
import { isolate } from '../../i18n/isolate.ts';
import type { ChatListItem } from '../../queries/chat-list.ts';
import { firstName, fullName, useKnownPerson } from '../../queries/people.ts';
import { useEngine } from '../../session/services.tsx';
import { ChatTitle, PersonName } from '../people/person-name.tsx';
import { AuthorFace, useMaskedName } from '../posts/author-line.tsx';
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

function ChatFace({ item: { id, person, chat, title } }: { item: ChatListItem }) {
  return (
    <Avatar
      id={person?.id ?? id}
      name={title}
      pictureId={person ? person.avatarId : chat.avatarId}
      shape={person ? 'person' : 'group'}
    />
  );
}

export function FoundChat({ item, text }: { item: ChatListItem; text: string }) {
  const { title, code } = item;
  return (
    <ListRow
      leading={<ChatFace item={item} />}
      title={
        <ChatTitle chat={item}>
          <Marked text={title} typed={text} />
        </ChatTitle>
      }
      render={<Link to="/chats/$uniqueCode" params={{ uniqueCode: code ?? '' }} />}
    />
  );
}

export function FoundPerson({ user, text }: { user: UserRow; text: string }) {
  return (
    <ListRow
      leading={<Avatar id={user.id} name={fullName(user)} pictureId={user.avatarId} />}
      title={
        <PersonName user={user}>
          <Marked text={fullName(user)} typed={text} />
        </PersonName>
      }
      render={<Link to="/users/$uniqueCode" params={{ uniqueCode: user.uniqueCode }} />}
    />
  );
}

interface FoundMessageProps {
  message: LocalMessage;
  /** Undefined while the list is read; a chat that is out of sight has none. */
  chat: ChatListItem | undefined;
  text: string;
}

export function FoundMessage({ message, chat, text }: FoundMessageProps) {
  const { t, i18n } = useTranslation();
  const { userId } = useEngine();
  const now = new Date(useMinute());
  const sender = useKnownPerson(message.senderId);
  const isMine = message.senderId === userId;
  const lead = isMine ? (
    t('chats.you')
  ) : sender && !chat?.person ? (
    <PersonName user={sender}>{isolate(firstName(sender))}:</PersonName>
  ) : undefined;
  return (
    <ListRow
      {...(chat ? { leading: <ChatFace item={chat} /> } : {})}
      title={chat && <ChatTitle chat={chat} />}
      meta={formatListTime(i18n.language, new Date(message.createdAt), now)}
      subtitle={<Marked text={searchedText(message)} typed={text} />}
      isWrapping
      {...(lead === undefined ? {} : { subtitleLead: lead })}
      {...(chat?.code
        ? {
            render: (
              <Link
                to="/chats/$uniqueCode"
                params={{ uniqueCode: chat.code }}
                search={{ message: message.id }}
              />
            ),
          }
        : {})}
    />
  );
}

export function FoundPost({ post, text }: { post: PostRow; text: string }) {
  const { i18n } = useTranslation();
  const now = new Date(useMinute());
  const maskedName = useMaskedName();
  const own = useKnownPerson(post.anonymous ? null : post.creatorId);
  const person = post.author.kind === 'person' ? post.author.user : own;
  return (
    <ListRow
      leading={<AuthorFace person={person ?? null} />}
      title={person ? <PersonName user={person} /> : maskedName(post.author)}
      meta={formatListTime(i18n.language, new Date(post.createdAt), now)}
      subtitle={<Marked text={post.content} typed={text} />}
      isWrapping
      render={<Link to="/posts/$postId" params={{ postId: post.id }} />}
    />
  );
}

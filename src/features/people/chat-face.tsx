import { Avatar, type AvatarProps } from '../../components/avatar.tsx';
import type { ChatListItem } from '../../queries/chat-list.ts';

interface ChatFaceProps extends Pick<AvatarProps, 'size'> {
  chat: Pick<ChatListItem, 'id' | 'person' | 'title' | 'isSaved'> & {
    /** Missing while nothing was ever written. */
    readonly chat: Pick<ChatListItem['chat'], 'avatarId'> | undefined;
  };
}

/** What a chat looks like: a private one as its person. */
export function ChatFace({ chat: { id, person, chat, title, isSaved }, ...size }: ChatFaceProps) {
  return (
    <Avatar
      id={person?.id ?? id}
      name={title}
      pictureId={person ? person.avatarId : chat?.avatarId}
      shape={person ? 'person' : 'group'}
      isSaved={isSaved}
      {...size}
    />
  );
}

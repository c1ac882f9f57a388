import { Link } from '@tanstack/react-router';
import { useBack } from '../../app/use-back.ts';
import { AppHeader } from '../../components/app-header.tsx';
import { Avatar } from '../../components/avatar.tsx';
import { useIsWide } from '../../components/use-is-wide.ts';
import type { OpenChat } from '../../queries/chat.ts';
import { ConnectionStrip } from '../shell/connection-strip.tsx';

interface ChatHeaderProps {
  chat: OpenChat;
}

/** With whom: a tap leads to the person. Beside the list the connection is already told there. */
export function ChatHeader({ chat: { id, person, title } }: ChatHeaderProps) {
  const back = useBack('/profile/messages');
  const isWide = useIsWide();
  return (
    <AppHeader
      title={title}
      back={{ onPress: back, isNarrowOnly: true }}
      leading={<Avatar id={person?.id ?? id} name={title} size="sm" shape={person ? 'person' : 'group'} />}
      {...(person
        ? { titleRender: <Link to="/users/$uniqueCode" params={{ uniqueCode: person.uniqueCode }} /> }
        : {})}
      {...(isWide ? {} : { status: <ConnectionStrip /> })}
    />
  );
}

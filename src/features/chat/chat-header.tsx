import { Link } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { memo, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { UserRow } from '../../../protocol/index.ts';
import { useBack } from '../../app/use-back.ts';
import { AppHeader } from '../../components/app-header.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { useIsWide } from '../../components/use-is-wide.ts';
import { isolateEach } from '../../i18n/isolate.ts';
import type { OpenChat } from '../../queries/chat.ts';
import { useRelation } from '../../queries/friends.ts';
import { firstName } from '../../queries/people.ts';
import { useEngine } from '../../session/services.tsx';
import { useIsOnline, useTyping } from '../../session/use-live.ts';
import { ChatFace } from '../people/chat-face.tsx';
import { PersonMenu } from '../people/person-menu.tsx';
import { ChatTitle } from '../people/person-name.tsx';
import { ConnectionStrip } from '../shell/connection-strip.tsx';
import { SavedMenu } from './saved-menu.tsx';

interface ChatHeaderProps {
  chat: OpenChat;
  isSearching: boolean;
  onSearch: () => void;
}

/** With whom, and what they are doing right now: a tap leads to the person. Beside the list the connection is already told there. */
export const ChatHeader = memo(function ChatHeader({ chat, isSearching, onSearch }: ChatHeaderProps) {
  const { person, others, isSaved, membership } = chat;
  const { t } = useTranslation();
  const groupCode = person ? null : (chat.chat?.uniqueCode ?? null);
  const back = useBack('/profile/messages');
  const isWide = useIsWide();
  const subtitle = useLiveLine(chat);
  return (
    <AppHeader
      title={<ChatTitle chat={chat} />}
      {...(subtitle === null ? {} : { subtitle })}
      back={{ onPress: back, isNarrowOnly: true }}
      leading={<ChatFace chat={chat} size="sm" />}
      actions={
        <>
          <IconButton
            label={t('search.fieldInChat')}
            icon={<Search size={22} />}
            aria-pressed={isSearching}
            onClick={onSearch}
          />
          {person && <OtherMenu person={person} />}
          {isSaved && membership && <SavedMenu chat={chat} place={membership} />}
        </>
      }
      {...(person
        ? { titleRender: <Link to="/users/$uniqueCode" params={{ uniqueCode: person.uniqueCode }} /> }
        : {})}
      {...(groupCode === null
        ? {}
        : {
            subtitle: subtitle ?? t('group.memberCount', { count: others.length + 1 }),
            titleRender: <Link to="/chats/$uniqueCode/info" params={{ uniqueCode: groupCode }} />,
          })}
      {...(isWide ? {} : { status: <ConnectionStrip /> })}
    />
  );
});

/** What the person's own page offers: mute, report and block are wanted where somebody is a nuisance. */
function OtherMenu({ person }: { person: UserRow }) {
  const state = useRelation(person);
  return state ? <PersonMenu user={person} state={state} /> : null;
}

/** "typing…", "online", or nothing: who hides it says nothing, and neither does a device without a network. */
function useLiveLine({ id, isPrivate, person, users }: OpenChat): string | null {
  const { t } = useTranslation();
  const { live } = useEngine();
  const personId = person?.id;
  useEffect(() => {
    if (personId === undefined) return;
    live.watch([personId]);
    return () => live.watch([]);
  }, [live, personId]);
  const typing = useTyping(id);
  const isOnline = useIsOnline(personId);
  if (typing.length > 0) {
    const names = typing.flatMap((userId) => {
      const user = users.get(userId);
      return user ? [firstName(user)] : [];
    });
    return isPrivate ? t('chat.typing') : t('chat.typingNames', { names: isolateEach(names) });
  }
  return isOnline ? t('chat.online') : null;
}

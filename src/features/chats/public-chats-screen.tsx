import { Link } from '@tanstack/react-router';
import { CloudOff, Globe } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../app/error-text.ts';
import { useBack } from '../../app/use-back.ts';
import { AppHeader } from '../../components/app-header.tsx';
import { ArrowRows } from '../../components/arrow-rows.tsx';
import { Avatar } from '../../components/avatar.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ListRow } from '../../components/list-row.tsx';
import { Screen } from '../../components/screen.tsx';
import { SkeletonList } from '../../components/skeleton.tsx';
import { chatName } from '../../queries/people.ts';
import { ChatTitle } from '../people/person-name.tsx';
import { ConnectionStrip } from '../shell/connection-strip.tsx';
import { SearchField } from '../shell/search-field.tsx';
import { useOpenChats } from './use-open-chats.ts';

/** `/chats/public`: public chats by name. */
export function PublicChatsScreen() {
  const { t } = useTranslation();
  const back = useBack('/profile/messages');
  const errorText = useErrorText();
  const [search, setSearch] = useState('');
  const found = useOpenChats(search.trim());
  return (
    <Screen
      width="narrow"
      header={
        <AppHeader
          title={t('group.findPublic')}
          back={{ onPress: back, isNarrowOnly: true }}
          below={<SearchField label={t('group.searchPublic')} value={search} onChange={setSearch} />}
          status={<ConnectionStrip />}
        />
      }
    >
      {found.kind === 'looking' && <SkeletonList />}
      {found.kind === 'unreachable' && (
        <EmptyState icon={<CloudOff size={32} />} line={t('group.needsNetwork')} />
      )}
      {found.kind === 'refused' && (
        <EmptyState icon={<CloudOff size={32} />} line={errorText(found.error.detail)} />
      )}
      {found.kind === 'found' && found.chats.length === 0 && (
        <EmptyState icon={<Globe size={32} />} line={t('chats.noMatch')} />
      )}
      {found.kind === 'found' && found.chats.length > 0 && (
        <ArrowRows>
          <ul aria-label={t('group.findPublic')}>
            {found.chats.map(({ id, name, avatarId, uniqueCode, memberCount }) => (
              <li key={id}>
                <ListRow
                  leading={<Avatar id={id} name={chatName(name)} pictureId={avatarId} shape="group" />}
                  title={<ChatTitle chat={{ person: undefined, title: chatName(name) }} />}
                  subtitle={t('group.memberCount', { count: memberCount })}
                  {...(uniqueCode === null
                    ? {}
                    : { render: <Link to="/chats/$uniqueCode" params={{ uniqueCode }} /> })}
                />
              </li>
            ))}
          </ul>
        </ArrowRows>
      )}
    </Screen>
  );
}

import { Link, useParams } from '@tanstack/react-router';
import { UserPlus, UserRoundCheck, Users } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AppHeader } from '../../components/app-header.tsx';
import { ArrowRows } from '../../components/arrow-rows.tsx';
import { Avatar } from '../../components/avatar.tsx';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { LinkRow } from '../../components/link-row.tsx';
import { ListRow } from '../../components/list-row.tsx';
import { Screen } from '../../components/screen.tsx';
import { SkeletonList } from '../../components/skeleton.tsx';
import { type FriendItem, useFriends, useRequestsCount } from '../../queries/friends.ts';
import { fullName } from '../../queries/people.ts';
import { useUnknownList } from '../../queries/unknown-list.ts';
import { PersonName } from '../people/person-name.tsx';
import { ConnectionStrip } from '../shell/connection-strip.tsx';
import { matchesSearch } from '../shell/search.ts';
import { SearchField } from '../shell/search-field.tsx';
import { TroubleBanner } from '../shell/trouble-banner.tsx';
import { useSyncRefresh } from '../shell/use-refresh.ts';

const SEARCH_FROM = 8;

/** `/profile/friends` */
export function FriendListScreen() {
  const { t } = useTranslation();
  const friends = useFriends();
  const [search, setSearch] = useState('');
  const refresh = useSyncRefresh();
  return (
    <Screen
      scrollName="friends"
      onRefresh={refresh}
      banner={<TroubleBanner />}
      header={
        <AppHeader
          title={t('friends.title')}
          size="large"
          actions={
            <IconButton
              label={t('friends.addTitle')}
              icon={<UserPlus size={22} />}
              render={<Link to="/profile/add-friend" />}
            />
          }
          {...(friends !== undefined && friends.length >= SEARCH_FROM
            ? { below: <SearchField label={t('friends.search')} value={search} onChange={setSearch} /> }
            : {})}
          status={<ConnectionStrip />}
        />
      }
    >
      <ArrowRows>
        <RequestsRow />
        {friends === undefined ? <SkeletonList /> : <FriendRows friends={friends} search={search} />}
      </ArrowRows>
    </Screen>
  );
}

function RequestsRow() {
  const { t } = useTranslation();
  const count = useRequestsCount();
  return (
    <LinkRow
      icon={UserRoundCheck}
      title={t('friends.requests')}
      meta={<Badge count={count} counted="toAnswer" />}
      render={<Link to="/profile/friend-requests" />}
    />
  );
}

function FriendRows({ friends, search }: { friends: readonly FriendItem[]; search: string }) {
  const { t } = useTranslation();
  const { uniqueCode } = useParams({ strict: false });
  const unknown = useUnknownList();
  if (friends.length === 0) {
    if (unknown === 'pulling') return <SkeletonList />;
    return (
      <EmptyState
        icon={<Users size={32} />}
        line={t(unknown === null ? 'friends.empty' : 'chats.emptyOffline')}
        hint={t('friends.emptyHint')}
        action={<Button render={<Link to="/profile/add-friend" />}>{t('friends.emptyAction')}</Button>}
      />
    );
  }
  const shown = friends.filter(({ user }) => matchesSearch(fullName(user), search));
  if (shown.length === 0) return <EmptyState icon={<Users size={32} />} line={t('friends.noMatch')} />;
  return (
    <ul>
      {shown.map(({ user }) => (
        <li key={user.id}>
          <ListRow
            leading={<Avatar id={user.id} name={fullName(user)} pictureId={user.avatarId} />}
            title={<PersonName user={user} />}
            isCurrent={user.uniqueCode === uniqueCode}
            render={<Link to="/users/$uniqueCode" params={{ uniqueCode: user.uniqueCode }} />}
          />
        </li>
      ))}
    </ul>
  );
}

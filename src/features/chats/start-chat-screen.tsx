import { Link } from '@tanstack/react-router';
import { Bookmark, Globe, Sparkles, Users } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBack } from '../../app/use-back.ts';
import { AppHeader } from '../../components/app-header.tsx';
import { ArrowRows } from '../../components/arrow-rows.tsx';
import { Avatar } from '../../components/avatar.tsx';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { LinkRow } from '../../components/link-row.tsx';
import { ListRow } from '../../components/list-row.tsx';
import { Screen } from '../../components/screen.tsx';
import { Section } from '../../components/section.tsx';
import { SkeletonList } from '../../components/skeleton.tsx';
import { Stack } from '../../components/stack.tsx';
import { useFriends } from '../../queries/friends.ts';
import { fullName, useMe } from '../../queries/people.ts';
import { PersonName } from '../people/person-name.tsx';
import { ConnectionStrip } from '../shell/connection-strip.tsx';
import { RowList } from '../shell/row-list.tsx';
import { matchesSearch } from '../shell/search.ts';
import { SearchField } from '../shell/search-field.tsx';

// A handful is seen at a glance.
const SEARCH_FROM = 8;

/** `/chats/start`: a friend to write to, and the other ways into a chat. */
export function StartChatScreen() {
  const { t } = useTranslation();
  const back = useBack('/profile/messages');
  const friends = useFriends();
  const me = useMe()?.user;
  const [search, setSearch] = useState('');
  return (
    <Screen
      width="narrow"
      isPadded
      header={
        <AppHeader
          title={t('chats.start')}
          back={{ onPress: back, isNarrowOnly: true }}
          {...(friends !== undefined && friends.length >= SEARCH_FROM
            ? { below: <SearchField label={t('friends.search')} value={search} onChange={setSearch} /> }
            : {})}
          status={<ConnectionStrip />}
        />
      }
    >
      <ArrowRows>
        <Stack>
          {search === '' && (
            <Section>
              {me && (
                <LinkRow
                  icon={Bookmark}
                  title={t('saved.title')}
                  render={<Link to="/chats/$uniqueCode" params={{ uniqueCode: me.uniqueCode }} />}
                />
              )}
              <LinkRow icon={Users} title={t('group.new')} render={<Link to="/chats/new" />} />
              <LinkRow icon={Globe} title={t('group.findPublic')} render={<Link to="/chats/public" />} />
              <LinkRow icon={Sparkles} title={t('strangers.title')} render={<Link to="/strangers" />} />
            </Section>
          )}
          {friends === undefined ? <SkeletonList rows={3} /> : <Friends friends={friends} search={search} />}
        </Stack>
      </ArrowRows>
    </Screen>
  );
}

function Friends({
  friends,
  search,
}: {
  friends: NonNullable<ReturnType<typeof useFriends>>;
  search: string;
}) {
  const { t } = useTranslation();
  if (friends.length === 0) {
    return (
      <EmptyState
        icon={<Users size={32} />}
        line={t('friends.empty')}
        hint={t('friends.emptyHint')}
        action={<Button render={<Link to="/profile/add-friend" />}>{t('friends.emptyAction')}</Button>}
      />
    );
  }
  const shown = friends.filter(({ user }) => matchesSearch(fullName(user), search));
  if (shown.length === 0) return <EmptyState icon={<Users size={32} />} line={t('friends.noMatch')} />;
  return (
    <Section title={t('friends.title')}>
      <RowList items={shown} keyOf={({ user }) => user.id}>
        {({ user }) => (
          <ListRow
            leading={<Avatar id={user.id} name={fullName(user)} pictureId={user.avatarId} />}
            title={<PersonName user={user} />}
            render={<Link to="/chats/$uniqueCode" params={{ uniqueCode: user.uniqueCode }} />}
          />
        )}
      </RowList>
    </Section>
  );
}

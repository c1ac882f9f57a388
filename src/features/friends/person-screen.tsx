import { CloudOff, UserRoundX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { UserRow } from '../../../protocol/index.ts';
import { useErrorText } from '../../app/error-text.ts';
import { useBack } from '../../app/use-back.ts';
import { AppHeader } from '../../components/app-header.tsx';
import { Avatar } from '../../components/avatar.tsx';
import { CodeDisplay } from '../../components/code-display.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Screen } from '../../components/screen.tsx';
import { Section } from '../../components/section.tsx';
import { SkeletonList } from '../../components/skeleton.tsx';
import { formatDate } from '../../i18n/format.ts';
import { useRelation } from '../../queries/friends.ts';
import { fullName } from '../../queries/people.ts';
import { LookAlikeNote } from '../people/look-alike-note.tsx';
import { PersonMenu } from '../people/person-menu.tsx';
import { ProfileHead } from '../profile/profile-head.tsx';
import { ConnectionStrip } from '../shell/connection-strip.tsx';
import { PersonActions } from './person-actions.tsx';
import { usePerson } from './use-person.ts';

interface PersonScreenProps {
  uniqueCode: string;
}

/** `/users/{uniqueCode}` */
export function PersonScreen({ uniqueCode }: PersonScreenProps) {
  const { t } = useTranslation();
  const back = useBack('/profile/friends');
  const errorText = useErrorText();
  const person = usePerson(uniqueCode);
  return (
    <Screen
      width="narrow"
      scrollName={`/users/${uniqueCode}`}
      isPadded
      header={
        <AppHeader
          title={t('friends.profile')}
          back={{ onPress: back, isNarrowOnly: true }}
          status={<ConnectionStrip />}
          actions={person.kind === 'found' ? <FoundPersonMenu user={person.user} /> : undefined}
        />
      }
    >
      {person.kind === 'looking' && <SkeletonList rows={1} />}
      {person.kind === 'unknown' && (
        <EmptyState icon={<UserRoundX size={32} />} line={t('friends.notFound')} />
      )}
      {person.kind === 'unreachable' && (
        <EmptyState icon={<CloudOff size={32} />} line={t('chats.emptyOffline')} />
      )}
      {person.kind === 'refused' && (
        <EmptyState icon={<CloudOff size={32} />} line={errorText(person.error.detail)} />
      )}
      {person.kind === 'found' && <PersonCard user={person.user} />}
    </Screen>
  );
}

function FoundPersonMenu({ user }: { user: UserRow }) {
  const state = useRelation(user);
  return state ? <PersonMenu user={user} state={state} /> : null;
}

function PersonCard({ user }: { user: UserRow }) {
  const { t, i18n } = useTranslation();
  const state = useRelation(user);
  const since = (at: string) => formatDate(i18n.language, 'longDayYear', new Date(at));
  const approvedAt = state?.relation === 'friend' ? state.friendship?.approvedAt : undefined;
  return (
    <>
      <ProfileHead
        avatar={<Avatar id={user.id} name={fullName(user)} pictureId={user.avatarId} size="xl" />}
        name={fullName(user)}
        line={
          approvedAt
            ? t('friends.since', { date: since(approvedAt) })
            : t('profile.memberSince', { date: since(user.createdAt) })
        }
      />
      <LookAlikeNote user={user} />
      {state && <PersonActions user={user} state={state} />}
      <Section surface="padded">
        <CodeDisplay code={user.uniqueCode} label={t('friends.code')} />
      </Section>
    </>
  );
}

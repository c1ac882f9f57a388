import { VolumeX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { UserRow } from '../../../protocol/index.ts';
import { useBack } from '../../app/use-back.ts';
import { AppHeader } from '../../components/app-header.tsx';
import { Avatar } from '../../components/avatar.tsx';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ListRow } from '../../components/list-row.tsx';
import { Screen } from '../../components/screen.tsx';
import { Section } from '../../components/section.tsx';
import { SkeletonList } from '../../components/skeleton.tsx';
import { useMutedAuthors } from '../../queries/mutes.ts';
import { fullName } from '../../queries/people.ts';
import { ConnectionStrip } from '../shell/connection-strip.tsx';
import { RowList } from '../shell/row-list.tsx';
import { PersonLink } from './person-link.tsx';
import { useAct } from './use-act.ts';

/** `/profile/muted`: whose posts stay out of my feed. */
export function MutedScreen() {
  const { t } = useTranslation();
  const back = useBack('/profile/settings');
  const people = useMutedAuthors();
  return (
    <Screen
      width="narrow"
      isPadded
      header={
        <AppHeader title={t('people.mutedPeople')} back={{ onPress: back }} status={<ConnectionStrip />} />
      }
    >
      {people === undefined && <SkeletonList rows={3} />}
      {people?.length === 0 && <EmptyState icon={<VolumeX size={32} />} line={t('people.mutedEmpty')} />}
      {people !== undefined && people.length > 0 && (
        <Section note={t('people.mutedHint')}>
          <RowList items={people} keyOf={(person) => person.id}>
            {(person) => <MutedRow person={person} />}
          </RowList>
        </Section>
      )}
    </Screen>
  );
}

function MutedRow({ person }: { person: UserRow }) {
  const { t } = useTranslation();
  const act = useAct();
  const name = fullName(person);
  return (
    <ListRow
      isWrapping
      leading={<Avatar id={person.id} name={name} pictureId={person.avatarId} />}
      title={<PersonLink user={person} />}
      trailing={
        <Button
          size="sm"
          variant="secondary"
          aria-label={t('people.unmuteName', { name })}
          onClick={() =>
            void act('muteAuthor', { userId: person.id, muted: false }, t('people.authorUnmuted', { name }))
          }
        >
          {t('people.unmutePerson')}
        </Button>
      }
    />
  );
}

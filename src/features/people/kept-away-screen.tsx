import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { UserRow } from '../../../protocol/index.ts';
import { useBack } from '../../app/use-back.ts';
import { AppHeader } from '../../components/app-header.tsx';
import { ArrowRows } from '../../components/arrow-rows.tsx';
import { Avatar } from '../../components/avatar.tsx';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ListRow } from '../../components/list-row.tsx';
import { Screen } from '../../components/screen.tsx';
import { Section } from '../../components/section.tsx';
import { SkeletonList } from '../../components/skeleton.tsx';
import { fullName } from '../../queries/people.ts';
import { useUnknownList } from '../../queries/unknown-list.ts';
import { ConnectionStrip } from '../shell/connection-strip.tsx';
import { RowList } from '../shell/row-list.tsx';
import { PersonLink } from './person-link.tsx';

interface KeptAwayScreenProps {
  /** Undefined while they are read. */
  people: readonly UserRow[] | undefined;
  title: string;
  /** What being on the list means. */
  note: string;
  empty: { icon: ReactNode; line: string };
  /** The button that takes somebody off the list; `name` is how a screen reader is told of it. */
  undo: { label: string; name: (person: string) => string; onPress: (person: UserRow, name: string) => void };
}

/** The people whom the member has blocked or muted, and the way back. */
export function KeptAwayScreen({ people, title, note, empty, undo }: KeptAwayScreenProps) {
  const { t } = useTranslation();
  const back = useBack('/profile/settings');
  const unknown = useUnknownList();
  const isEmpty = people?.length === 0;
  const row = (person: UserRow) => {
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
            aria-label={undo.name(name)}
            onClick={() => undo.onPress(person, name)}
          >
            {undo.label}
          </Button>
        }
      />
    );
  };
  return (
    <Screen
      width="narrow"
      isPadded
      header={<AppHeader title={title} back={{ onPress: back }} status={<ConnectionStrip />} />}
    >
      {(people === undefined || (isEmpty && unknown === 'pulling')) && <SkeletonList rows={3} />}
      {isEmpty && unknown !== 'pulling' && (
        <EmptyState icon={empty.icon} line={unknown === null ? empty.line : t('chats.emptyOffline')} />
      )}
      {people !== undefined && people.length > 0 && (
        <Section note={note}>
          <ArrowRows>
            <RowList items={people} keyOf={(person) => person.id}>
              {row}
            </RowList>
          </ArrowRows>
        </Section>
      )}
    </Screen>
  );
}

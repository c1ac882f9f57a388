import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { UserRow } from '../../../protocol/index.ts';
import { Avatar } from '../../components/avatar.tsx';
import { firstName, fullName } from '../../queries/people.ts';
import { PersonName } from '../people/person-name.tsx';
import * as styles from './chosen-people.css.ts';

interface ChosenPeopleProps {
  people: readonly UserRow[];
  onRemove: (person: UserRow) => void;
}

/** Who was chosen so far, one chip each; a press on it takes the choice back. */
export function ChosenPeople({ people, onRemove }: ChosenPeopleProps) {
  const { t } = useTranslation();
  if (people.length === 0)
    return <p className={`${styles.row} ${styles.nobody}`}>{t('group.nobodyChosen')}</p>;
  return (
    <ul className={styles.row} aria-label={t('group.chosen')}>
      {people.map((person) => (
        <li key={person.id}>
          <button
            type="button"
            className={styles.chip}
            aria-label={t('group.unchoose', { name: fullName(person) })}
            onClick={() => onRemove(person)}
          >
            <Avatar id={person.id} name={fullName(person)} pictureId={person.avatarId} size="xs" />
            <span className={styles.name}>
              <PersonName user={person}>{firstName(person)}</PersonName>
            </span>
            <X size={16} aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  );
}

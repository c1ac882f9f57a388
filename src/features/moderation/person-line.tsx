import { UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ModerationReport } from '../../../protocol/index.ts';
import { Avatar } from '../../components/avatar.tsx';
import * as styles from './moderation.css.ts';

interface PersonLineProps {
  /** Null: no member was found, or the queue does not tell. */
  person: ModerationReport['accused'];
  title: string;
  /** Small lines under the name. */
  children: ReactNode;
}

/** Whom something is about. */
export function PersonLine({ person, title, children }: PersonLineProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.person}>
      {person ? (
        <Avatar id={person.id} name={person.name} />
      ) : (
        <span className={styles.nobody} aria-hidden="true">
          <UserRound size={24} />
        </span>
      )}
      <div className={styles.personTexts}>
        <p className={styles.name}>
          {title}
          {person?.isSuspended && <span className={styles.tag}>{t('moderation.isSuspended')}</span>}
        </p>
        {children}
      </div>
    </div>
  );
}

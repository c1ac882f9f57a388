import { Cloud } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { visuallyHidden } from '../../theme/mixins.css.ts';
import * as styles from './search-screen.css.ts';

/** Beside what only the server holds. */
export function AwayMark() {
  const { t } = useTranslation();
  return (
    <span className={styles.away}>
      <Cloud size={16} aria-hidden="true" />
      <span className={visuallyHidden}>{t('search.away')} </span>
    </span>
  );
}

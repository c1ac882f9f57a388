import { useTranslation } from 'react-i18next';
import { visuallyHidden } from '../theme/mixins.css.ts';
import { BrandMark } from './brand-mark.tsx';
import * as styles from './loading-screen.css.ts';

/** While the user is being verified and nothing is stored yet to show instead. */
export function LoadingScreen() {
  const { t } = useTranslation();
  return (
    <div className={styles.root} role="status">
      <div className={styles.mark}>
        <BrandMark size={72} />
      </div>
      <span className={visuallyHidden}>{t('app.loading')}</span>
    </div>
  );
}

import { useTranslation } from 'react-i18next';
import { visuallyHidden } from '../theme/mixins.css.ts';
import * as styles from './spinner.css.ts';

interface SpinnerProps {
  /** A share between 0 and 1 draws that much of the ring; without it a quarter turns. */
  progress?: number | undefined;
  /** False where the text beside it already says what is going on. */
  isLabelled?: boolean;
}

const CIRCUMFERENCE = 2 * Math.PI * 8;

export function Spinner({ progress, isLabelled = true }: SpinnerProps) {
  const { t } = useTranslation();
  const shown = Math.min(1, Math.max(0.06, progress ?? 0.28));
  return (
    <>
      <svg className={styles.spinner} viewBox="0 0 20 20" fill="none" aria-hidden="true">
        <circle cx="10" cy="10" r="8" stroke="currentColor" strokeWidth="2.25" opacity="0.25" />
        <circle
          cx="10"
          cy="10"
          r="8"
          stroke="currentColor"
          strokeWidth="2.25"
          strokeLinecap="round"
          strokeDasharray={`${CIRCUMFERENCE * shown} ${CIRCUMFERENCE}`}
        />
      </svg>
      {isLabelled && <span className={visuallyHidden}>{t('app.loading')}</span>}
    </>
  );
}

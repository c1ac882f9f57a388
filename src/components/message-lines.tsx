import { useTranslation } from 'react-i18next';
import * as styles from './message-lines.css.ts';

interface DayDividerProps {
  label: string;
  /** The day as YYYY-MM-DD. */
  dateTime: string;
}

export function DayDivider({ label, dateTime }: DayDividerProps) {
  return (
    <div className={styles.day}>
      <time className={styles.dayChip} dateTime={dateTime}>
        {label}
      </time>
    </div>
  );
}

/** Above the first message that was new when the chat was opened; it stays there for the whole visit. */
export function UnseenDivider() {
  const { t } = useTranslation();
  return (
    <div className={styles.unseen}>
      <span>{t('chat.unseen')}</span>
    </div>
  );
}

/** Between two messages something is missing that this device does not hold yet. */
export function GapLine({ isHeldUp }: { isHeldUp: boolean }) {
  const { t } = useTranslation();
  return (
    <div className={styles.gap} role="note">
      {isHeldUp ? t('chat.gapAway') : t('chat.gapLoading')}
    </div>
  );
}

interface SystemLineProps {
  text: string;
}

/** "Ana added Ben": what the chat says about itself. */
export function SystemLine({ text }: SystemLineProps) {
  return (
    <div className={styles.system}>
      <p className={styles.systemChip}>{text}</p>
    </div>
  );
}

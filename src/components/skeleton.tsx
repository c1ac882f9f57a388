import { useTranslation } from 'react-i18next';
import { visuallyHidden } from '../theme/mixins.css.ts';
import * as styles from './skeleton.css.ts';

const lengths = ['long', 'medium', 'short'] as const;

interface SkeletonListProps {
  rows?: number;
}

/** The shape of list rows, for a first load with nothing stored. */
export function SkeletonList({ rows = 6 }: SkeletonListProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.root} aria-busy="true">
      <span className={visuallyHidden}>{t('app.loading')}</span>
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows of a skeleton have no identity and never move.
        <div key={index} className={styles.row}>
          <div className={styles.disc} />
          <div className={styles.lines}>
            <div className={styles.bar[index % 2 === 0 ? 'medium' : 'short']} />
            <div className={styles.bar[lengths[index % 3] ?? 'long']} />
          </div>
        </div>
      ))}
    </div>
  );
}

/** The shape of one card, in a list whose other cards are there. */
export function SkeletonCard() {
  return (
    <div className={styles.card} aria-hidden="true">
      <div className={styles.row}>
        <div className={styles.disc} />
        <div className={styles.lines}>
          <div className={styles.bar.medium} />
          <div className={styles.bar.short} />
        </div>
      </div>
      <div className={styles.bar.long} />
      <div className={styles.bar.medium} />
    </div>
  );
}

const bubbles = [
  { side: 'other', length: 'long' },
  { side: 'other', length: 'short' },
  { side: 'own', length: 'medium' },
  { side: 'other', length: 'medium' },
  { side: 'own', length: 'long' },
] as const;

/** The shape of a conversation. */
export function SkeletonChat() {
  const { t } = useTranslation();
  return (
    <div className={`${styles.root} ${styles.chat}`} aria-busy="true">
      <span className={visuallyHidden}>{t('app.loading')}</span>
      {bubbles.map(({ side, length }) => (
        <div key={`${side}-${length}`} className={`${styles.bubble[side]} ${styles.width[length]}`} />
      ))}
    </div>
  );
}

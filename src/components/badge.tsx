import { useTranslation } from 'react-i18next';
import { visuallyHidden } from '../theme/mixins.css.ts';
import * as styles from './badge.css.ts';
import { capCount } from './cap-count.ts';

interface BadgeProps {
  count: number;
  /** `muted` for chats that are silenced, `danger` for what needs a hand. */
  tone?: 'new' | 'muted' | 'danger';
}

export function Badge({ count, tone = 'new' }: BadgeProps) {
  const { t } = useTranslation();
  if (count <= 0) return null;
  return (
    <span className={styles.badge({ tone })}>
      <span aria-hidden="true">{capCount(count)}</span>
      <span className={visuallyHidden}>{t('nav.unread', { count })}</span>
    </span>
  );
}

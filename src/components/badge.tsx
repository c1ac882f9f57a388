import { AtSign, UserRoundCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { visuallyHidden } from '../theme/mixins.css.ts';
import * as styles from './badge.css.ts';
import { capCount } from './cap-count.ts';

/** What a screen reader says of the number. */
const words = {
  unread: 'nav.unread',
  news: 'nav.news',
  toAnswer: 'nav.toAnswer',
  inOutbox: 'nav.inOutbox',
} as const;

export type Counted = keyof typeof words;

export function useCountWords(): (count: number, counted: Counted) => string {
  const { t } = useTranslation();
  return (count, counted) => t(words[counted], { count });
}

/** Something new here names me. */
export function MentionBadge() {
  const { t } = useTranslation();
  return (
    <span className={styles.badge({ tone: 'new' })}>
      <AtSign size={14} strokeWidth={2.75} aria-hidden="true" />
      <span className={visuallyHidden}>{t('chats.mentioned')}</span>
    </span>
  );
}

/** Somebody has become a friend. */
export function NewFriendBadge() {
  const { t } = useTranslation();
  return (
    <span className={styles.badge({ tone: 'new' })}>
      <UserRoundCheck size={14} strokeWidth={2.75} aria-hidden="true" />
      <span className={visuallyHidden}>{t('friends.newFriend')}</span>
    </span>
  );
}

interface BadgeProps {
  count: number;
  counted?: Counted;
  /** `muted` for chats that are silenced, `danger` for what needs a hand. */
  tone?: 'new' | 'muted' | 'danger';
}

export function Badge({ count, counted = 'unread', tone = 'new' }: BadgeProps) {
  const say = useCountWords();
  if (count <= 0) return null;
  return (
    <span className={styles.badge({ tone })}>
      <span aria-hidden="true">{capCount(count)}</span>
      <span className={visuallyHidden}>{say(count, counted)}</span>
    </span>
  );
}

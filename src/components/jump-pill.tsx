import { AtSign, ChevronDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import * as styles from './jump-pill.css.ts';

export interface JumpPillProps {
  /** How many came in below; with none it is only the way down. */
  count: number;
  onPress: () => void;
}

/** Shown while the reader is above the newest message, in the corner of the conversation. */
export function JumpPill({ count, onPress }: JumpPillProps) {
  const { t } = useTranslation();
  const hasNew = count > 0;
  return (
    <button
      type="button"
      className={hasNew ? styles.pillNew : styles.pill}
      aria-label={hasNew ? undefined : t('chat.toNewest')}
      title={t('chat.toNewest')}
      onClick={onPress}
    >
      {hasNew && <span>{t('chat.newMessages', { count })}</span>}
      <ChevronDown size={20} aria-hidden="true" />
    </button>
  );
}

/** Over the way down: the way to what names the reader. */
export function MentionJump({ label, onPress }: { label: string; onPress: () => void }) {
  return (
    <button type="button" className={styles.mention} aria-label={label} title={label} onClick={onPress}>
      <AtSign size={20} aria-hidden="true" />
    </button>
  );
}

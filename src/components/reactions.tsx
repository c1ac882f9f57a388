import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { haptic } from './haptics.ts';
import { MORE_EMOJI, QUICK_EMOJI } from './reaction-emoji.ts';
import * as styles from './reactions.css.ts';

export interface ReactionCount {
  emoji: string;
  count: number;
  isMine: boolean;
  /** Who, for those who ask. */
  names: string;
}

interface ReactionChipsProps {
  reactions: readonly ReactionCount[];
  onToggle: (emoji: string) => void;
  isDisabled?: boolean;
}

/** What people answered without words, under the bubble; a press joins in or takes one's own back. */
export function ReactionChips({ reactions, onToggle, isDisabled = false }: ReactionChipsProps) {
  const { t } = useTranslation();
  return (
    <span className={styles.chips}>
      {reactions.map(({ emoji, count, isMine, names }) => (
        <button
          key={emoji}
          type="button"
          className={styles.chip({ isMine })}
          aria-pressed={isMine}
          aria-label={t('chat.reactionBy', { emoji, names })}
          title={names}
          disabled={isDisabled}
          onClick={() => {
            haptic('light');
            onToggle(emoji);
          }}
        >
          <span aria-hidden="true">{emoji}</span>
          <span aria-hidden="true">{count}</span>
        </button>
      ))}
    </span>
  );
}

interface ReactionPickerProps {
  /** The reader's own, if there is one: choosing it again takes it back. */
  mine: string | null;
  onChoose: (emoji: string | null) => void;
}

/** Six at hand and a plus for more. */
export function ReactionPicker({ mine, onChoose }: ReactionPickerProps) {
  const { t } = useTranslation();
  const isRare = mine !== null && !(QUICK_EMOJI as readonly string[]).includes(mine);
  const [hasMore, setHasMore] = useState(isRare);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a border and a legend.
    <div className={styles.picker} role="group" aria-label={t('chat.react')}>
      {[...QUICK_EMOJI, ...(hasMore ? MORE_EMOJI : [])].map((emoji) => (
        <button
          key={emoji}
          type="button"
          className={styles.choice({ isChosen: emoji === mine })}
          aria-pressed={emoji === mine}
          aria-label={emoji}
          onClick={() => {
            haptic('light');
            onChoose(emoji === mine ? null : emoji);
          }}
        >
          {emoji}
        </button>
      ))}
      {!hasMore && (
        <button
          type="button"
          className={styles.choice({ isChosen: false })}
          aria-label={t('action.more')}
          title={t('action.more')}
          onClick={() => setHasMore(true)}
        >
          <Plus size={22} aria-hidden="true" />
        </button>
      )}
    </div>
  );
}

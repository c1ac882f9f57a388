import type { LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import * as styles from './selection-bar.css.ts';
import { useBackCloses } from './use-back-closes.ts';
import { useEscape } from './use-escape.ts';

export interface SelectionAction {
  id: string;
  label: string;
  icon: LucideIcon;
  tone?: 'normal' | 'danger';
  /** For all that is selected. */
  isPossible: boolean;
  onPress: () => void;
}

interface SelectionBarProps {
  actions: readonly SelectionAction[];
  onLeave: () => void;
}

/** At the foot of a screen in which several things are selected: what can be done with all of them. Escape and Back leave it. */
export function SelectionBar({ actions, onLeave }: SelectionBarProps) {
  const { t } = useTranslation();
  useEscape(onLeave);
  useBackCloses(true, onLeave);
  return (
    <div className={styles.bar}>
      {/* biome-ignore lint/a11y/useSemanticElements: a group of form fields is what a fieldset is for, and this is none. */}
      <div className={styles.actions} role="group" aria-label={t('selection.actions')}>
        {actions.map(({ id, label, icon: Icon, tone = 'normal', isPossible, onPress }) => (
          <button
            key={id}
            type="button"
            className={styles.action({ tone })}
            disabled={!isPossible}
            onClick={onPress}
          >
            <Icon size={22} aria-hidden="true" />
            {label}
          </button>
        ))}
      </div>
    </div>
  );
}

import { ChevronDown, X } from 'lucide-react';
import type { ReactNode } from 'react';
import * as styles from './chip.css.ts';
import { haptic } from './haptics.ts';

/** Chips beside and under each other. */
export function ChipRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <fieldset className={styles.row} aria-label={label}>
      {children}
    </fieldset>
  );
}

export interface ChipProps {
  icon?: ReactNode;
  label: string;
  isOn: boolean;
  /** It opens something to choose from, and is no switch. */
  opens?: boolean;
  /** A cross tells that a press takes it away again. */
  hasEnd?: boolean;
  onPress: () => void;
}

/** Narrows a list down, or opens what does. */
export function Chip({ icon, label, isOn, opens = false, hasEnd = true, onPress }: ChipProps) {
  return (
    <button
      type="button"
      className={styles.press}
      {...(opens ? { 'aria-haspopup': 'dialog' as const } : { 'aria-pressed': isOn })}
      onClick={() => {
        haptic('light');
        onPress();
      }}
    >
      <span className={styles.chip({ isOn })}>
        {icon}
        <span className={styles.label}>{label}</span>
        {opens && !isOn && <ChevronDown size={14} aria-hidden="true" />}
        {!opens && isOn && hasEnd && <X size={14} aria-hidden="true" />}
      </span>
    </button>
  );
}

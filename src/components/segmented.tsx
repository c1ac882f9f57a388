import { Toggle } from '@base-ui/react/toggle';
import { ToggleGroup } from '@base-ui/react/toggle-group';
import { haptic } from './haptics.ts';
import * as styles from './segmented.css.ts';

export interface SegmentedProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
}

/** Two to four ways of looking at the same list. */
export function Segmented<Value extends string>({ label, value, options, onChange }: SegmentedProps<Value>) {
  return (
    <div className={styles.root}>
      <ToggleGroup
        className={styles.group}
        aria-label={label}
        value={[value]}
        onValueChange={([next]) => {
          const chosen = options.find((option) => option.value === next);
          if (!chosen) return;
          haptic('light');
          onChange(chosen.value);
        }}
      >
        {options.map((option) => (
          <Toggle key={option.value} className={styles.option} value={option.value}>
            {option.label}
          </Toggle>
        ))}
      </ToggleGroup>
    </div>
  );
}

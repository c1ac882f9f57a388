import { Switch } from '@base-ui/react/switch';
import { type ReactNode, useId } from 'react';
import { haptic } from './haptics.ts';
import * as styles from './switch-row.css.ts';
import { useToggle } from './use-toggle.ts';

export interface SwitchRowProps {
  /** The fragment of an address that leads to this row. */
  anchor?: string;
  label: string;
  /** What it means, in one sentence. */
  hint?: string;
  leading?: ReactNode;
  isOn: boolean;
  isDisabled?: boolean;
  /** A promise: the value is stored when it ends. */
  onChange: (isOn: boolean) => unknown;
}

/** A setting that is on or off; the whole row is the target. */
export function SwitchRow({
  anchor,
  label,
  hint,
  leading,
  isOn,
  isDisabled = false,
  onChange,
}: SwitchRowProps) {
  const id = useId();
  const [isShownOn, ask] = useToggle(isOn, onChange);
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: Base UI's switch is the control; its hidden input sits inside.
    <label className={styles.row} id={anchor}>
      {leading !== undefined && (
        <span className={styles.leading} aria-hidden="true">
          {leading}
        </span>
      )}
      <span className={styles.texts}>
        <span className={styles.label} id={`${id}-label`}>
          {label}
        </span>
        {hint !== undefined && (
          <span className={styles.hint} id={`${id}-hint`}>
            {hint}
          </span>
        )}
      </span>
      <Switch.Root
        className={styles.track}
        checked={isShownOn}
        disabled={isDisabled}
        aria-labelledby={`${id}-label`}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onCheckedChange={(next) => {
          haptic('light');
          ask(next);
        }}
      >
        <Switch.Thumb className={styles.thumb} />
      </Switch.Root>
    </label>
  );
}

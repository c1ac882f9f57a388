import { useId } from 'react';
import * as styles from './radio-list.css.ts';

export interface RadioListProps<Value extends string> {
  label: string;
  value: Value | null;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
}

/** One of several, each on a line of its own; long words wrap. */
export function RadioList<Value extends string>({ label, value, options, onChange }: RadioListProps<Value>) {
  const name = useId();
  return (
    <fieldset className={styles.root}>
      <legend className={styles.legend}>{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={styles.option}>
          <input
            type="radio"
            className={styles.mark}
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}

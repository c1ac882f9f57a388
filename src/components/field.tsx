import { Field } from '@base-ui/react/field';
import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import * as styles from './field.css.ts';

export interface FieldTexts {
  label: string;
  /** Shown under the field until an error takes its place. */
  hint?: string | undefined;
  /** Already translated. Its presence marks the field invalid. */
  error?: string | undefined;
}

interface FieldShellProps extends FieldTexts {
  /** Between the control and its line of text. */
  meter?: ReactNode;
  children: ReactNode;
}

/** Label above, control, then one line that is either the hint or the error, tied to the control for screen readers. */
export function FieldShell({ label, hint, error, meter, children }: FieldShellProps) {
  return (
    <Field.Root className={styles.root} invalid={error !== undefined}>
      <Field.Label className={styles.label}>{label}</Field.Label>
      <div className={styles.shell}>{children}</div>
      {meter}
      {error === undefined ? (
        hint !== undefined && <Field.Description className={styles.hint}>{hint}</Field.Description>
      ) : (
        <Field.Error className={styles.error} match={true}>
          <CircleAlert className={styles.errorIcon} size={16} aria-hidden="true" />
          {error}
        </Field.Error>
      )}
    </Field.Root>
  );
}

import { Field } from '@base-ui/react/field';
import type { ComponentPropsWithRef } from 'react';
import * as styles from './field.css.ts';
import { FieldShell, type FieldTexts } from './field.tsx';

export interface TextAreaFieldProps
  extends FieldTexts,
    Omit<ComponentPropsWithRef<'textarea'>, 'className' | 'style'> {}

/** Several lines of text. */
export function TextAreaField({ label, hint, error, ...area }: TextAreaFieldProps) {
  return (
    <FieldShell label={label} hint={hint} error={error}>
      <Field.Control
        render={<textarea dir="auto" {...area} className={styles.control({ kind: 'area' })} />}
      />
    </FieldShell>
  );
}

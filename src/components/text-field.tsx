import { Field } from '@base-ui/react/field';
import type { ComponentPropsWithRef } from 'react';
import * as styles from './field.css.ts';
import { FieldShell, type FieldTexts } from './field.tsx';

export interface TextFieldProps
  extends FieldTexts,
    Omit<ComponentPropsWithRef<'input'>, 'className' | 'style' | 'defaultValue'> {
  /** `code` is for friend codes: capitals of one width, no autocorrect. */
  kind?: 'text' | 'code';
  defaultValue?: string;
}

const codeProps = {
  autoCapitalize: 'characters',
  autoCorrect: 'off',
  autoComplete: 'off',
  spellCheck: false,
};

/** One line of text. Takes what react-hook-form's `register` returns. */
export function TextField({ label, hint, error, kind = 'text', ...input }: TextFieldProps) {
  return (
    <FieldShell label={label} hint={hint} error={error}>
      <Field.Control
        className={styles.control({ kind })}
        dir="auto"
        {...(kind === 'code' ? codeProps : {})}
        {...input}
      />
    </FieldShell>
  );
}

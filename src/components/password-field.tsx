import { Field } from '@base-ui/react/field';
import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as styles from './field.css.ts';
import { FieldShell } from './field.tsx';
import { IconButton } from './icon-button.tsx';
import { StrengthBar } from './strength-bar.tsx';
import type { TextFieldProps } from './text-field.tsx';

export interface PasswordFieldProps extends Omit<TextFieldProps, 'type' | 'kind'> {
  autoComplete: 'current-password' | 'new-password';
  /** How hard a new one is to guess, 0 to 4; null while that is not known. */
  strength?: number | null;
}

/** A password that can be looked at: typing blind on a phone is how people lock themselves out. */
export function PasswordField({ label, hint, error, strength = null, ...input }: PasswordFieldProps) {
  const { t } = useTranslation();
  const [isShown, setIsShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <FieldShell
      label={label}
      hint={hint}
      error={error}
      {...(strength === null ? {} : { meter: <StrengthBar strength={strength} /> })}
    >
      <Field.Control
        className={styles.control({ hasTrailing: true })}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        {...input}
        type={isShown ? 'text' : 'password'}
      />
      <span className={styles.trailing}>
        <IconButton
          variant="soft"
          label={t(isShown ? 'auth.hidePassword' : 'auth.showPassword')}
          aria-pressed={isShown}
          icon={<Icon size={20} aria-hidden="true" />}
          onClick={() => setIsShown(!isShown)}
        />
      </span>
    </FieldShell>
  );
}

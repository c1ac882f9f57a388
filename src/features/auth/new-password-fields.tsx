import type { FieldError, UseFormRegisterReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { PasswordField } from '../../components/password-field.tsx';
import { useFieldError } from './field-error.ts';
import { usePasswordStrength } from './use-password-strength.ts';

interface NewPasswordFieldProps {
  label: string;
  /** What is typed so far. */
  value: string;
  field: UseFormRegisterReturn;
  error: FieldError | undefined;
}

/** A new password, and how strong it is. */
export function NewPasswordField({ label, value, field, error }: NewPasswordFieldProps) {
  const fieldError = useFieldError();
  const { strength, hint } = usePasswordStrength(value);
  return (
    <PasswordField
      label={label}
      autoComplete="new-password"
      hint={hint}
      strength={strength}
      error={fieldError(error)}
      {...field}
    />
  );
}

interface NewPasswordFieldsProps {
  label: string;
  /** What is typed so far. */
  value: string;
  password: UseFormRegisterReturn;
  confirm: UseFormRegisterReturn;
  errors: { password: FieldError | undefined; confirm: FieldError | undefined };
}

/** A new password and its second typing, where one takes the place of another: change and reset. */
export function NewPasswordFields({ label, value, password, confirm, errors }: NewPasswordFieldsProps) {
  const { t } = useTranslation();
  const fieldError = useFieldError();
  return (
    <>
      <NewPasswordField label={label} value={value} field={password} error={errors.password} />
      <PasswordField
        label={t('auth.confirmPassword')}
        autoComplete="new-password"
        error={fieldError(errors.confirm)}
        {...confirm}
      />
    </>
  );
}

import type { FieldError, FieldErrors, UseFormRegisterReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { LIMITS } from '../../../protocol/index.ts';
import { TextField } from '../../components/text-field.tsx';
import { useFieldError } from '../auth/field-error.ts';

type Names = { firstName: string; middleName: string; lastName: string };

interface NameFieldsProps {
  /** Registered by the form itself, in this order: the first one that is wrong gets the focus. */
  fields: Record<keyof Names, UseFormRegisterReturn>;
  errors: Pick<FieldErrors<Names>, keyof Names>;
}

/** The names, where an account is made and where it is changed. */
export function NameFields({ fields, errors }: NameFieldsProps) {
  const { t } = useTranslation();
  const fieldError = useFieldError();
  return (
    <>
      <TextField
        label={t('auth.firstName')}
        autoComplete="given-name"
        error={fieldError(errors.firstName, LIMITS.nameMax)}
        {...fields.firstName}
      />
      <TextField
        label={t('auth.middleName')}
        autoComplete="additional-name"
        error={fieldError(errors.middleName, LIMITS.nameMax)}
        {...fields.middleName}
      />
      <TextField
        label={t('auth.lastName')}
        autoComplete="family-name"
        error={fieldError(errors.lastName, LIMITS.nameMax)}
        {...fields.lastName}
      />
    </>
  );
}

interface BirthDateFieldProps {
  field: UseFormRegisterReturn;
  error: FieldError | undefined;
}

/** The birth date, where an account is made and where it is changed. */
export function BirthDateField({ field, error }: BirthDateFieldProps) {
  const { t } = useTranslation();
  const fieldError = useFieldError();
  return (
    <TextField
      label={t('auth.birthDate')}
      type="date"
      autoComplete="bday"
      hint={t('auth.birthDateHint')}
      error={fieldError(error)}
      {...field}
    />
  );
}

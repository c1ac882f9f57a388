import type { FieldErrors, UseFormRegisterReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { LIMITS } from '../../../protocol/index.ts';
import { TextField } from '../../components/text-field.tsx';
import { useFieldError } from '../auth/field-error.ts';

type Values = { firstName: string; middleName: string; lastName: string; birthDate: string };
type PersonFieldName = keyof Values;

interface PersonFieldsProps {
  /** Registered by the form itself, in this order: the first one that is wrong gets the focus. */
  fields: Record<PersonFieldName, UseFormRegisterReturn>;
  errors: Pick<FieldErrors<Values>, PersonFieldName>;
}

/** Names and birth date, where an account is made and where it is changed. */
export function PersonFields({ fields, errors }: PersonFieldsProps) {
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
      <TextField
        label={t('auth.birthDate')}
        type="date"
        autoComplete="bday"
        hint={t('auth.birthDateHint')}
        error={fieldError(errors.birthDate)}
        {...fields.birthDate}
      />
    </>
  );
}

import type { FieldError } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { validationMessageKey } from '../../i18n/error-messages.ts';

/** A field's error in the reader's language; one that the server worded is shown as it came. */
export function useFieldError(): (error: FieldError | undefined) => string | undefined {
  const { t } = useTranslation();
  return (error) => {
    if (!error) return undefined;
    const message = error.message ?? '';
    const key = validationMessageKey(message);
    return error.type === 'server' && key === 'validation.check' && message !== '' ? message : t(key);
  };
}

import type { FieldError } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { validationMessageKey } from '../../i18n/error-messages.ts';

/**
 * A field's error in the reader's language; one that the server worded is shown as it came. With `max`, what is too long is
 * told how long it may be.
 */
export function useFieldError(): (error: FieldError | undefined, max?: number) => string | undefined {
  const { t } = useTranslation();
  return (error, max) => {
    if (!error) return undefined;
    const message = error.message ?? '';
    const key = validationMessageKey(message);
    if (key === 'account.tooLong' && max !== undefined) return t('validation.tooLong', { max });
    return error.type === 'server' && key === 'validation.check' && message !== '' ? message : t(key);
  };
}

import { useTranslation } from 'react-i18next';

/**
 * Says that a text is longer than it may be, and keeps all of it: what is pasted can be shortened by whoever wrote it.
 * @returns the error of the field, undefined while it fits
 */
export function useTooLong(text: string, max: number): string | undefined {
  const { t } = useTranslation();
  return text.trim().length > max ? t('validation.tooLong', { max }) : undefined;
}

import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { ErrorDetail } from '../../protocol/index.ts';
import { errorMessageKeys } from '../i18n/error-messages.ts';
import { DEFAULT_LANGUAGE } from '../i18n/registry.ts';

/**
 * The words of an error: the server's own message (specification §8), which is English; readers of another language get
 * the words for its kind, and anybody the generic ones when there is nothing to go by.
 */
export function errorText(error: ErrorDetail | null, language: string, t: TFunction): string {
  if (!error) return t('error.generic');
  return language === DEFAULT_LANGUAGE && error.message !== ''
    ? error.message
    : t(errorMessageKeys[error.code]);
}

/** `errorText` in the language of the screen. */
export function useErrorText(): (error: ErrorDetail | null) => string {
  const { t, i18n } = useTranslation();
  return (error) => errorText(error, i18n.language, t);
}

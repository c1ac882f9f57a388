import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MessageKey } from '../../i18n/messages.ts';

const wordsOf: readonly MessageKey[] = [
  'auth.strengthWeak',
  'auth.strengthWeak',
  'auth.strengthFair',
  'auth.strengthGood',
  'auth.strengthStrong',
];

/** How hard the password that is being typed is to guess, and the hint for its field. */
export function usePasswordStrength(password: string): { strength: number | null; hint: string } {
  const { t } = useTranslation();
  const [strength, setStrength] = useState<number | null>(null);
  useEffect(() => {
    if (password === '') {
      setStrength(null);
      return;
    }
    let isCurrent = true;
    import('./password-strength.ts')
      .then(({ scorePassword }) => {
        if (isCurrent) setStrength(scorePassword(password));
      })
      // Without a network there is no hint; the rules hold all the same.
      .catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [password]);
  const key = strength === null ? undefined : wordsOf[strength];
  return { strength, hint: t(key ?? 'auth.passwordHint') };
}

import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { SignedIn } from '../../session/auth-api.ts';
import type { Answer } from '../../session/call-server.ts';
import { useServices, useSessionState } from '../../session/services.tsx';
import { useFormSubmit } from './use-form-submit.ts';

/** Sends a form that ends in a session. */
export function useAuthSubmit<Values extends FieldValues>(
  options: Parameters<typeof useFormSubmit<Values>>[0],
): (answer: Promise<Answer<SignedIn>>) => Promise<boolean> {
  const { t } = useTranslation();
  const { session, toaster } = useServices();
  const submit = useFormSubmit(options);
  return async (asked) => {
    const answer = await submit(asked);
    if (answer) await session.signIn(answer.data);
    if (answer?.data.deletionCancelled)
      toaster.show({ message: t('account.deleteKept'), variant: 'success' });
    return answer !== null;
  };
}

/** Whether a member has come in, and the screen that they come to is still on its way. */
export const useIsEntering = (): boolean => useSessionState().kind === 'signedIn';

import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ErrorDetail, OIDC_START_PATH, ProtocolError } from '../../../protocol/index.ts';
import { oidcReturn } from '../../session/oidc-return.ts';
import { useServices } from '../../session/services.tsx';
import { useIsEntering } from './use-auth-submit.ts';
import { useProviderName } from './use-provider-name.ts';

export type ProviderSignInState = {
  /** What the provider is called; null while there is none to offer. */
  readonly name: string | null;
  readonly isBusy: boolean;
  readonly error: ErrorDetail | null;
  readonly begin: () => void;
};

/** Sign-in at the OpenID provider, if the server names one; and the way back from there. */
export function useProviderSignIn(): ProviderSignInState {
  const { t } = useTranslation();
  const { api, session, toaster } = useServices();
  const navigate = useNavigate();
  const name = useProviderName();
  const [isAsking, setIsAsking] = useState(false);
  const isEntering = useIsEntering();
  const [error, setError] = useState<ErrorDetail | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what was brought back is collected once.
  useEffect(() => {
    const brought = oidcReturn.collect();
    if (brought?.kind === 'error') setError(new ProtocolError(brought.error).detail);
    if (brought?.kind === 'code') void finish(brought.code);
    // The member went to connect an account, and was signed out meanwhile.
    if (brought?.kind === 'link') setError(new ProtocolError('session_dead').detail);
  }, []);

  const finish = async (code: string): Promise<void> => {
    setIsAsking(true);
    const answer = await api.oidcSession(code);
    setIsAsking(false);
    if (answer.kind === 'refused') return setError(answer.error.detail);
    if (answer.kind === 'unreachable') return setError(new ProtocolError('unavailable').detail);
    if (answer.data.status === 'newcomer') {
      oidcReturn.keepNewcomer({ code, profile: answer.data.profile });
      return navigate({ to: '/register' });
    }
    const { status: _status, ...signedIn } = answer.data;
    await session.signIn(signedIn);
    if (signedIn.deletionCancelled) toaster.show({ message: t('account.deleteKept'), variant: 'success' });
  };

  // Not busy meanwhile: the browser's way back shows this very page again.
  const begin = (): void => location.assign(OIDC_START_PATH);
  return { name, isBusy: isAsking || isEntering, error, begin };
}

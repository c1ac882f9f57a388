import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ErrorDetail, type OidcLink, ProtocolError } from '../../../protocol/index.ts';
import { useIsOnline } from '../../app/online.ts';
import { oidcReturn } from '../../session/oidc-return.ts';
import { useServices } from '../../session/services.tsx';
import { useAccountCall } from './use-account-call.ts';

/** The member's account at the OpenID provider, and what somebody has just brought back from there. */
export function useProviderLink() {
  const { t } = useTranslation();
  const { api, session, reportFailure } = useServices();
  const { call, toaster } = useAccountCall();
  const isOnline = useIsOnline();
  const [link, setLink] = useState<OidcLink | 'loading' | 'unreachable' | 'none'>('loading');
  const [error, setError] = useState<ErrorDetail | null>(null);

  const reload = useCallback(async (): Promise<OidcLink | null> => {
    const token = session.token();
    if (token === null) return null;
    const answer = await api.oidcLink(token);
    if (answer.kind === 'done') {
      setLink(answer.data);
      return answer.data;
    }
    const kind = answer.kind === 'refused' ? answer.error.kind : null;
    if (kind === 'session_dead') await session.forceSignOut();
    // A server without a provider does not know the address.
    else if (kind === 'not_found') setLink('none');
    else {
      setLink((before) => (typeof before === 'string' ? 'unreachable' : before));
      reportFailure(answer.kind === 'refused' ? answer.error.detail : null);
    }
    return null;
  }, [api, reportFailure, session]);

  const finish = async (code: string): Promise<void> => {
    const token = session.token();
    if (token === null) return;
    const answer = await api.oidcFinishLink(token, code);
    if (answer.kind === 'refused' && answer.error.kind === 'session_dead') return session.forceSignOut();
    if (answer.kind === 'refused') setError(answer.error.detail);
    // What counts is what the server holds now: an answer may have been lost on its way.
    const now = answer.kind === 'done' ? answer.data : await reload();
    if (answer.kind === 'done') setLink(answer.data);
    if (answer.kind === 'refused' || now === null) return;
    if (now.connectedAt === null) return setError(new ProtocolError('unavailable').detail);
    toaster.show({ message: t('account.providerConnected', { name: now.name }), variant: 'success' });
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again when the network is back; what was brought is collected once.
  useEffect(() => {
    const brought = oidcReturn.collect();
    if (brought?.kind === 'link') return void finish(brought.code);
    if (brought?.kind === 'error') setError(new ProtocolError(brought.error).detail);
    void reload();
  }, [reload, isOnline]);

  const disconnect = async (): Promise<void> => {
    const left = await call((ask, token) => ask.oidcRemoveLink(token));
    if (left === null) return;
    setLink(left.data);
    toaster.show({ message: t('account.siteDisconnected', { name: left.data.name }), variant: 'success' });
  };
  return { link, error, reload, disconnect };
}

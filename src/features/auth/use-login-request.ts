import { useCallback, useEffect, useState } from 'react';
import type { Account } from '../../session/auth-api.ts';
import { answerLoginRequest, type LoginRequest } from '../../session/login-request.ts';
import { useServices } from '../../session/services.tsx';
import { verifyWithRetry } from '../../session/verify-with-retry.ts';

/**
 *   asking ─┬─ site or account in question ─▶ consent ── Allow ─▶ asking
 *           ├─ the server has given a token ─▶ done (posted, the window closes)
 *           └─▶ notAllowed · gone · unreachable ── Try again ─▶ asking
 */
export type LoginRequestState =
  | { kind: 'asking' }
  | { kind: 'notAllowed' }
  | { kind: 'gone' }
  | { kind: 'unreachable' }
  | { kind: 'done' }
  | { kind: 'consent'; origin: string; account: Account };

/** Verifies the member first, asks the server for a token of the site's own, and posts that: nothing else, and never offline. */
export function useLoginRequest(request: LoginRequest) {
  const { api, session, reportFailure } = useServices();
  const [state, setState] = useState<LoginRequestState>({ kind: 'asking' });
  const [turn, setTurn] = useState({ isAllowed: false });

  useEffect(() => {
    let isStale = false;
    const show = (next: LoginRequestState): void => {
      if (!isStale) setState(next);
    };
    const ask = async (): Promise<void> => {
      const token = session.token();
      if (request.origin === null) return show({ kind: 'notAllowed' });
      if (token === null) return;
      const known = await verifyWithRetry(api, token);
      if (isStale) return;
      if (known.kind === 'refused' && known.error.kind === 'session_dead') return session.forceSignOut();
      if (known.kind !== 'done') return show({ kind: 'unreachable' });
      if (request.opener === null) return show({ kind: 'gone' });
      const body = { origin: request.origin, ...(turn.isAllowed ? { isAllowed: true } : {}) };
      // Before the member has agreed, the server's no is the question.
      const granted = await api.siteToken(token, body, { isQuiet: !turn.isAllowed });
      if (isStale) return;
      if (granted.kind === 'refused') {
        const { kind } = granted.error;
        if (kind === 'session_dead') return session.forceSignOut();
        if (kind === 'consent_needed')
          return show({ kind: 'consent', origin: request.origin, account: known.data });
        if (!turn.isAllowed) reportFailure(granted.error.detail);
        return show({ kind: kind === 'site_not_allowed' ? 'notAllowed' : 'unreachable' });
      }
      if (granted.kind !== 'done') return show({ kind: 'unreachable' });
      answerLoginRequest(request, granted.data);
      show({ kind: 'done' });
      window.close();
    };
    void ask();
    return () => {
      isStale = true;
    };
  }, [api, session, reportFailure, request, turn]);

  const again = useCallback((isAllowed: boolean) => {
    setState({ kind: 'asking' });
    setTurn({ isAllowed });
  }, []);
  return { state, allow: () => again(true), retry: () => again(turn.isAllowed) };
}

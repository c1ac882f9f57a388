import { useCallback, useEffect, useState } from 'react';
import type { ProtocolError, QrStarted } from '../../../protocol/index.ts';
import { useServices } from '../../session/services.tsx';
import { followSignIn } from './follow-sign-in.ts';

/** After this many codes the screen is taken to be unattended. */
const REFRESHES = 5;

export type ShownCode =
  | { readonly kind: 'starting' }
  | { readonly kind: 'shown'; readonly started: QrStarted; readonly isClaimed: boolean }
  | { readonly kind: 'expired' }
  | { readonly kind: 'denied' }
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'refused'; readonly error: ProtocolError }
  /** The member said yes. */
  | { readonly kind: 'entering' };

/** The code that this new device shows: each is valid for a minute, and five new ones follow by themselves. */
export function useShownCode(isWanted: boolean): { state: ShownCode; again: () => void } {
  const { api, session } = useServices();
  const [state, setState] = useState<ShownCode>({ kind: 'starting' });
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` begins anew.
  useEffect(() => {
    if (!isWanted) return;
    const ending = new AbortController();
    const { signal } = ending;
    const run = async (): Promise<void> => {
      setState({ kind: 'starting' });
      for (let shown = 0; shown <= REFRESHES; shown += 1) {
        const answer = await api.qrStart();
        if (signal.aborted) return;
        if (answer.kind === 'unreachable') return setState({ kind: 'unreachable' });
        if (answer.kind === 'refused') return setState({ kind: 'refused', error: answer.error });
        const started = answer.data;
        setState({ kind: 'shown', started, isClaimed: false });
        const end = await followSignIn(api, started, signal, () =>
          setState({ kind: 'shown', started, isClaimed: true }),
        );
        if (end.kind === 'left') return;
        if (end.kind === 'denied') return setState({ kind: 'denied' });
        if (end.kind === 'approved') {
          setState({ kind: 'entering' });
          return session.signIn(end.signedIn);
        }
      }
      setState({ kind: 'expired' });
    };
    void run();
    return () => ending.abort();
  }, [api, session, isWanted, attempt]);
  return { state, again: useCallback(() => setAttempt((before) => before + 1), []) };
}

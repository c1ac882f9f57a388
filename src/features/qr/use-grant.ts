import { useCallback, useEffect, useRef, useState } from 'react';
import type { QrRequest } from '../../../protocol/index.ts';
import { useServices } from '../../session/services.tsx';
import { pause } from './follow-sign-in.ts';

const PAUSE_MS = 1_500;

export type Grant =
  | { readonly kind: 'none' }
  /** Shown, and not scanned yet. */
  | { readonly kind: 'shown'; readonly id: string }
  | { readonly kind: 'request'; readonly request: QrRequest }
  | { readonly kind: 'dead' };

/** A code that this signed-in device shows. Who cancels it, or leaves the screen, before it was scanned takes it back. */
export function useGrant() {
  const { api, session } = useServices();
  const [state, setState] = useState<Grant>({ kind: 'none' });
  const shownId = state.kind === 'shown' ? state.id : null;
  const unscanned = useRef<string | null>(null);

  useEffect(() => {
    if (shownId === null) return;
    unscanned.current = shownId;
    const ending = new AbortController();
    const { signal } = ending;
    const follow = async (): Promise<void> => {
      while (!signal.aborted) {
        await pause(PAUSE_MS, signal);
        const token = session.token();
        if (signal.aborted || token === null) return;
        const answer = await api.qrGrantState(token, shownId);
        if (signal.aborted) return;
        if (answer.kind === 'done' && answer.data.status === 'waiting') continue;
        if (answer.kind === 'unreachable') continue;
        unscanned.current = null;
        if (answer.kind === 'done' && answer.data.status === 'claimed')
          return setState({ kind: 'request', request: answer.data.request });
        if (answer.kind === 'refused' && answer.error.kind === 'session_dead') return session.forceSignOut();
        return setState({ kind: 'dead' });
      }
    };
    void follow();
    return () => ending.abort();
  }, [api, session, shownId]);

  const takeBack = useCallback((): void => {
    const token = session.token();
    const id = unscanned.current;
    unscanned.current = null;
    if (id !== null && token !== null) void api.qrDeny(token, id, { isQuiet: true });
  }, [api, session]);
  useEffect(() => takeBack, [takeBack]);

  return {
    state,
    show: (id: string) => setState({ kind: 'shown', id }),
    reset: () => {
      takeBack();
      setState({ kind: 'none' });
    },
  };
}

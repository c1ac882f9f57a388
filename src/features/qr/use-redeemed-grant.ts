import { useEffect, useRef, useState } from 'react';
import type { ProtocolError } from '../../../protocol/index.ts';
import { useServices } from '../../session/services.tsx';
import { type DeadCode, deadCodeOf } from './dead-code.ts';
import { followSignIn } from './follow-sign-in.ts';

export type RedeemedGrant =
  | { readonly kind: 'none' }
  | { readonly kind: 'asking' }
  /** Scanned: the member picks this number on the other device. */
  | { readonly kind: 'waiting'; readonly number: number }
  | { readonly kind: 'denied' }
  | { readonly kind: 'dead'; readonly why: DeadCode }
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'refused'; readonly error: ProtocolError }
  | { readonly kind: 'entering' };

/** A code of the signed-in app that this new device has scanned. */
export function useRedeemedGrant() {
  const { api, session } = useServices();
  const [state, setState] = useState<RedeemedGrant>({ kind: 'none' });
  const ending = useRef<AbortController | null>(null);
  useEffect(() => () => ending.current?.abort(), []);

  const redeem = async (id: string): Promise<void> => {
    ending.current?.abort();
    ending.current = new AbortController();
    const { signal } = ending.current;
    setState({ kind: 'asking' });
    const answer = await api.qrRedeem(id);
    if (signal.aborted) return;
    if (answer.kind === 'unreachable') return setState({ kind: 'unreachable' });
    if (answer.kind === 'refused') {
      const why = deadCodeOf(answer.error.kind);
      return setState(why === null ? { kind: 'refused', error: answer.error } : { kind: 'dead', why });
    }
    setState({ kind: 'waiting', number: answer.data.number });
    const end = await followSignIn(api, answer.data, signal, () => undefined);
    if (end.kind === 'left') return;
    if (end.kind !== 'approved') return setState(end);
    setState({ kind: 'entering' });
    await session.signIn(end.signedIn);
  };
  const reset = (): void => {
    ending.current?.abort();
    setState({ kind: 'none' });
  };
  return { state, redeem, reset };
}

import type { QrStarted } from '../../../protocol/index.ts';
import type { SignedIn } from '../../session/auth-api.ts';
import type { QrApi } from '../../session/qr-api.ts';
import { type DeadCode, deadCodeOf } from './dead-code.ts';

const PAUSE_MS = 1_500;

/** What came of a sign-in. */
export type SignInEnd =
  | { readonly kind: 'approved'; readonly signedIn: SignedIn }
  | { readonly kind: 'denied' }
  | { readonly kind: 'dead'; readonly why: DeadCode }
  /** The screen has gone. */
  | { readonly kind: 'left' };

/** Waits, unless the screen has gone. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
  });

/** Polls until the member has decided or the code has expired; a short loss of the network changes nothing. */
export const followSignIn = async (
  api: Pick<QrApi, 'qrPoll'>,
  started: QrStarted,
  signal: AbortSignal,
  onClaimed: () => void,
): Promise<SignInEnd> => {
  while (!signal.aborted) {
    const answer = await api.qrPoll(started);
    if (signal.aborted) break;
    let waitMs = PAUSE_MS;
    if (answer.kind === 'done') {
      const { data } = answer;
      if (data.status === 'approved') return { kind: 'approved', signedIn: data };
      if (data.status === 'denied') return { kind: 'denied' };
      if (data.status === 'claimed') onClaimed();
    } else if (answer.kind === 'refused') {
      const why = deadCodeOf(answer.error.kind);
      if (why !== null) return { kind: 'dead', why };
      waitMs = Math.max(waitMs, answer.error.retryAfterMs ?? 0);
    }
    await pause(waitMs, signal);
  }
  return { kind: 'left' };
};

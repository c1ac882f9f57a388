import { filter, firstValueFrom } from 'rxjs';
import type { ErrorDetail } from '../../protocol/index.ts';
import type { Engine, StateObservable } from '../../sync/index.ts';
import type { Account } from './auth-api.ts';

/** Why the sign-in screen is there: the member did not ask for it. */
export type SignOutNotice = {
  readonly waiting: number;
  /** Unsent work that the browser deleted with everything else of this app. */
  readonly lost?: number;
};

/**
 *   start ── no token ─────────────────────────────▶ anonymous ◀── sign out, 401
 *     └─ token ─▶ verifying ── tables or server know ─▶ signedIn ──┘
 *                    └── neither does, no network ─▶ unreachable ── online ─▶ verifying
 */
export type SessionState =
  | { readonly kind: 'anonymous'; readonly notice: SignOutNotice | null }
  | { readonly kind: 'verifying' }
  /** What our server said, in case it was there and answered that it cannot tell now. */
  | { readonly kind: 'unreachable'; readonly error: ErrorDetail | null }
  /** The device's database cannot be opened. */
  | { readonly kind: 'failed' }
  | {
      readonly kind: 'signedIn';
      readonly engine: Engine;
      /** What the server last said of the account; null while the tables alone know it. */
      readonly account: Account | null;
    };

/** Whether the guards of the routes can tell where somebody belongs. */
export const isSettled = ({ kind }: SessionState): boolean => kind === 'anonymous' || kind === 'signedIn';

/** Resolves once it is known whether anybody is signed in, or that it cannot be known. */
export const whenKnown = (state: StateObservable<SessionState>): Promise<SessionState> =>
  firstValueFrom(state.pipe(filter(({ kind }) => kind !== 'verifying')));

/**
 * What becomes of the member's data on this device.
 * - `wipe`: nothing stays.
 * - `later`: the unsent work stays, frozen until the same member signs in; all else goes.
 */
export type SignOutMode = 'wipe' | 'later';

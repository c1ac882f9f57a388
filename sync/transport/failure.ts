import { type ErrorKind, errorKinds } from '../../protocol/index.ts';
import type { PauseReason } from '../engine-status.ts';
import type { HttpAnswer } from '../platform/ports.ts';
import { serverErrorOf } from './server-error.ts';

/**
 * Why a request brought no verdict. Chosen from the error's kind, never from its words.
 * - `unreachable`: no answer of our server: no network, a time-out, a captive portal's page.
 * - `transient`: our server could not, for now. `waitMs` when it said how long.
 * - `pause`: nothing of this account can be sent until somebody acts.
 * - `refused`: a 4xx. Nothing is stored, so it is no verdict: a proxy may have said it.
 */
export type Failure =
  | { kind: 'unreachable' }
  | { kind: 'transient'; waitMs: number | undefined }
  | { kind: 'pause'; reason: PauseReason }
  | { kind: 'refused'; code: ErrorKind | null };

const pauseReasonOf = (code: ErrorKind): PauseReason | undefined => {
  switch (code) {
    case 'session_dead':
    case 'wrong_account':
    case 'suspended':
    case 'upgrade_required':
    case 'storage_full':
      return code;
    default:
      return undefined;
  }
};

export const failureOfKind = (code: ErrorKind, waitMs: number | undefined): Failure => {
  switch (errorKinds[code].retry) {
    case 'transient':
    case 'wait':
      return { kind: 'transient', waitMs };
    case 'pause': {
      const reason = pauseReasonOf(code);
      return reason === undefined ? { kind: 'transient', waitMs } : { kind: 'pause', reason };
    }
    case 'final':
      return { kind: 'refused', code };
  }
};

/** Reads an answer that is no success. */
export const classifyAnswer = (answer: HttpAnswer): Failure => {
  const ours = serverErrorOf(answer);
  if (ours !== undefined) return failureOfKind(ours.kind, ours.retryAfterMs);
  const { status } = answer;
  if (status === 429 || status === 503) return { kind: 'transient', waitMs: answer.retryAfterMs };
  // A 401 that is not ours is somebody between us and the server: a portal, a proxy.
  if (status < 400 || status === 401 || status === 408 || status === 425 || status >= 500) {
    return { kind: 'unreachable' };
  }
  return { kind: 'refused', code: null };
};

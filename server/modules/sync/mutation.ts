import { type ErrorDetail, isMutationName, type ScopeEntry, type Vector } from '../../../protocol/index.ts';
import type { CommandResult } from './context.ts';

/** A mutation as it reaches the server, by push or by the REST call of the specification. */
export type MutationRequest = {
  userId: string;
  /** The idempotency key, unique per user. */
  id: string;
  name: string;
  version: number;
  args: unknown;
  /** What the key stands for, when that is not the arguments: the body of a REST call before defaults are filled in. */
  body?: unknown;
  deviceId?: string;
  lane?: string;
  /** The lane's last attempted mutation. */
  prev?: string | null;
};

export type MutationOutcome =
  | { status: 'applied'; result: CommandResult; vector: Vector; entries: ScopeEntry[]; isReplay: boolean }
  | { status: 'rejected'; error: ErrorDetail; isReplay: boolean }
  | { status: 'cancelled' };

/** What is stored of a request, whatever becomes of it. */
export const describeRequest = ({ userId, id, deviceId, lane, prev, name }: MutationRequest) => ({
  ...{ userId, id },
  deviceId: deviceId ?? null,
  lane: lane ?? null,
  prev: prev ?? null,
  name: isMutationName(name) ? name : 'unknown',
});

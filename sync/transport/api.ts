import {
  type CancelRequest,
  type CancelResponse,
  cancelResponse,
  type PullRequest,
  type PullResponse,
  type PushRequest,
  type PushResponse,
  pullResponse,
  pushResponse,
  type RevalidateRequest,
  type RevalidateResponse,
  revalidateResponse,
  withoutUnknownChanges,
  type z,
} from '../../protocol/index.ts';
import type { Http, HttpRequest, Online } from '../platform/ports.ts';
import { callerHeaders } from './caller-headers.ts';
import { classifyAnswer, type Failure } from './failure.ts';
import { watchNetwork } from './network-proof.ts';

export type ApiResult<T> = { ok: true; data: T } | { ok: false; failure: Failure };

/** The calls of the engine. Every answer is parsed: what does not fit the protocol did not come from our server. */
export type Api = {
  push(request: PushRequest, signal: AbortSignal): Promise<ApiResult<PushResponse>>;
  pull(request: PullRequest, signal: AbortSignal): Promise<ApiResult<PullResponse>>;
  cancel(request: CancelRequest, signal: AbortSignal): Promise<ApiResult<CancelResponse>>;
  /** A page of a list; address and form are its kind's. */
  listPage<S extends z.ZodMiniType>(
    path: string,
    schema: S,
    signal: AbortSignal,
  ): Promise<ApiResult<z.output<S>>>;
  revalidate(request: RevalidateRequest, signal: AbortSignal): Promise<ApiResult<RevalidateResponse>>;
};

export const createApi = (options: {
  http: Http;
  userId: string;
  token: () => string | null;
  online: Online;
  /** Our own server has answered; whether that proves a network that is still there. */
  onAnswer: (isProof: boolean) => void;
}): Api => {
  const { http, userId, token, online, onAnswer } = options;

  const call = async <S extends z.ZodMiniType>(
    schema: S,
    request: Omit<HttpRequest, 'headers'>,
  ): Promise<ApiResult<z.output<S>>> => {
    const held = token();
    if (held === null) return { ok: false, failure: { kind: 'pause', reason: 'session_dead' } };
    const headers = callerHeaders(held, userId);
    const isProof = watchNetwork(online);
    const answer = await http.send({ ...request, headers }).catch(() => undefined);
    if (answer === undefined) return { ok: false, failure: { kind: 'unreachable' } };
    if (answer.status < 200 || answer.status > 299) {
      const failure = classifyAnswer(answer);
      // Another tab has signed in while this was on its way: what is said of the old token says nothing of the new one.
      const isOutdated = failure.kind === 'pause' && token() !== held;
      return { ok: false, failure: isOutdated ? { kind: 'transient', waitMs: undefined } : failure };
    }
    const read = schema.safeParse(answer.json);
    // Only then: an answer of thousands of rows is not walked through twice.
    const parsed = read.success ? read : schema.safeParse(withoutUnknownChanges(answer.json));
    if (!parsed.success) return { ok: false, failure: { kind: 'unreachable' } };
    onAnswer(isProof());
    return { ok: true, data: parsed.data };
  };

  return {
    push: (body, signal) => call(pushResponse, { method: 'POST', path: '/api/v1/sync/push', body, signal }),
    // The cookie names the device id from before the storage was cleared.
    pull: (body, signal) =>
      call(pullResponse, { method: 'POST', path: '/api/v1/sync/pull', body, isWithCookie: true, signal }),
    cancel: (body, signal) =>
      call(cancelResponse, { method: 'POST', path: '/api/v1/sync/cancel', body, signal }),
    listPage: (path, schema, signal) => call(schema, { method: 'GET', path, signal }),
    revalidate: (body, signal) =>
      call(revalidateResponse, { method: 'POST', path: '/api/v1/sync/revalidate', body, signal }),
  };
};

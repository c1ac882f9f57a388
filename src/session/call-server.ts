import { type ErrorDetail, ProtocolError, type z } from '../../protocol/index.ts';
import { callerHeaders, type HttpClient } from '../../sync/http.ts';

/**
 * What came of a call. `unreachable` is everything that is not our server speaking: no network, a timeout, a captive
 * portal's page, a proxy's 502. It never ends a session.
 */
export type Answer<T> =
  | { readonly kind: 'done'; readonly data: T }
  | { readonly kind: 'refused'; readonly error: ProtocolError }
  | { readonly kind: 'unreachable' };

/** How a failed call is reported. */
export type Report = {
  /**
   * Its failure is not reported by the call itself: the app makes it on its own or again and again, or the caller repeats a
   * call whose answer was lost and reports what comes of that.
   */
  readonly isQuiet?: boolean;
};

type Call = Report & {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below `/api/v1`. */
  path: string;
  token?: string;
  body?: unknown;
  /** Cookies may go along: that of a sign-in at the OpenID provider is the only one that counts here. */
  isWithCookie?: true;
};

/** What the app does about calls that failed, regardless of the caller. */
export type CallFailures = {
  /** The token that the server no longer knows. */
  onSessionDead: (token: string) => void;
  /** Any other failure of a call that is not quiet: our server's error, or null where something else answered, or nothing. */
  onFailed: (error: ErrorDetail | null) => void;
};

/** Never rejects. */
export type CallServer = <T>(schema: z.ZodMiniType<{ data: T }>, call: Call) => Promise<Answer<T>>;

/** @param language what the reader reads: errors and mail come in it */
export const createCallServer =
  (http: HttpClient, language: () => string, { onSessionDead, onFailed }: CallFailures): CallServer =>
  async (schema, { method, path, token, body, isWithCookie, isQuiet = false }) => {
    try {
      const { data } = await http(`/api/v1${path}`, {
        method,
        headers: {
          'accept-language': language(),
          ...(token === undefined ? {} : callerHeaders(token)),
        },
        ...(body instanceof FormData ? { body } : { json: body }),
        ...(isWithCookie ? { credentials: 'same-origin' } : {}),
      }).json(schema);
      return { kind: 'done', data };
    } catch (error) {
      const refusal = error instanceof ProtocolError ? error : null;
      if (refusal?.kind === 'session_dead' && token !== undefined) onSessionDead(token);
      else if (!isQuiet) onFailed(refusal?.detail ?? null);
      if (refusal === null) return { kind: 'unreachable' };
      return { kind: 'refused', error: refusal };
    }
  };

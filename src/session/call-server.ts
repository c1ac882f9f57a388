import { ProtocolError, type z } from '../../protocol/index.ts';
import { callerHeaders, type HttpClient } from '../../sync/http.ts';

/**
 * What came of a call. `unreachable` is everything that is not our server speaking: no network, a timeout, a captive
 * portal's page, a proxy's 502. It never ends a session.
 */
export type Answer<T> =
  | { readonly kind: 'done'; readonly data: T }
  | { readonly kind: 'refused'; readonly error: ProtocolError }
  | { readonly kind: 'unreachable' };

type Call = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below `/api/v1`. */
  path: string;
  token?: string;
  body?: unknown;
  /** With the cookie of a sign-in at the OpenID provider; nothing else here has one. */
  isWithCookie?: true;
};

/** Never rejects. */
export type CallServer = <T>(schema: z.ZodMiniType<{ data: T }>, call: Call) => Promise<Answer<T>>;

/**
 * @param language what the reader reads: mail comes in it
 * @param onSessionDead is told of the token that the server no longer knows, whichever call has found out
 */
export const createCallServer =
  (
    http: HttpClient,
    language: () => string,
    onSessionDead: (token: string) => void = () => undefined,
  ): CallServer =>
  async (schema, { method, path, token, body, isWithCookie }) => {
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
      if (!(error instanceof ProtocolError)) return { kind: 'unreachable' };
      if (error.kind === 'session_dead' && token !== undefined) onSessionDead(token);
      return { kind: 'refused', error };
    }
  };

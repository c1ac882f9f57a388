import {
  type ChatItem,
  chatResponse,
  chatsResponse,
  errorBody,
  type LoginBody,
  messagesResponse,
  noticeSeenResponse,
  noticesOverResponse,
  ProtocolError,
  type PushSubscriptionBody,
  pushKeyResponse,
  pushRegistered,
  pushRemoved,
  type RegisterBody,
  revocationResponse,
  type ShownNotice,
  signedIn,
  userResponse,
  verified,
  z,
} from '../../protocol/index.ts';
import { type AccountApi, createAccountApi } from './account-api.ts';
import { createModerationApi, type ModerationApi } from './moderation-api.ts';
import { createOidcApi, type OidcApi } from './oidc-api.ts';
import { createQrApi, type QrApi } from './qr-api.ts';
import { createStrangerApi, type StrangerApi } from './stranger-api.ts';

const TIMEOUT_MS = 15_000;

/**
 * What came of a call. `unreachable` is everything that is not our server speaking: no network, a time-out, a captive
 * portal's page, a proxy's 502. It never ends a session (decisions.md §7, HOLE).
 */
export type Answer<T> =
  | { readonly kind: 'done'; readonly data: T }
  | { readonly kind: 'refused'; readonly error: ProtocolError }
  | { readonly kind: 'unreachable' };

export type SignedIn = z.infer<typeof signedIn>['data'];
export type Account = z.infer<typeof verified>['data'];
export type Person = z.infer<typeof userResponse>['data'];

/** The newest messages of a chat, and the profiles of all whom they name. */
const previewResponse = z.pipe(
  messagesResponse,
  z.transform(({ data: messages, meta: { people = [] } }) => ({ data: { messages, people } })),
);
export type ChatPreview = z.infer<typeof previewResponse>['data'];

/** The few calls that go past the engine: getting in, and looking up somebody who is not on this device. */
export type Api = AccountApi &
  QrApi &
  OidcApi &
  StrangerApi &
  ModerationApi & {
    login(body: LoginBody): Promise<Answer<SignedIn>>;
    register(body: RegisterBody): Promise<Answer<SignedIn>>;
    verify(token: string): Promise<Answer<Account>>;
    /** Ends the session at the server. */
    logout(token: string): Promise<Answer<unknown>>;
    /** Ends a session by its token's hash: for a sign-out that was made offline. */
    revoke(tokenHash: string): Promise<Answer<unknown>>;
    personByCode(token: string, code: string): Promise<Answer<Person>>;
    /** The application server key to subscribe with. */
    pushKey(): Promise<Answer<{ publicKey: string }>>;
    registerPush(token: string, subscription: PushSubscriptionBody): Promise<Answer<unknown>>;
    /** @param id the subscription's auth key */
    removePush(token: string, id: string): Promise<Answer<unknown>>;
    /** The member looks at a screen that notifications lead to. */
    noticeSeen(token: string, url: string): Promise<Answer<unknown>>;
    /** Which of the notifications shown here are over, by their tags. */
    noticesOver(token: string, shown: readonly ShownNotice[]): Promise<Answer<{ tags: string[] }>>;
    /** The chat behind a code, as somebody sees it who is not in it. */
    chatByCode(token: string, code: string): Promise<Answer<ChatItem>>;
    /** The newest messages of a public chat, before one joins. */
    chatPreview(token: string, chatId: string): Promise<Answer<ChatPreview>>;
    /** Public chats by name. */
    openChats(token: string, search: string): Promise<Answer<ChatItem[]>>;
  };

type Call = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  token?: string;
  body?: unknown;
  /** With the cookie of a sign-in at the OpenID provider; nothing else here has one. */
  isWithCookie?: true;
};
export type CallServer = <T>(schema: z.ZodMiniType<{ data: T }>, call: Call) => Promise<Answer<T>>;

const toError = (response: Response, body: unknown): ProtocolError | undefined => {
  const parsed = errorBody.safeParse(body);
  if (!parsed.success || parsed.data.status !== response.status) return undefined;
  const { code, message, errors } = parsed.data;
  const seconds = Number(response.headers.get('retry-after'));
  return new ProtocolError(code, {
    message,
    errors,
    ...(seconds > 0 ? { retryAfterMs: seconds * 1_000 } : {}),
  });
};

/** @param language what the reader reads: mail comes in it */
export const createApi = (baseUrl: string, send: typeof fetch, language: () => string): Api => {
  const call: CallServer = async (schema, { method, path, token, body, isWithCookie }) => {
    let response: Response;
    let json: unknown;
    try {
      response = await send(`${baseUrl}/api/v1${path}`, {
        method,
        headers: {
          accept: 'application/json',
          'accept-language': language(),
          ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        },
        ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
        cache: 'no-store',
        credentials: isWithCookie ? 'same-origin' : 'omit',
      });
      json = await response.json();
    } catch {
      return { kind: 'unreachable' };
    }
    if (response.ok) {
      const parsed = schema.safeParse(json);
      return parsed.success ? { kind: 'done', data: parsed.data.data } : { kind: 'unreachable' };
    }
    const error = toError(response, json);
    return error ? { kind: 'refused', error } : { kind: 'unreachable' };
  };

  return {
    ...createAccountApi(call),
    ...createQrApi(call),
    ...createOidcApi(call),
    ...createStrangerApi(call),
    ...createModerationApi(call),
    login: (body) => call(signedIn, { method: 'POST', path: '/auth/login', body }),
    register: (body) => call(signedIn, { method: 'POST', path: '/auth/register', body }),
    verify: (token) => call(verified, { method: 'GET', path: '/auth/verify', token }),
    logout: (token) => call(revocationResponse, { method: 'POST', path: '/auth/logout', token }),
    revoke: (tokenHash) =>
      call(revocationResponse, { method: 'POST', path: '/auth/revocations', body: { tokenHash } }),
    pushKey: () => call(pushKeyResponse, { method: 'GET', path: '/notifications/push/key' }),
    registerPush: (token, body) =>
      call(pushRegistered, { method: 'POST', path: '/notifications/push/register', token, body }),
    removePush: (token, id) =>
      call(pushRemoved, { method: 'DELETE', path: `/notifications/push/${encodeURIComponent(id)}`, token }),
    noticeSeen: (token, url) =>
      call(noticeSeenResponse, { method: 'PUT', path: '/notifications/seen', token, body: { url } }),
    noticesOver: (token, shown) =>
      call(noticesOverResponse, { method: 'POST', path: '/notifications/over', token, body: { shown } }),
    chatByCode: (token, code) =>
      call(chatResponse, { method: 'GET', path: `/chats/unique-code/${encodeURIComponent(code)}`, token }),
    chatPreview: (token, chatId) =>
      call(previewResponse, { method: 'GET', path: `/chats/${chatId}/messages?perPage=30`, token }),
    openChats: (token, search) => {
      const query = `discover=true&perPage=50${search === '' ? '' : `&search=${encodeURIComponent(search)}`}`;
      return call(chatsResponse, { method: 'GET', path: `/chats?${query}`, token });
    },
    personByCode: (token, code) =>
      call(userResponse, { method: 'GET', path: `/users/unique-code/${encodeURIComponent(code)}`, token }),
  };
};

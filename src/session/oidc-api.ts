import {
  healthResponse,
  type OidcLink,
  type OidcLinkBody,
  type OidcRegisterBody,
  type OidcSession,
  oidcLinkResponse,
  oidcLinkStarted,
  oidcSession,
  signedIn,
} from '../../protocol/index.ts';
import type { SignedIn } from './auth-api.ts';
import type { Answer, CallServer, Report } from './call-server.ts';

const LINK = '/auth/oidc/link';

/** Sign-in at an OpenID provider: `protocol/calls/oidc.ts` draws it. */
export type OidcApi = {
  /** The server's state, which names the provider where one is configured. */
  health(): Promise<Answer<{ signInWith?: string | undefined }>>;
  /** What the code of the address stands for, once. */
  oidcSession(code: string): Promise<Answer<OidcSession>>;
  oidcRegister(body: OidcRegisterBody, report?: Report): Promise<Answer<SignedIn>>;
  /** Whether an account at the provider opens the member's. */
  oidcLink(token: string): Promise<Answer<OidcLink>>;
  /** @returns where the browser goes to connect one */
  oidcBeginLink(token: string, body: OidcLinkBody): Promise<Answer<{ url: string }>>;
  /** With the code of the address, once. */
  oidcFinishLink(token: string, code: string): Promise<Answer<OidcLink>>;
  oidcRemoveLink(token: string): Promise<Answer<OidcLink>>;
};

export const createOidcApi = (call: CallServer): OidcApi => ({
  health: () => call(healthResponse, { method: 'GET', path: '/health/check', isQuiet: true }),
  oidcSession: (code) =>
    call(oidcSession, { method: 'POST', path: '/auth/oidc/session', body: { code }, isWithCookie: true }),
  oidcRegister: (body, report) =>
    call(signedIn, { method: 'POST', path: '/auth/oidc/registration', body, isWithCookie: true, ...report }),
  oidcLink: (token) => call(oidcLinkResponse, { method: 'GET', path: LINK, token, isQuiet: true }),
  oidcBeginLink: (token, body) =>
    call(oidcLinkStarted, { method: 'POST', path: LINK, token, body, isWithCookie: true }),
  oidcFinishLink: (token, code) =>
    call(oidcLinkResponse, { method: 'PUT', path: LINK, token, body: { code }, isWithCookie: true }),
  oidcRemoveLink: (token) => call(oidcLinkResponse, { method: 'DELETE', path: LINK, token }),
});

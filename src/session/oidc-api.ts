import {
  healthResponse,
  type OidcRegisterBody,
  type OidcSession,
  oidcSession,
  signedIn,
} from '../../protocol/index.ts';
import type { Answer, CallServer, SignedIn } from './api.ts';

/** Sign-in at an OpenID provider: `protocol/calls/oidc.ts` draws it. */
export type OidcApi = {
  /** The server's state, which names the provider where one is configured. */
  health(): Promise<Answer<{ signInWith?: string | undefined }>>;
  /** What the code of the address stands for, once. */
  oidcSession(code: string): Promise<Answer<OidcSession>>;
  oidcRegister(body: OidcRegisterBody): Promise<Answer<SignedIn>>;
};

export const createOidcApi = (call: CallServer): OidcApi => ({
  health: () => call(healthResponse, { method: 'GET', path: '/health/check' }),
  oidcSession: (code) =>
    call(oidcSession, { method: 'POST', path: '/auth/oidc/session', body: { code }, isWithCookie: true }),
  oidcRegister: (body) =>
    call(signedIn, { method: 'POST', path: '/auth/oidc/registration', body, isWithCookie: true }),
});

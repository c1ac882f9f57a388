import {
  type LoginBody,
  type RegisterBody,
  revocationResponse,
  signedIn,
  verified,
  type z,
} from '../../protocol/index.ts';
import type { Answer, CallServer, Report } from './call-server.ts';

export type SignedIn = z.infer<typeof signedIn>['data'];
export type Account = z.infer<typeof verified>['data'];

/** Signing in and out. */
export type AuthApi = {
  login(body: LoginBody, report?: Report): Promise<Answer<SignedIn>>;
  register(body: RegisterBody, report?: Report): Promise<Answer<SignedIn>>;
  verify(token: string): Promise<Answer<Account>>;
  /** Ends the session at the server. */
  logout(token: string): Promise<Answer<unknown>>;
  /** Ends a session by its token's hash: for a sign-out that was made offline. */
  revoke(tokenHash: string): Promise<Answer<unknown>>;
};

// A browser takes `Clear-Site-Data` from an answer only where cookies may go along.
const SIGN_OUT = { method: 'POST', isWithCookie: true, isQuiet: true } as const;

export const createAuthApi = (call: CallServer): AuthApi => ({
  login: (body, report) => call(signedIn, { method: 'POST', path: '/auth/login', body, ...report }),
  register: (body, report) => call(signedIn, { method: 'POST', path: '/auth/register', body, ...report }),
  verify: (token) => call(verified, { method: 'GET', path: '/auth/verify', token, isQuiet: true }),
  logout: (token) => call(revocationResponse, { path: '/auth/logout', token, ...SIGN_OUT }),
  revoke: (tokenHash) =>
    call(revocationResponse, { path: '/auth/revocations', body: { tokenHash }, ...SIGN_OUT }),
});

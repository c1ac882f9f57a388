import { one } from '../envelope.ts';
import { z } from '../zod.ts';
import { registerBody, signedIn } from './auth.ts';

/*
 * Sign-in with an account at an OpenID provider (OpenID Connect Core 1.0, authorization code flow). No address ever holds a token.
 *
 *   browser  GET /auth/oidc/start ──▶ cookie, and off to the provider
 *   browser  GET /auth/oidc/callback ──▶ the server verifies ──▶ /#oidc=<code>  or  /#oidc-error=<kind>
 *   app      POST /auth/oidc/session {code} + cookie ──▶ a session, once; or `newcomer`
 *   app      POST /auth/oidc/registration {code, …} + cookie ──▶ an account that the provider's account opens from now on
 */

/** Where the app sends the browser. */
export const OIDC_START_PATH = '/api/v1/auth/oidc/start';

/** What comes back in the fragment, which no server sees: it opens nothing without the cookie of the same browser. */
export const oidcCode = () => z.string().regex(/^[A-Za-z0-9_-]{43}$/);

export const oidcSessionBody = z.object({ code: oidcCode() });

/** What the provider says of somebody, to fill in the registration. An e-mail that it has not verified is left out. */
export const oidcProfile = z.object({
  email: z.string().optional(),
  firstName: z.string().optional(),
  lastName: z.string().optional(),
});
export type OidcProfile = z.infer<typeof oidcProfile>;

export const oidcSession = one(
  z.discriminatedUnion('status', [
    signedIn.shape.data.extend({ status: z.literal('signedIn') }),
    /** No account here belongs to it yet: the same code makes one. */
    z.object({ status: z.literal('newcomer'), profile: oidcProfile }),
  ]),
);
export type OidcSession = z.infer<typeof oidcSession>['data'];

/** `POST /api/v1/auth/oidc/registration` */
export const oidcRegisterBody = registerBody.extend({ code: oidcCode() });
export type OidcRegisterBody = z.infer<typeof oidcRegisterBody>;

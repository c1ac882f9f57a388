import { one } from '../envelope.ts';
import { LIMITS } from '../limits.ts';
import { instant } from '../text.ts';
import { REQUIRED, z } from '../zod.ts';
import { registerBody, signedIn } from './auth.ts';

/*
 * Sign-in with an account at an OpenID provider (OpenID Connect Core 1.0, authorization code flow). No address ever holds a token.
 *
 *   browser  GET /auth/oidc/start ──▶ cookie, and off to the provider
 *   browser  GET /auth/oidc/callback ──▶ the server verifies ──▶ /#oidc=<code>  or  /#oidc-error=<kind>
 *   app      POST /auth/oidc/session {code} + cookie ──▶ a session, once; or `newcomer`
 *   app      POST /auth/oidc/registration {code, …} + cookie ──▶ an account that the provider's account opens from now on
 *
 * A member connects one to an account that is there, with the session beside the cookie:
 *   app      POST /auth/oidc/link {password} ──▶ cookie, and where to go    …    /#oidc-link=<code>
 *   app      PUT /auth/oidc/link {code} + cookie ──▶ connected    GET: whether it is    DELETE: no more
 */

/**
 * The social auth payload of specification §3. No call takes it (docs/decisions/0008): who somebody is at a provider, the
 * server asks the provider.
 */
export const socialAuthPayload = z.object({ authId: z.string(), accessToken: z.string() });

/** Where the app sends the browser. */
export const OIDC_START_PATH = '/api/v1/auth/oidc/start';

/** What comes back in the fragment, which no server sees: it opens nothing without the cookie of the same browser. */
export const oidcCode = () => z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/));

export const oidcSessionBody = z.object({ code: oidcCode() });

/** What the provider says of somebody, to fill in the registration. An e-mail that it has not verified is left out. */
export const oidcProfile = z.object({
  email: z.optional(z.string()),
  firstName: z.optional(z.string()),
  lastName: z.optional(z.string()),
});
export type OidcProfile = z.infer<typeof oidcProfile>;

export const oidcSession = one(
  z.discriminatedUnion('status', [
    z.extend(signedIn.shape.data, { status: z.literal('signedIn') }),
    /** No account here belongs to it yet: the same code makes one. */
    z.object({ status: z.literal('newcomer'), profile: oidcProfile }),
  ]),
);
export type OidcSession = z.infer<typeof oidcSession>['data'];

/** `POST /api/v1/auth/oidc/registration` */
export const oidcRegisterBody = z.extend(registerBody, { code: oidcCode() });
export type OidcRegisterBody = z.infer<typeof oidcRegisterBody>;

/** `POST /api/v1/auth/oidc/link`: a new way in asks for the password. */
export const oidcLinkBody = z.object({
  password: z.string().check(z.minLength(1, REQUIRED), z.maxLength(LIMITS.passwordMax)),
});
export type OidcLinkBody = z.infer<typeof oidcLinkBody>;
/** Where the browser goes next: a page of the provider. */
export const oidcLinkStarted = one(z.object({ url: z.url() }));

/** What the provider is called, and since when an account there opens the member's. */
export const oidcLinkResponse = one(z.object({ name: z.string(), connectedAt: z.nullable(instant()) }));
export type OidcLink = z.infer<typeof oidcLinkResponse>['data'];

import { createHmac } from 'node:crypto';
import * as client from 'openid-client';
import { email, LIMITS, nameText, type OidcProfile, ProtocolError, z } from '../../../../protocol/index.ts';

export type OidcConfig = { issuer: URL; clientId: string; clientSecret: string; name: string };

export const OIDC_CALLBACK_PATH = '/api/v1/auth/oidc/callback';
const SCOPE = 'openid email profile';
/** A sign-in takes up to four requests to the provider, and a person waits. */
const TIMEOUT_SECONDS = 4;

/** Who the provider says somebody is, verified. */
export type Identity = {
  issuer: string;
  subject: string;
  /** Asks for what the provider tells of the person. */
  readProfile: () => Promise<OidcProfile>;
};

/** The provider as the account modules know it. */
export type OidcProvider = {
  name: string;
  /** How its tokens may spell the configured issuer: with a slash at the end, or without. */
  issuers: readonly string[];
  /** Where to send the browser that holds this secret. @throws ProtocolError `oidc_unreachable` */
  authorizationUrl(secret: string): Promise<URL>;
  /** Whether what came back answers what the browser with this secret was sent for. */
  isAnswerTo(answer: URLSearchParams, secret: string): boolean;
  /** Redeems and verifies what came back. @throws ProtocolError `oidc_failed`, `oidc_unreachable` */
  redeem(answer: URLSearchParams, secret: string): Promise<Identity>;
};

/** State, nonce and PKCE verifier follow from the browser's secret: a leaked database gives none of them away. */
const derive = (secret: string, purpose: 'state' | 'nonce' | 'verifier'): string =>
  createHmac('sha256', secret).update(purpose).digest('base64url');

/** What cannot be used as it stands here is left out: the person fills it in. */
const claimsOf = z.object({
  email: z.catch(z.optional(email()), undefined),
  email_verified: z.catch(z.optional(z.literal(true)), undefined),
  given_name: z.catch(z.optional(nameText(LIMITS.nameMax)), undefined),
  family_name: z.catch(z.optional(nameText(LIMITS.nameMax)), undefined),
});

/** Anybody can write any e-mail into an account of theirs: one that the provider has not verified is worth nothing. */
const profileOf = (claims: unknown): OidcProfile => {
  const { email: address, email_verified: isVerified, given_name, family_name } = claimsOf.parse(claims);
  return {
    ...(address !== undefined && isVerified ? { email: address } : {}),
    ...(given_name === undefined ? {} : { firstName: given_name }),
    ...(family_name === undefined ? {} : { lastName: family_name }),
  };
};

/** Basic is what every provider has to offer unless it says otherwise (OpenID Connect Discovery 1.0 §3). */
const authenticate =
  (secret: string): client.ClientAuth =>
  (server, metadata, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const by = methods.includes('client_secret_basic') ? client.ClientSecretBasic : client.ClientSecretPost;
    return by(secret)(server, metadata, body, headers);
  };

const SERVER_TROUBLE = new Set(['OAUTH_TIMEOUT', 'OAUTH_ABORT', 'OAUTH_RESPONSE_IS_NOT_CONFORM']);

const isTrouble = (error: unknown): boolean =>
  // `fetch` itself: no connection.
  error instanceof TypeError ||
  (error instanceof client.ClientError && SERVER_TROUBLE.has(error.code ?? '')) ||
  (error instanceof client.ResponseBodyError && error.status >= 500);

const toKind = (cause: unknown): ProtocolError =>
  new ProtocolError(isTrouble(cause) ? 'oidc_unreachable' : 'oidc_failed', { cause });

/**
 * Speaks with the configured provider. It is asked for its addresses at the first sign-in and not at start: a provider that
 * is down does not stop the app.
 */
export const createOidcProvider = (config: OidcConfig, ownOrigin: string): OidcProvider => {
  const redirectUri = ownOrigin + OIDC_CALLBACK_PATH;
  let discovered: Promise<client.Configuration> | null = null;

  const discover = (): Promise<client.Configuration> =>
    client.discovery(config.issuer, config.clientId, undefined, authenticate(config.clientSecret), {
      timeout: TIMEOUT_SECONDS,
      execute: [
        // Beyond what the specification asks of tokens that come straight from the provider: their signature, too.
        client.enableNonRepudiationChecks,
        ...(config.issuer.protocol === 'http:' ? [client.allowInsecureRequests] : []),
      ],
    });
  const configuration = async (): Promise<client.Configuration> => {
    discovered ??= discover();
    try {
      return await discovered;
    } catch (error) {
      discovered = null;
      // Nothing was said about a person yet: whatever is wrong is wrong with the provider, or with how it is configured.
      throw new ProtocolError('oidc_unreachable', { cause: error });
    }
  };

  return {
    name: config.name,
    issuers: [config.issuer.href, config.issuer.href.replace(/\/$/, '')],

    async authorizationUrl(secret) {
      return client.buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri,
        scope: SCOPE,
        state: derive(secret, 'state'),
        nonce: derive(secret, 'nonce'),
        code_challenge: await client.calculatePKCECodeChallenge(derive(secret, 'verifier')),
        code_challenge_method: 'S256',
      });
    },

    isAnswerTo: (answer, secret) => answer.get('state') === derive(secret, 'state'),

    async redeem(answer, secret) {
      const provider = await configuration();
      const url = new URL(redirectUri);
      url.search = answer.toString();
      try {
        // Verifies state, nonce, issuer, audience, times and signature (OpenID Connect Core 1.0 §3.1.3.7).
        const tokens = await client.authorizationCodeGrant(provider, url, {
          expectedState: derive(secret, 'state'),
          expectedNonce: derive(secret, 'nonce'),
          pkceCodeVerifier: derive(secret, 'verifier'),
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (!claims) throw new ProtocolError('oidc_failed');
        const readProfile = async (): Promise<OidcProfile> => {
          if (provider.serverMetadata().userinfo_endpoint === undefined) return profileOf(claims);
          const told = await client
            .fetchUserInfo(provider, tokens.access_token, claims.sub)
            .catch((error: unknown) => Promise.reject(toKind(error)));
          return profileOf({ ...claims, ...told });
        };
        return { issuer: claims.iss, subject: claims.sub, readProfile };
      } catch (error) {
        throw toKind(error);
      }
    },
  };
};

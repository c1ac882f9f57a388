import type { FastifyRequest } from 'fastify';
import { ProtocolError } from '../../../../protocol/index.ts';

/** As long as the slowest newcomer may take, registration included; the server's own times are shorter. */
const MAX_AGE_SECONDS = 3_600;

/**
 * Binds a sign-in at the provider to the browser that began it: no other browser can finish it, and no victim can be made
 * to finish an attacker's (login CSRF). `Lax`, because the way back from the provider is a
 * navigation from another site. `__Host-`: no neighbouring subdomain can plant one.
 */
export const createFlowCookie = (isSecure: boolean) => {
  const name = isSecure ? '__Host-tambay-oidc' : 'tambay-oidc';
  const pattern = new RegExp(`(?:^|; )${name}=([A-Za-z0-9_-]{43})(?:;|$)`);
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  return {
    /** The secret that a request brings along. @throws ProtocolError `oidc_unknown` without one */
    require: ({ headers }: Pick<FastifyRequest, 'headers'>): string => {
      const secret = pattern.exec(headers.cookie ?? '')?.[1];
      if (secret === undefined) throw new ProtocolError('oidc_unknown');
      return secret;
    },
    /** `Set-Cookie` of a sign-in that begins. */
    keep: (secret: string): string => `${name}=${secret}; Max-Age=${MAX_AGE_SECONDS}; ${attributes}`,
    /** `Set-Cookie` of one that is over. */
    clear: `${name}=; Max-Age=0; ${attributes}`,
  };
};
export type FlowCookie = ReturnType<typeof createFlowCookie>;

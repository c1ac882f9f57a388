import helmet from '@fastify/helmet';
import type { FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';

const YEAR_SECONDS = 31_536_000;

/** Nothing in the app asks for these but the camera (scanning a code). */
const PERMISSIONS_POLICY =
  'camera=(self), microphone=(self), geolocation=(), payment=(), usb=(), midi=(), display-capture=(), browsing-topics=()';

/**
 * The headers of every answer (docs/threat-model.md). One policy for pages and API alike: nothing inline, nothing from
 * elsewhere, and no string becomes a script but through the app's one Trusted Types policy.
 */
export const securityHeadersPlugin = fastifyPlugin<{ publicUrl: URL }>(
  async (app, { publicUrl }) => {
    await app.register(helmet, {
      contentSecurityPolicy: { useDefaults: false, directives: appDirectives(publicUrl) },
      strictTransportSecurity: publicUrl.protocol === 'https:' ? { maxAge: YEAR_SECONDS } : false,
      crossOriginOpenerPolicy: { policy: 'same-origin' },
      crossOriginResourcePolicy: { policy: 'same-origin' },
      // Addresses hold reset tokens' pages, codes and ids: no other site learns them.
      referrerPolicy: { policy: 'no-referrer' },
      xFrameOptions: { action: 'deny' },
    });
    app.addHook('onRequest', async (_request, reply) => {
      reply.header('permissions-policy', PERMISSIONS_POLICY);
    });
    // After helmet's own: the one document that has to answer its opener keeps it.
    app.addHook('onRequest', async (request, reply) => {
      if (isLoginRequest(request)) reply.header('cross-origin-opener-policy', 'unsafe-none');
    });
  },
  { name: 'security-headers' },
);

/** `/?loginRequestFrom=…`: a page of another site has opened the app and waits for an answer. */
const isLoginRequest = ({ method, url }: FastifyRequest): boolean => {
  const [path, query] = url.split('?', 2);
  return method === 'GET' && path === '/' && new URLSearchParams(query).has('loginRequestFrom');
};

/** For the few answers that are given before any plugin runs: they are JSON and nothing else. */
export const BARE_HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
} as const;

const appDirectives = (publicUrl: URL): Record<string, string[]> => ({
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'"],
  imgSrc: ["'self'", 'blob:', 'data:'],
  mediaSrc: ["'self'", 'blob:'],
  // Older Safari does not take 'self' for the socket's own scheme.
  connectSrc: ["'self'", socketOrigin(publicUrl)],
  workerSrc: ["'self'"],
  manifestSrc: ["'self'"],
  fontSrc: ["'self'"],
  baseUri: ["'none'"],
  objectSrc: ["'none'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
  requireTrustedTypesFor: ["'script'"],
  trustedTypes: ['tambay'],
});

const socketOrigin = ({ protocol, host }: URL): string => `${protocol === 'https:' ? 'wss' : 'ws'}://${host}`;

/** The one inline style sheet of Swagger UI. Another version may have another: its console then says which. */
const SWAGGER_STYLE = "'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='";

/** For the pages of Swagger UI alone: it knows no Trusted Types. */
export const DOCS_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  `style-src 'self' ${SWAGGER_STYLE}`,
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "object-src 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

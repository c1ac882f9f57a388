import { one } from '../envelope.ts';
import { instant } from '../text.ts';
import { z } from '../zod.ts';

/** `GET /health/check`; `nonce` comes back, which tells our server from a captive portal (docs/decisions/0012). */
export const healthQuery = z.object({ nonce: z.optional(z.string().check(z.maxLength(64))) });
export const healthResponse = one(
  z.object({
    status: z.enum(['ok', 'degraded']),
    version: z.string(),
    time: instant(),
    checks: z.record(z.string(), z.enum(['ok', 'failed'])),
    nonce: z.optional(z.string()),
    /** The name of the OpenID provider that members may sign in with. */
    signInWith: z.optional(z.string()),
  }),
);

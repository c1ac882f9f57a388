import { one } from '../envelope.ts';
import { z } from '../zod.ts';

/**
 * `POST /api/v1/auth/revocations`: ends the session of a token by its SHA-256 (base64url). A device that signed out without
 * a network keeps only that: with it the session can be ended and nothing else be done.
 */
export const revocationBody = z.object({ tokenHash: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/)) });
/** The same answer whether there was such a session or not. */
export const revocationResponse = one(z.object({ ended: z.literal(true) }));

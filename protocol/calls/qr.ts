import { one } from '../envelope.ts';
import { LIMITS } from '../limits.ts';
import { instant } from '../text.ts';
import { normalizeUniqueCode, toCrockford } from '../unique-code.ts';
import { REQUIRED, z } from '../zod.ts';
import { signedIn } from './auth.ts';

/*
 * Sign-in by QR code (docs/decisions/0008). No code ever holds a token.
 *
 *   (a) the new device shows:   new  POST /auth/qr/sessions ──▶ id (in the code), pollSecret, number
 *                               phone POST …/{id}/claim ──▶ who asks, three numbers   POST …/{id}/approve | deny
 *   (b) the new device scans:   phone POST /auth/qr/grants {password} ──▶ id (in the code)   GET …/grants/{id}
 *                               new  POST …/grants/{id}/redeem ──▶ pollSecret, number
 *                               phone POST …/sessions/{id}/approve | deny
 *   both                        new  POST …/sessions/{id}/poll {pollSecret} ──▶ the token, once
 */

const QR_ID_LENGTH = 26;
const SECRET = /^[A-Za-z0-9_-]{43}$/;

/** A fresh id of a sign-in: 130 random bits in letters and digits that can be typed. */
export const createQrId = (randomBytes: Uint8Array): string => toCrockford(randomBytes, QR_ID_LENGTH);

/** An id of a sign-in from a code, an address or a keyboard. */
export const qrId = () =>
  z.string().check(z.maxLength(64), z.overwrite(normalizeUniqueCode), z.regex(/^[0-9A-HJKMNP-TV-Z]{26}$/));

/** An id as shown to people: groups of five, so that it can be typed. */
export const formatQrId = (id: string): string => id.replace(/(.{5})(?=.)/g, '$1-');

/** Two digits: what both devices show. */
export const qrNumber = () => z.int().check(z.minimum(10), z.maximum(99));

export const qrParams = z.object({ qr: qrId() });

/** What the new device gets. Only the holder of `pollSecret` can collect the token. */
export const qrStarted = one(
  z.object({ id: z.string(), pollSecret: z.string(), number: qrNumber(), expiresAt: instant() }),
);
export type QrStarted = z.infer<typeof qrStarted>['data'];

export const qrPollBody = z.object({ pollSecret: z.string().check(z.regex(SECRET)) });

/** `approved` comes once, with the session; from then on the code is void. */
export const qrPolled = one(
  z.discriminatedUnion('status', [
    z.object({ status: z.literal('waiting') }),
    /** Somebody looks at the request. */
    z.object({ status: z.literal('claimed') }),
    z.object({ status: z.literal('denied') }),
    z.extend(signedIn.shape.data, { status: z.literal('approved') }),
  ]),
);
export type QrPolled = z.infer<typeof qrPolled>['data'];

/** Who asks to be let in, as the member sees it. */
export const qrRequest = z.object({
  id: z.string(),
  /** "Android", null when it does not say. */
  device: z.nullable(z.string()),
  /** "Chrome", null when it does not say. */
  browser: z.nullable(z.string()),
  address: z.string(),
  askedAt: instant(),
  expiresAt: instant(),
  /** One of them is what the other device shows. */
  numbers: z.array(qrNumber()).check(z.length(3)),
});
export type QrRequest = z.infer<typeof qrRequest>;
export const qrClaimed = one(qrRequest);

export const qrApproveBody = z.object({ number: qrNumber() });
export const qrDecided = one(z.object({ id: z.string(), status: z.enum(['approved', 'denied']) }));

/** `POST /auth/qr/grants`: only after the password, because the phone in hand may be somebody else's. */
export const qrGrantBody = z.object({
  password: z.string().check(z.minLength(1, REQUIRED), z.maxLength(LIMITS.passwordMax)),
});
export type QrGrantBody = z.infer<typeof qrGrantBody>;
export const qrGranted = one(z.object({ id: z.string(), expiresAt: instant() }));
export type QrGranted = z.infer<typeof qrGranted>['data'];

/** What has become of a grant, for the device that issued it. */
export const qrGrantState = one(
  z.discriminatedUnion('status', [
    z.object({ status: z.literal('waiting') }),
    z.object({ status: z.literal('claimed'), request: qrRequest }),
    z.object({ status: z.literal('approved') }),
    z.object({ status: z.literal('denied') }),
    z.object({ status: z.literal('collected') }),
  ]),
);
export type QrGrantState = z.infer<typeof qrGrantState>['data'];

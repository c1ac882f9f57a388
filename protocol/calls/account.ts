import { list, one } from '../envelope.ts';
import { userRow } from '../rows/user.ts';
import { instant, uuid } from '../text.ts';
import { REQUIRED, z } from '../zod.ts';

const LOCAL_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);
const ORIGIN_MAX = 300;

/**
 * Whether a text is exactly an origin that may ask for a sign-in: as browsers write it, and https unless it is this very
 * machine. What only looks like one (another case, a port that goes without saying, a user name, a path) is none.
 */
export const isSiteOrigin = (value: string): boolean => {
  if (value.length > ORIGIN_MAX || !URL.canParse(value)) return false;
  const { origin, protocol, hostname } = new URL(value);
  return value === origin && (protocol === 'https:' || (protocol === 'http:' && LOCAL_HOSTS.has(hostname)));
};

export const siteOrigin = () => z.string().check(z.refine(isSiteOrigin, 'Must be an origin'));

/** `POST /api/v1/auth/site-tokens`: a token for a site that asked by `/?loginRequestFrom=<origin>`. */
export const siteTokenBody = z.object({
  origin: siteOrigin(),
  /** The member has said yes on the consent card; without it only a remembered yes counts. */
  isAllowed: z.optional(z.boolean()),
});
export type SiteTokenBody = z.infer<typeof siteTokenBody>;
export const siteTokenResponse = one(
  z.object({ token: z.string(), origin: z.string(), expiresAt: instant() }),
);

/** A site that a member has allowed to know who they are (`GET /api/v1/auth/sites`). */
export const siteRow = z.object({
  id: z.uuid(),
  origin: z.string(),
  allowedAt: instant(),
  lastUsedAt: instant(),
});
export type SiteRow = z.infer<typeof siteRow>;
export const sitesResponse = list(siteRow);

/** `DELETE /api/v1/auth/sites/{id}`: its tokens end at once. */
export const siteIdParams = z.object({ id: uuid() });
export const siteRemoved = one(z.object({ id: z.uuid(), removed: z.literal(true) }));

/** What `GET /api/v1/auth/verify` answers to a site: the public half of the member, and nothing private. */
export const verifiedForSite = one(userRow);

/** `POST /api/v1/account/deletion`: with the password, typed just now. */
export const deletionBody = z.object({
  password: z.string().check(z.minLength(1, REQUIRED), z.maxLength(128)),
});
export type DeletionBody = z.infer<typeof deletionBody>;
export const deletionResponse = one(z.object({ deletionAt: instant() }));

/**
 * The copy of all their data that a member can ask for, once a day: `POST /api/v1/account/export` starts it,
 * `GET /api/v1/account/export` says how far it is, `GET /api/v1/account/export/file` is the ZIP.
 */
export const exportState = z.discriminatedUnion('state', [
  z.object({ state: z.literal('none') }),
  z.object({ state: z.literal('preparing'), requestedAt: instant() }),
  z.object({
    state: z.literal('ready'),
    requestedAt: instant(),
    /** Bytes of the ZIP. */
    size: z.int(),
    expiresAt: instant(),
    /** When another one may be asked for. */
    nextAt: instant(),
  }),
  z.object({ state: z.literal('failed'), requestedAt: instant() }),
]);
export type ExportState = z.infer<typeof exportState>;
export const exportResponse = one(exportState);

import {
  deletionResponse,
  newUntimedId,
  siteRemoved,
  sitesResponse,
  siteTokenResponse,
  type z,
} from '../../protocol/index.ts';
import { connectedSites } from '../../server/db/account-tables.ts';
import type { Call } from './matrix-cases.ts';
import { type Cast, PASSWORD } from './world.ts';

/**
 * Connected sites. What a site's own token may do is not a column: it opens `verify` (the public half) and `logout`, and
 * `site-token.test.ts` asks every other route.
 */
export const ACCOUNT_TABLE = `
POST   /api/v1/auth/site-tokens                | for this app           | 401         | 401         | 201:sitetoken | 201:sitetoken | 201:sitetoken | 201:sitetoken | 201:sitetoken | 201:sitetoken | 201:sitetoken | 201:sitetoken
POST   /api/v1/auth/site-tokens                | for a site not listed  | 401         | 401         | 403         | 403         | 403         | 403         | 403         | 403         | 403         | 403
GET    /api/v1/auth/sites                      | one's own              | 401         | 401         | 200:sites×0 | 200:sites×0 | 200:sites×0 | 200:sites×0 | 200:sites×0 | 200:sites×0 | 200:sites×0 | 200:sites×0
POST   /api/v1/account/deletion                | right password         | 401         | 401         | 200:deletion | 200:deletion | 200:deletion | 200:deletion | 200:deletion | 200:deletion | 200:deletion | 200:deletion
POST   /api/v1/account/deletion                | wrong password         | 401         | 401         | 422         | 422         | 422         | 422         | 422         | 422         | 422         | 422
DELETE /api/v1/auth/sites/:id                  | O's site               | 401         | 401         | 404         | 404         | 404         | 404         | 404         | 404         | 404         | 200:sitegone
`;

const siteOfO = async ({ db, people }: Cast): Promise<Call> => {
  const [id, now] = [newUntimedId(), new Date()];
  const origin = `https://${id}.example`;
  await db
    .insert(connectedSites)
    .values({ id, userId: people.O.id, origin, allowedAt: now, lastUsedAt: now });
  return { params: { id } };
};

/** How each situation is asked for. */
export const accountCalls: Readonly<
  Record<string, Readonly<Record<string, (cast: Cast) => Call | Promise<Call>>>>
> = {
  'POST /api/v1/auth/site-tokens': {
    'for this app': () => ({ body: { origin: 'http://localhost:3000' } }),
    'for a site not listed': () => ({ body: { origin: 'https://evil.example', isAllowed: true } }),
  },
  'POST /api/v1/account/deletion': {
    'right password': () => ({ body: { password: PASSWORD } }),
    'wrong password': () => ({ body: { password: `${PASSWORD}!` } }),
  },
  'GET /api/v1/auth/sites': { "one's own": () => ({}) },
  'DELETE /api/v1/auth/sites/:id': { "O's site": siteOfO },
};

export const accountViews: Readonly<Record<string, z.ZodType>> = {
  sitetoken: siteTokenResponse,
  sites: sitesResponse,
  sitegone: siteRemoved,
  deletion: deletionResponse,
};

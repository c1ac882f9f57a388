import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  deletionResponse,
  exportResponse,
  LIMITS,
  newUntimedId,
  siteRemoved,
  sitesResponse,
  siteTokenResponse,
  type z,
} from '../../protocol/index.ts';
import { connectedSites } from '../../server/db/account-tables.ts';
import { exports as dataExports } from '../../server/db/schema.ts';
import { keyOf } from '../../server/modules/exports/write-export.ts';
import { FILES_DIR } from './app.ts';
import { type Cast, PASSWORD } from './cast.ts';
import { FILE_WORDS } from './files.ts';
import type { Call } from './matrix-call.ts';

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
POST   /api/v1/account/export                  | one's own              | 401         | 401         | 201:export  | 201:export  | 201:export  | 201:export  | 201:export  | 201:export  | 201:export  | 201:export
GET    /api/v1/account/export                  | after O has one        | 401         | 401         | 200:export  | 200:export  | 200:export  | 200:export  | 200:export  | 200:export  | 200:export  | 200:export
GET    /api/v1/account/export/file             | after O has one        | 401         | 401         | 404         | 404         | 404         | 404         | 404         | 404         | 404         | 200:bytes
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

/** A copy of O's data as its job would have left it. */
const exportOfO = async ({ db, people }: Cast): Promise<Call> => {
  const [id, userId, now] = [newUntimedId(), people.O.id, new Date()];
  const row = { id, createdAt: now, readyAt: now, failedAt: null, bytes: FILE_WORDS.length };
  const fresh = { ...row, expiresAt: new Date(now.getTime() + LIMITS.exportKeptMs) };
  const key = keyOf({ userId, id });
  await mkdir(join(FILES_DIR, 'files', dirname(key)), { recursive: true });
  await writeFile(join(FILES_DIR, 'files', key), FILE_WORDS);
  await db
    .insert(dataExports)
    .values({ userId, ...fresh })
    .onConflictDoUpdate({ target: dataExports.userId, set: fresh });
  return {};
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
  'POST /api/v1/account/export': { "one's own": () => ({}) },
  'GET /api/v1/account/export': { 'after O has one': exportOfO },
  'GET /api/v1/account/export/file': { 'after O has one': exportOfO },
  'GET /api/v1/auth/sites': { "one's own": () => ({}) },
  'DELETE /api/v1/auth/sites/:id': { "O's site": siteOfO },
};

export const accountViews: Readonly<Record<string, z.ZodMiniType>> = {
  sitetoken: siteTokenResponse,
  sites: sitesResponse,
  sitegone: siteRemoved,
  deletion: deletionResponse,
  export: exportResponse,
};

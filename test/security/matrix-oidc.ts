import { newId, oidcLinkResponse, type z } from '../../protocol/index.ts';
import { PASSWORD } from './cast.ts';
import type { Call } from './matrix-call.ts';

/**
 * Sign-in at an OpenID provider, for whom a session makes no difference, and connecting an account there, which needs one.
 * Where a browser is led to is always the app:
 * server/modules/auth/oidc/oidc.test.ts.
 */
export const OIDC_TABLE = `
GET    /api/v1/auth/oidc/start                 | while it is silent     | 302:nothing | 302:nothing | 302:nothing | 302:nothing | 302:nothing | 302:nothing | 302:nothing | 302:nothing | 302:nothing | 302:nothing
GET    /api/v1/auth/oidc/callback              | without a cookie       | 302:nothing | 302:nothing | 302:nothing | 302:nothing | 302:nothing | 302:nothing | 302:nothing | 302:nothing | 302:nothing | 302:nothing
POST   /api/v1/auth/oidc/session               | without a cookie       | 410         | 410         | 410         | 410         | 410         | 410         | 410         | 410         | 410         | 410
POST   /api/v1/auth/oidc/registration          | without a cookie       | 410         | 410         | 410         | 410         | 410         | 410         | 410         | 410         | 410         | 410
GET    /api/v1/auth/oidc/link                  | one's own              | 401         | 401         | 200:oidclink | 200:oidclink | 200:oidclink | 200:oidclink | 200:oidclink | 200:oidclink | 200:oidclink | 200:oidclink
POST   /api/v1/auth/oidc/link                  | while it is silent     | 401         | 401         | 503         | 503         | 503         | 503         | 503         | 503         | 503         | 503
POST   /api/v1/auth/oidc/link                  | wrong password         | 401         | 401         | 422         | 422         | 422         | 422         | 422         | 422         | 422         | 422
PUT    /api/v1/auth/oidc/link                  | without a cookie       | 401         | 401         | 410         | 410         | 410         | 410         | 410         | 410         | 410         | 410
DELETE /api/v1/auth/oidc/link                  | one's own              | 401         | 401         | 200:oidclink | 200:oidclink | 200:oidclink | 200:oidclink | 200:oidclink | 200:oidclink | 200:oidclink | 200:oidclink
`;

const code = 'A'.repeat(43);
export const oidcCalls: Readonly<Record<string, Readonly<Record<string, () => Call>>>> = {
  'GET /api/v1/auth/oidc/start': { 'while it is silent': () => ({}) },
  'GET /api/v1/auth/oidc/callback': {
    'without a cookie': () => ({ query: { code, state: code } }),
  },
  'POST /api/v1/auth/oidc/session': { 'without a cookie': () => ({ body: { code } }) },
  'GET /api/v1/auth/oidc/link': { "one's own": () => ({}) },
  'POST /api/v1/auth/oidc/link': {
    'wrong password': () => ({ body: { password: `${PASSWORD}!` } }),
    'while it is silent': () => ({ body: { password: PASSWORD } }),
  },
  'PUT /api/v1/auth/oidc/link': { 'without a cookie': () => ({ body: { code } }) },
  'DELETE /api/v1/auth/oidc/link': { "one's own": () => ({}) },
  'POST /api/v1/auth/oidc/registration': {
    'without a cookie': () => ({
      body: {
        ...{ code, email: `${newId()}@example.test`, password: PASSWORD },
        ...{ firstName: 'Nena', lastName: 'Cruz', birthDate: '1991-07-04' },
      },
    }),
  },
};

export const oidcViews: Readonly<Record<string, z.ZodMiniType>> = { oidclink: oidcLinkResponse };

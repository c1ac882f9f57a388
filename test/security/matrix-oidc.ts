import { newId } from '../../protocol/index.ts';
import type { Call } from './matrix-cases.ts';
import { PASSWORD } from './world.ts';

/**
 * Sign-in at an OpenID provider, for whom a session makes no difference. Where a browser is led to is always the app:
 * server/modules/auth/oidc/oidc.test.ts.
 */
export const OIDC_TABLE = `
GET    /api/v1/auth/oidc/start                 | while it is silent     | 302:nothing | 302:nothing | 302:nothing | 302:nothing | 302:nothing | 302:nothing | 302:nothing | 302:nothing | 302:nothing | 302:nothing
GET    /api/v1/auth/oidc/callback              | without a cookie       | 302:nothing | 302:nothing | 302:nothing | 302:nothing | 302:nothing | 302:nothing | 302:nothing | 302:nothing | 302:nothing | 302:nothing
POST   /api/v1/auth/oidc/session               | without a cookie       | 410         | 410         | 410         | 410         | 410         | 410         | 410         | 410         | 410         | 410
POST   /api/v1/auth/oidc/registration          | without a cookie       | 410         | 410         | 410         | 410         | 410         | 410         | 410         | 410         | 410         | 410
`;

const code = 'A'.repeat(43);
export const oidcCalls: Readonly<Record<string, Readonly<Record<string, () => Call>>>> = {
  'GET /api/v1/auth/oidc/start': { 'while it is silent': () => ({}) },
  'GET /api/v1/auth/oidc/callback': {
    'without a cookie': () => ({ query: { code, state: code } }),
  },
  'POST /api/v1/auth/oidc/session': { 'without a cookie': () => ({ body: { code } }) },
  'POST /api/v1/auth/oidc/registration': {
    'without a cookie': () => ({
      body: {
        ...{ code, email: `${newId()}@example.test`, password: PASSWORD },
        ...{ firstName: 'Nena', lastName: 'Cruz', birthDate: '1991-07-04' },
      },
    }),
  },
};

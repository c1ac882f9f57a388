import { createHash, randomBytes } from 'node:crypto';
import { createQrId, newId } from '../../protocol/index.ts';
import type { LimitName } from '../../server/plugins/rate-limits.ts';
import { PASSWORD } from './cast.ts';
import type { Call } from './matrix-call.ts';

/** What callers without a session may cost, by route. A public route without a row fails the suite. */
export interface VisitorCost {
  /** The bucket by address that bounds it; `none` for what costs nothing however often it is asked. */
  limit: LimitName;
  /** The most expensive call that a caller without an account can make, another one each time. */
  call: () => Call;
  /** SQL statements of one call at most, those of the job that it leaves behind included. */
  statements: number;
  /** Passwords hashed or compared by one call. */
  hashes: number;
}

const secret = () => randomBytes(32).toString('base64url');
const email = () => `${newId()}@example.test`;
const cookie = () => ({ cookie: `tambay-oidc=${secret()}` });
const registration = () => ({
  ...{ email: email(), password: PASSWORD, firstName: 'Nena', lastName: 'Cruz', birthDate: '1991-07-04' },
});
const nothing = { limit: 'none', call: () => ({}), statements: 0, hashes: 0 } as const;
const docs = { ...nothing, limit: 'docs' } as const;

export const VISITOR_COSTS: Readonly<Record<string, VisitorCost>> = {
  'POST /api/v1/auth/login': {
    ...{ limit: 'login', statements: 1, hashes: 1 },
    call: () => ({ body: { email: email(), password: 'not the password' } }),
  },
  'POST /api/v1/auth/register': {
    ...{ limit: 'register', statements: 4, hashes: 1 },
    call: () => ({ body: registration() }),
  },
  'POST /api/v1/auth/forgot-password': {
    ...{ limit: 'forgot', statements: 1, hashes: 0 },
    call: () => ({ body: { email: email() } }),
  },
  'POST /api/v1/auth/reset-password': {
    ...{ limit: 'reset', statements: 2, hashes: 0 },
    call: () => ({ headers: { authorization: `Bearer ${secret()}` }, body: { newPassword: PASSWORD } }),
  },
  'POST /api/v1/auth/revocations': {
    ...{ limit: 'visitor', statements: 1, hashes: 0 },
    call: () => ({ body: { tokenHash: createHash('sha256').update(newId()).digest('base64url') } }),
  },
  'POST /api/v1/auth/qr/sessions': { ...nothing, limit: 'qrStart', statements: 2 },
  'POST /api/v1/auth/qr/sessions/:qr/poll': {
    ...{ limit: 'qrPoll', statements: 1, hashes: 0 },
    call: () => ({ params: { qr: createQrId(randomBytes(26)) }, body: { pollSecret: secret() } }),
  },
  'POST /api/v1/auth/qr/grants/:qr/redeem': {
    ...{ limit: 'qrStart', statements: 1, hashes: 0 },
    call: () => ({ params: { qr: createQrId(randomBytes(26)) } }),
  },
  'GET /api/v1/auth/oidc/start': { ...nothing, limit: 'oidc', statements: 3 },
  'GET /api/v1/auth/oidc/callback': {
    ...{ limit: 'oidc', statements: 0, hashes: 0 },
    call: () => ({ headers: cookie(), query: { state: secret(), code: secret() } }),
  },
  'POST /api/v1/auth/oidc/session': {
    ...{ limit: 'oidc', statements: 2, hashes: 0 },
    call: () => ({ headers: cookie(), body: { code: secret() } }),
  },
  'POST /api/v1/auth/oidc/registration': {
    ...{ limit: 'register', statements: 5, hashes: 1 },
    call: () => ({ headers: cookie(), body: { ...registration(), code: secret() } }),
  },
  'GET /api/v1/notifications/push/key': { ...nothing, limit: 'visitor' },
  'HEAD /api/v1/notifications/push/key': { ...nothing, limit: 'visitor' },
  // One look at the database serves all who ask within a second: the test takes it first.
  'GET /api/v1/health/check': nothing,
  'HEAD /api/v1/health/check': nothing,
  'GET /api/v1/health/ready': nothing,
  'HEAD /api/v1/health/ready': nothing,
  'OPTIONS *': nothing,
  'GET /api/docs': docs,
  'HEAD /api/docs': docs,
  'HEAD /api/docs/': docs,
  'GET /api/docs/static/index.html': docs,
  'HEAD /api/docs/static/index.html': docs,
  'GET /api/docs/static/swagger-initializer.js': docs,
  'HEAD /api/docs/static/swagger-initializer.js': docs,
  'GET /api/docs/json': docs,
  'HEAD /api/docs/json': docs,
  'GET /api/docs/yaml': docs,
  'HEAD /api/docs/yaml': docs,
  'GET /api/docs/static/*': docs,
  'HEAD /api/docs/static/*': docs,
  'GET /favicon.ico': nothing,
  'HEAD /favicon.ico': nothing,
  'GET /': nothing,
  'HEAD /': nothing,
  'GET /*': nothing,
  'HEAD /*': nothing,
};

import {
  qrClaimed,
  qrDecided,
  qrGranted,
  qrGrantState,
  qrPolled,
  qrStarted,
  type z,
} from '../../protocol/index.ts';
import { startSignIn } from '../../server/modules/auth/qr/sign-in.ts';
import { admitNewDevice, insertSignIn, lifeFrom } from '../../server/modules/auth/qr/store.ts';
import { findSession, type Session } from '../../server/modules/auth/sessions.ts';
import { type Cast, PASSWORD } from './cast.ts';
import type { Call } from './matrix-call.ts';

/** Sign-in by QR code. The codes are those of a new device, or of O. */
export const QR_TABLE = `
POST   /api/v1/auth/qr/sessions                | a new device           | 201:qrcode  | 201:qrcode  | 201:qrcode  | 201:qrcode  | 201:qrcode  | 201:qrcode  | 201:qrcode  | 201:qrcode  | 201:qrcode  | 201:qrcode 
POST   /api/v1/auth/qr/sessions/:qr/claim      | a new device           | 401         | 401         | 200:qrasked | 200:qrasked | 200:qrasked | 200:qrasked | 200:qrasked | 200:qrasked | 200:qrasked | 200:qrasked
POST   /api/v1/auth/qr/sessions/:qr/claim      | claimed by O           | 401         | 401         | 410         | 410         | 410         | 410         | 410         | 410         | 410         | 200:qrasked
POST   /api/v1/auth/qr/sessions/:qr/approve    | claimed by O           | 401         | 401         | 404         | 404         | 404         | 404         | 404         | 404         | 404         | 200:qrdone 
POST   /api/v1/auth/qr/sessions/:qr/deny       | claimed by O           | 401         | 401         | 404         | 404         | 404         | 404         | 404         | 404         | 404         | 200:qrdone 
POST   /api/v1/auth/qr/sessions/:qr/poll       | the new device         | 200:qrpoll  | 200:qrpoll  | 200:qrpoll  | 200:qrpoll  | 200:qrpoll  | 200:qrpoll  | 200:qrpoll  | 200:qrpoll  | 200:qrpoll  | 200:qrpoll 
POST   /api/v1/auth/qr/sessions/:qr/poll       | without its secret     | 410         | 410         | 410         | 410         | 410         | 410         | 410         | 410         | 410         | 410        
POST   /api/v1/auth/qr/grants                  | right password         | 401         | 401         | 201:qrgrant | 201:qrgrant | 201:qrgrant | 201:qrgrant | 201:qrgrant | 201:qrgrant | 201:qrgrant | 201:qrgrant
POST   /api/v1/auth/qr/grants                  | wrong password         | 401         | 401         | 422         | 422         | 422         | 422         | 422         | 422         | 422         | 422        
GET    /api/v1/auth/qr/grants/:qr              | a grant of O           | 401         | 401         | 404         | 404         | 404         | 404         | 404         | 404         | 404         | 200:qrstate
POST   /api/v1/auth/qr/grants/:qr/redeem       | a grant of O           | 200:qrcode  | 200:qrcode  | 200:qrcode  | 200:qrcode  | 200:qrcode  | 200:qrcode  | 200:qrcode  | 200:qrcode  | 200:qrcode  | 200:qrcode 
`;

// The app of these suites has the real clock.
const clock = { now: () => new Date() };
const newDevice = { browser: 'Chrome', device: 'Android', address: '192.0.2.7' };

const sessionOfO = async ({ db, tokens }: Cast): Promise<Session> => {
  const session = await findSession(db, tokens.O ?? '', clock.now());
  if (!session) throw new Error('O is signed in');
  return session;
};
const ownerO = async (cast: Cast) => {
  const { id, userId } = await sessionOfO(cast);
  return { ownerId: userId, ownerSessionId: id };
};

/** A new device whose code O has scanned. */
const claimed = async (cast: Cast) => {
  const now = clock.now();
  const { fields } = admitNewDevice(newDevice, now);
  const owner = await ownerO(cast);
  const id = await insertSignIn(cast.db, { ...fields, ...owner, shownBy: 'new', state: 'claimed' }, now);
  return { params: { qr: id }, body: { number: fields.number } };
};
const asking = async ({ db }: Cast) => {
  const { id, pollSecret } = await startSignIn({ db, clock }, newDevice);
  return { params: { qr: id }, body: { pollSecret } };
};
const granted = async (cast: Cast): Promise<Call> => {
  const now = clock.now();
  const owner = await ownerO(cast);
  const id = await insertSignIn(cast.db, { ...owner, shownBy: 'member', expiresAt: lifeFrom(now) }, now);
  return { params: { qr: id } };
};

type Calls = Readonly<Record<string, Readonly<Record<string, (cast: Cast) => Call | Promise<Call>>>>>;
export const qrCalls: Calls = {
  'POST /api/v1/auth/qr/sessions': { 'a new device': () => ({}) },
  'POST /api/v1/auth/qr/sessions/:qr/claim': {
    'a new device': async (cast) => ({ params: (await asking(cast)).params }),
    'claimed by O': async (cast) => ({ params: (await claimed(cast)).params }),
  },
  'POST /api/v1/auth/qr/sessions/:qr/approve': { 'claimed by O': claimed },
  'POST /api/v1/auth/qr/sessions/:qr/deny': {
    'claimed by O': async (cast) => ({ params: (await claimed(cast)).params }),
  },
  'POST /api/v1/auth/qr/sessions/:qr/poll': {
    'the new device': asking,
    'without its secret': async (cast) => ({ ...(await asking(cast)), body: { pollSecret: 'A'.repeat(43) } }),
  },
  'POST /api/v1/auth/qr/grants': {
    'right password': () => ({ body: { password: PASSWORD } }),
    'wrong password': () => ({ body: { password: `${PASSWORD}!` } }),
  },
  'GET /api/v1/auth/qr/grants/:qr': { 'a grant of O': granted },
  'POST /api/v1/auth/qr/grants/:qr/redeem': { 'a grant of O': granted },
};

export const qrViews: Readonly<Record<string, z.ZodMiniType>> = {
  qrcode: qrStarted,
  qrasked: qrClaimed,
  qrdone: qrDecided,
  qrpoll: qrPolled,
  qrgrant: qrGranted,
  qrstate: qrGrantState,
};

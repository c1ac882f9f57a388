import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { ProtocolError, z } from '../../protocol/index.ts';
import { addressOf } from './address.ts';
import type { Bucket, BucketKind, SeriesItem, TakeFromBucket } from './buckets.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/**
 * Whom a bucket counts for. `login`: the e-mail of the body as tried from one address, so that a stranger cannot lock somebody
 * else out from afar.
 */
type Subject = Extract<BucketKind, 'account' | 'address' | 'login'>;
type Limit = Bucket & {
  by: Subject;
  /** Closed while the shared buckets cannot be reached; the others are then counted by each node for itself. */
  isStrict?: true;
};

/** The table of docs/threat-model.md. */
export const limits = {
  register: [{ by: 'address', burst: 5, refillMs: 6 * MINUTE, isStrict: true }],
  /** And five in half an hour for one e-mail, without a word (auth/forgot-password.ts). */
  forgot: [{ by: 'address', burst: 25, refillMs: 12 * SECOND, isStrict: true }],
  reset: [{ by: 'address', burst: 25, refillMs: 12 * SECOND, isStrict: true }],
  changePassword: [
    { by: 'address', burst: 25, refillMs: 12 * SECOND, isStrict: true },
    { by: 'account', burst: 10, refillMs: MINUTE, isStrict: true },
  ],
  login: [
    { by: 'address', burst: 25, refillMs: 12 * SECOND },
    { by: 'login', burst: 5, refillMs: 3 * MINUTE },
  ],
  /** As often as `login` for an address; one sign-in at the OpenID provider is three requests. */
  oidc: [{ by: 'address', burst: 75, refillMs: 4 * SECOND, isStrict: true }],
  /** A new device that shows a code, five fresh ones after it, or scans one. */
  qrStart: [{ by: 'address', burst: 10, refillMs: 30 * SECOND, isStrict: true }],
  qrPoll: [{ by: 'address', burst: 120, refillMs: SECOND / 2, isStrict: true }],
  qrDecide: [{ by: 'account', burst: 10, refillMs: 30 * SECOND, isStrict: true }],
  qrGrant: [
    { by: 'address', burst: 25, refillMs: 12 * SECOND, isStrict: true },
    { by: 'account', burst: 10, refillMs: MINUTE, isStrict: true },
  ],
  codeLookup: [
    { by: 'address', burst: 100, refillMs: 6 * SECOND },
    { by: 'account', burst: 10, refillMs: 6 * SECOND },
  ],
  friendRequest: [
    { by: 'account', burst: 10, refillMs: 6 * SECOND },
    { by: 'account', burst: 20, refillMs: (24 * 60 * MINUTE) / 20 },
  ],
  /** Words while one types, each after a pause; a search is the dearest of what a member reads. */
  search: [{ by: 'account', burst: 60, refillMs: SECOND }],
  report: [{ by: 'account', burst: 20, refillMs: 6 * MINUTE }],
  /**
   * New messages, edits and reactions. The burst is what a member writes in hours without a network, which goes out at
   * once; in the long run one a second.
   */
  message: [{ by: 'account', burst: 400, refillMs: SECOND }],
  /** Messages, posts and comments that are deleted. */
  removal: [{ by: 'account', burst: 100, refillMs: 2 * SECOND }],
  /** Groups and public chats that are made: 20 a day. */
  group: [{ by: 'account', burst: 10, refillMs: (24 * 60 * MINUTE) / 20 }],
  /** People who are added or invited, the first members of a new group among them. */
  addPeople: [{ by: 'account', burst: 200, refillMs: 3 * MINUTE }],
  /** Changes that everyone in a group is told of: its name, who is in it and as what. */
  groupChange: [{ by: 'account', burst: 60, refillMs: 10 * SECOND }],
  /** Answers to requests and invitations, blocks and their ends. */
  relationship: [{ by: 'account', burst: 100, refillMs: 5 * SECOND }],
  /** Each is told to everyone who knows the member. */
  profile: [{ by: 'account', burst: 20, refillMs: MINUTE }],
  /** What only the member's own devices are told: seen marks, settings, what is muted or hidden. */
  ownState: [{ by: 'account', burst: 1_200, refillMs: SECOND / 2 }],
  /** To a stranger: a burst for getting started, and then one every three seconds. */
  strangerMessage: [{ by: 'account', burst: 20, refillMs: 3 * SECOND }],
  /** Said again every few seconds while one waits. */
  strangerQueue: [{ by: 'account', burst: 30, refillMs: 2 * SECOND }],
  /** Once per suspension counts; the rest is knocking. */
  appeal: [{ by: 'account', burst: 5, refillMs: 10 * MINUTE }],
  post: [{ by: 'account', burst: 10, refillMs: MINUTE }],
  comment: [{ by: 'account', burst: 30, refillMs: 5 * SECOND }],
  like: [{ by: 'account', burst: 60, refillMs: SECOND }],
  /** Batches of up to a hundred mutations; an outbox that fills up offline drains at once. */
  push: [{ by: 'account', burst: 60, refillMs: SECOND }],
  /**
   * Keys of mutations that a device takes back, each of which is a row for a month. An outbox of 200 is cancelled at once,
   * and again when the answer was lost.
   */
  cancel: [{ by: 'account', burst: 400, refillMs: 30 * SECOND }],
  /** A resumable upload is a handful of requests, and one more after each cut. */
  upload: [{ by: 'account', burst: 300, refillMs: SECOND }],
  /**
   * What becomes of uploads, in megapixels that are decoded and in megabytes: fifty photos of twelve megapixels at once, and
   * then five in a minute. A phone that makes them small first sends two hundred.
   */
  uploadPixels: [{ by: 'account', burst: 600, refillMs: SECOND }],
  uploadBytes: [{ by: 'account', burst: 300, refillMs: SECOND }],
  /** Pages that are looked at for previews of links; more than that wait, and then go without. */
  linkPreview: [{ by: 'account', burst: 30, refillMs: 20 * SECOND }],
  /** A screen of pictures, and a scroll through many of them. */
  download: [{ by: 'account', burst: 1_200, refillMs: SECOND / 10 }],
  /** Of the copy of all one's data: it can be large, and is rarely needed. */
  export: [{ by: 'account', burst: 20, refillMs: 6 * MINUTE }],
  /** Everything else with a session. */
  account: [{ by: 'account', burst: 1_200, refillMs: SECOND }],
  /** Everything else without one. */
  visitor: [{ by: 'address', burst: 300, refillMs: SECOND }],
  /** The pages about the API for developers: a page is eight files, among them a large document. */
  docs: [{ by: 'address', burst: 60, refillMs: 2 * SECOND }],
  /** Opening sockets (realtime): a house full of phones that come back at once, and then a steady trickle. */
  handshake: [{ by: 'address', burst: 120, refillMs: 500 }],
  none: [],
} as const satisfies Record<string, readonly Limit[]>;

export type LimitName = keyof typeof limits;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Which buckets of plugins/rate-limits.ts the route takes from, instead of the general one. */
    limit?: LimitName;
  }
}

/**
 * Takes from the buckets of each route: by address before the body is read and the session is looked up, by account and
 * e-mail before the handler. Mutations take from theirs in `modules/sync/run-limited.ts`. Over the limit: 429 with
 * `Retry-After`.
 */
export const rateLimitsPlugin = fastifyPlugin<{ take: TakeFromBucket }>(
  async (app, { take }) => {
    const takeAll = async (request: FastifyRequest, isTurn: (subject: Subject) => boolean): Promise<void> => {
      const { name, buckets } = limitsOf(request);
      for (const [index, { by, burst, refillMs, isStrict = false }] of buckets.entries()) {
        if (!isTurn(by)) continue;
        const { kind, key } = subjectOf(request, by);
        const waitMs = await take(kind, `${name}:${index}:${key}`, { burst, refillMs }, { isStrict });
        if (waitMs > 0) throw new ProtocolError('rate_limited', { retryAfterMs: waitMs });
      }
    };
    app.addHook('onRequest', (request) => takeAll(request, (subject) => subject === 'address'));
    app.addHook('preHandler', (request) => takeAll(request, (subject) => subject !== 'address'));
  },
  { name: 'rate-limits' },
);

/**
 * Takes from the account's buckets of a limit, for what is not one request each: mutations, which come one by one or in a
 * push, and work that is measured by its size. All of `cost` is taken or none; it may not exceed the burst.
 * @throws ProtocolError `rate_limited` with the time to wait
 */
export const takeForAccount = async (
  take: TakeFromBucket,
  name: LimitName,
  userId: string,
  cost = 1,
): Promise<void> => {
  for (const { kind, key, bucket } of takesOf(name, userId, cost)) {
    const waitMs = await take(kind, key, bucket, { cost });
    if (waitMs > 0) throw new ProtocolError('rate_limited', { retryAfterMs: waitMs });
  }
};

/** What `takeForAccount` takes, in its order. */
export const takesOf = (name: LimitName, userId: string, cost: number): SeriesItem['takes'] => {
  const buckets: readonly Limit[] = limits[name];
  return buckets.flatMap(({ by, burst, refillMs }, index) =>
    by === 'account'
      ? [{ kind: 'account' as const, key: `${name}:${index}:${userId}`, bucket: { burst, refillMs }, cost }]
      : [],
  );
};

const limitsOf = ({ routeOptions }: FastifyRequest): { name: LimitName; buckets: readonly Limit[] } => {
  const { access, limit } = routeOptions.config;
  // Files of the app and unknown addresses cost next to nothing.
  const name = limit ?? (access === undefined ? 'none' : access === 'public' ? 'visitor' : 'account');
  return { name, buckets: limits[name] };
};

const loginBody = z.object({ email: z.string() });

const subjectOf = (request: FastifyRequest, subject: Subject): { kind: BucketKind; key: string } => {
  if (subject === 'account' && request.session) return { kind: 'account', key: request.session.userId };
  if (subject !== 'login') return { kind: 'address', key: addressOf(request.ip) };
  const email = loginBody.safeParse(request.body).data?.email ?? '';
  const hash = createHash('sha256').update(`${addressOf(request.ip)} ${email}`);
  return { kind: 'login', key: hash.digest('base64url') };
};

import type { Clock } from '../sync/context.ts';
import type { LivingSession } from './sessions.ts';

/** Less than a second: a session that ended on another node is refused here within one second even if Redis lost the message. */
const FRESH_MS = 900;
/** More sessions than this in that time are forgotten at once. */
const SESSIONS_MAX = 50_000;

/** Remembers for a moment which sessions live. */
export type SessionCache = {
  /** The session of a token: what is remembered, or else what `find` answers. */
  get: (token: string, find: () => Promise<LivingSession | null>) => Promise<LivingSession | null>;
  /** Forgets everything: a session has ended. */
  clear: () => void;
};

/**
 * A page that comes back asks for several things within a second, and a device with a full outbox pushes several times: they
 * cost one look-up. A session that ends on this node is refused at once (`clear`), one that ends on another node as soon as
 * this one is told by Redis, and within `FRESH_MS` in any case. A suspended member's session is not remembered: the suspension may
 * be lifted.
 */
export const createSessionCache = (clock: Clock): SessionCache => {
  const now = (): number => clock.now().getTime();
  let byToken = new Map<string, { session: LivingSession; until: number }>();
  return {
    get: async (token, find) => {
      const known = byToken.get(token);
      // A clock that is set back makes nothing last longer.
      if (known && known.until > now() && known.until <= now() + FRESH_MS) return known.session;
      const kept = byToken;
      const until = now() + FRESH_MS;
      const session = await find();
      // A map that was cleared meanwhile takes nothing from a look-up that began before.
      if (session && !session.isSuspended) kept.set(token, { session, until });
      if (kept.size > SESSIONS_MAX) byToken = new Map();
      return session;
    },
    clear: () => {
      byToken = new Map();
    },
  };
};

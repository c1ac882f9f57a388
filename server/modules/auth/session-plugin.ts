import type { FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { ProtocolError } from '../../../protocol/index.ts';
import type { Database } from '../../db/database.ts';
import { addressOf } from '../../plugins/address.ts';
import type { AuthServices } from './context.ts';
import { findSession, type LivingSession, type Session } from './sessions.ts';
import { findSiteSession, type SiteSession } from './sites.ts';

/** Who may call a route: anyone, a member with a valid session, or also a site that a member signed in to. */
export type Access = 'public' | 'session' | 'site';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Each route declares it; the app does not start without. */
    access?: Access;
    /** A suspended member may call it, too: to see why, to appeal, to take the own data along, to sign out. */
    whileSuspended?: true;
  }
  interface FastifyRequest {
    /** Whose session the request carries; null on public routes. */
    session: Session | null;
    /** Set when it is a site's token that the request carries. */
    site: SiteSession | null;
  }
}

const BEARER = /^Bearer ([A-Za-z0-9_-]{20,200})$/i;

/** The bearer token of a request (RFC 6750), if it could be one of ours. */
export const bearerOf = (request: FastifyRequest): string | undefined =>
  BEARER.exec(request.headers.authorization ?? '')?.[1];

/**
 * A request may name the account it was made for (`X-Acting-User`). When another one is signed in by now, nothing is done
 * and nothing is stored: what Ana wrote is never sent as Ben (docs/decisions/0007).
 */
const refuseWrongAccount = ({ headers }: FastifyRequest, { userId }: Session): void => {
  const named = headers['x-acting-user'];
  if (named !== undefined && named !== userId) throw new ProtocolError('wrong_account');
};

/**
 * A site's token opens the few routes that say so, and only to pages of its own origin. A caller without an origin is no page:
 * the site's server, which may ask whose token it was given.
 */
const refuseSite = ({ headers }: FastifyRequest, { origin }: SiteSession, access: Access): void => {
  if (access !== 'site') throw new ProtocolError('forbidden');
  if (headers.origin !== undefined && headers.origin !== origin) throw new ProtocolError('forbidden');
};

/** A member's own session, or what a site holds. */
type Caller = { own: LivingSession; site: null } | { own: null; site: SiteSession };

type CallerServices = Pick<AuthServices, 'clock' | 'loginRequestOrigins' | 'liveSessions'>;

const findCaller = async (
  { clock, loginRequestOrigins, liveSessions }: CallerServices,
  token: string,
  db: Database,
): Promise<Caller | null> => {
  const own = await liveSessions.get(token, () => findSession(db, token, clock.now()));
  if (own) return { own, site: null };
  const site = await findSiteSession({ db, clock, loginRequestOrigins }, token);
  return site && { own: null, site };
};

/**
 * Puts the session of the bearer token (RFC 6750) on each request to a route with `access: 'session'`, before its body is
 * read. 401 means that the session is missing or has ended, and nothing else.
 */
export const sessionPlugin = fastifyPlugin<{
  services: CallerServices & Pick<AuthServices, 'tokens'>;
}>(
  async (app, { services }) => {
    app.decorateRequest('session', null);
    app.decorateRequest('site', null);
    app.addHook('onRequest', async (request) => {
      const { access } = request.routeOptions.config;
      if (access !== 'session' && access !== 'site') return;
      const find = (token: string, db: Database) => findCaller(services, token, db);
      const { own, site } = await services.tokens.find(bearerOf(request), addressOf(request.ip), find);
      if (site) refuseSite(request, site, access);
      const session = own ?? site;
      refuseWrongAccount(request, session);
      if (own?.isSuspended && !request.routeOptions.config.whileSuspended)
        throw new ProtocolError('suspended');
      request.session = session;
      request.site = site;
    });
  },
  { name: 'session' },
);

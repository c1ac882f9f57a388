import type { FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { ProtocolError } from '../../../protocol/index.ts';
import { addressOf } from '../../plugins/address.ts';
import type { AuthServices } from './context.ts';
import { findSession, type Session } from './sessions.ts';

/** Who may call a route: anybody, or whoever holds a living session. */
export type Access = 'public' | 'session';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Each route declares it; the app does not start without. */
    access?: Access;
  }
  interface FastifyRequest {
    /** Whose session the request carries; null on public routes. */
    session: Session | null;
  }
}

const BEARER = /^Bearer ([A-Za-z0-9_-]{20,200})$/i;

/** The bearer token of a request (RFC 6750), if it could be one of ours. */
export const bearerOf = (request: FastifyRequest): string | undefined =>
  BEARER.exec(request.headers.authorization ?? '')?.[1];

/**
 * A request may name the account it was made for (`X-Acting-User`). When another one is signed in by now, nothing is done
 * and nothing is stored: what Ana wrote is never sent as Ben (decisions.md §7).
 */
const refuseWrongAccount = ({ headers }: FastifyRequest, { userId }: Session): void => {
  const named = headers['x-acting-user'];
  if (named !== undefined && named !== userId) throw new ProtocolError('wrong_account');
};

/** A device asks with a dead token once or twice; whoever goes on is guessing. */
const DEAD_TOKENS = { burst: 60, refillMs: 1_000 };

const deadSession = async (
  { takeFromBucket }: Pick<AuthServices, 'takeFromBucket'>,
  request: FastifyRequest,
): Promise<ProtocolError> => {
  const waitMs = await takeFromBucket(`dead:${addressOf(request.ip)}`, DEAD_TOKENS);
  return waitMs > 0
    ? new ProtocolError('rate_limited', { retryAfterMs: waitMs })
    : new ProtocolError('session_dead');
};

/**
 * Puts the session of the bearer token (RFC 6750) on each request to a route with `access: 'session'`, before its body is
 * read. 401 means that the session is missing or dead, and nothing else.
 */
export const sessionPlugin = fastifyPlugin<{
  services: Pick<AuthServices, 'db' | 'clock' | 'takeFromBucket'>;
}>(
  async (app, { services }) => {
    app.decorateRequest('session', null);
    app.addHook('onRequest', async (request) => {
      if (request.routeOptions.config.access !== 'session') return;
      const token = bearerOf(request);
      const session = token ? await findSession(services.db, token, services.clock.now()) : null;
      if (!session) throw await deadSession(services, request);
      refuseWrongAccount(request, session);
      request.session = session;
    });
  },
  { name: 'session' },
);

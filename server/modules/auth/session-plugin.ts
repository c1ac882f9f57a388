import type { FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { ProtocolError } from '../../../protocol/index.ts';
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

const tokenOf = (request: FastifyRequest): string | undefined =>
  BEARER.exec(request.headers.authorization ?? '')?.[1];

/**
 * A request may name the account it was made for (`X-Acting-User`). When another one is signed in by now, nothing is done
 * and nothing is stored: what Ana wrote is never sent as Ben (decisions.md §7).
 */
const refuseWrongAccount = ({ headers }: FastifyRequest, { userId }: Session): void => {
  const named = headers['x-acting-user'];
  if (named !== undefined && named !== userId) throw new ProtocolError('wrong_account');
};

/**
 * Puts the session of the bearer token (RFC 6750) on each request to a route with `access: 'session'`, before its body is
 * read. 401 means that the session is missing or dead, and nothing else.
 */
export const sessionPlugin = fastifyPlugin<{ services: Pick<AuthServices, 'db' | 'clock'> }>(
  async (app, { services }) => {
    app.decorateRequest('session', null);
    app.addHook('onRequest', async (request) => {
      if (request.routeOptions.config.access !== 'session') return;
      const token = tokenOf(request);
      const session = token ? await findSession(services.db, token, services.clock.now()) : null;
      if (!session) throw new ProtocolError('session_dead');
      refuseWrongAccount(request, session);
      request.session = session;
    });
  },
  { name: 'session' },
);

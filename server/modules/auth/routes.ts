import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  loginBody,
  one,
  ProtocolError,
  registerBody,
  revocationBody,
  revocationResponse,
  signedIn,
  verified,
  verifiedForSite,
  z,
} from '../../../protocol/index.ts';
import { sessionOf } from '../sync/http.ts';
import { presentOwnUser, presentUser } from '../users/presenter.ts';
import { findUser } from '../users/queries.ts';
import { clearCache } from './clear-cache.ts';
import type { AuthServices } from './context.ts';
import { deviceNameOf } from './device-name.ts';
import { languageOfRequest, rememberLanguage } from './language.ts';
import { login } from './login.ts';
import { oidcRoutes } from './oidc/routes.ts';
import { passwordRoutes } from './password-routes.ts';
import { presentSignedIn } from './presenter.ts';
import { qrRoutes } from './qr/routes.ts';
import { register } from './register.ts';
import { sessionRoutes } from './session-routes.ts';
import { endSession, endSessionByHash } from './sessions.ts';
import { siteRoutes } from './site-routes.ts';
import { endSiteToken } from './sites.ts';

/** `/auth`: register, login, verify, logout; passwords and sessions. */
export const authModule: FastifyPluginAsyncZod<{ services: AuthServices }> = async (app, { services }) => {
  await app.register(passwordRoutes, { services });
  await app.register(sessionRoutes, { services });
  await app.register(siteRoutes, { services });
  await app.register(qrRoutes, { services });
  if (services.oidc) await app.register(oidcRoutes, { services, provider: services.oidc });
  app.post(
    '/auth/register',
    {
      config: { access: 'public', limit: 'register' },
      schema: {
        summary: 'Make an account and sign in',
        tags: ['auth'],
        body: registerBody,
        response: { 201: signedIn },
      },
    },
    async (request, reply) => {
      const answer = await register(services, request.body, deviceNameOf(request.headers['user-agent']));
      await rememberLanguage(services.db, answer.user, languageOfRequest(request));
      return reply.code(201).send(presentSignedIn(answer));
    },
  );

  app.post(
    '/auth/login',
    {
      config: { access: 'public', limit: 'login' },
      schema: { summary: 'Sign in', tags: ['auth'], body: loginBody, response: { 200: signedIn } },
    },
    async (request) => {
      const answer = await login(services, request.body, deviceNameOf(request.headers['user-agent']));
      await rememberLanguage(services.db, answer.user, languageOfRequest(request));
      return presentSignedIn(answer);
    },
  );

  app.get(
    '/auth/verify',
    {
      config: { access: 'site', whileSuspended: true },
      schema: {
        summary: 'Who this token belongs to; a site learns the public half',
        tags: ['auth'],
        response: { 200: z.union([verified, verifiedForSite]) },
      },
    },
    async (request) => {
      const user = request.session && (await findUser(services.db, request.session.userId));
      if (!user) throw new ProtocolError('session_dead');
      if (request.site) return { data: presentUser(user) };
      await rememberLanguage(services.db, user, languageOfRequest(request));
      return { data: presentOwnUser(user) };
    },
  );

  app.post(
    '/auth/logout',
    {
      onSend: clearCache,
      config: { access: 'site', whileSuspended: true },
      schema: {
        summary: 'End this session; a site ends its token',
        tags: ['auth'],
        response: { 200: one(z.object({ ended: z.literal(true) })) },
      },
    },
    async (request) => {
      const session = sessionOf(request);
      if (request.site) {
        await endSiteToken(services.db, request.site.tokenId);
        return { data: { ended: true as const } };
      }
      await endSession(services.db, session.id, services.clock.now());
      services.sessionEnded(session);
      return { data: { ended: true as const } };
    },
  );

  app.post(
    '/auth/revocations',
    {
      onSend: clearCache,
      config: { access: 'public' },
      schema: {
        summary: 'End the session of a token that is known by its hash: a sign-out made offline',
        tags: ['auth'],
        body: revocationBody,
        response: { 200: revocationResponse },
      },
    },
    async (request) => {
      const hash = Buffer.from(request.body.tokenHash, 'base64url');
      const session = await endSessionByHash(services.db, hash, services.clock.now());
      if (session) services.sessionEnded(session);
      return { data: { ended: true as const } };
    },
  );
};

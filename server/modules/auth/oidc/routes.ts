import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  errorKinds,
  oidcRegisterBody,
  oidcSession,
  oidcSessionBody,
  ProtocolError,
  signedIn,
} from '../../../../protocol/index.ts';
import { toProtocolError } from '../../../plugins/to-protocol-error.ts';
import type { AuthServices } from '../context.ts';
import { deviceNameOf } from '../device-name.ts';
import { languageOfRequest, rememberLanguage } from '../language.ts';
import { presentSignedIn } from '../presenter.ts';
import { createFlowCookie } from './flow-cookie.ts';
import { beginFlow } from './flows.ts';
import { oidcLinkRoutes } from './link-routes.ts';
import type { OidcProvider } from './provider.ts';
import { acceptAnswer, collect, registerNewcomer } from './sign-in.ts';

type Options = { services: AuthServices; provider: OidcProvider };

/**
 * Only our own page may begin a sign-in: another site could otherwise have one begun for an account of its own, which the
 * visitor would then register with. Browsers say where a navigation comes from (Fetch Metadata).
 */
const isFromElsewhere = ({ headers }: FastifyRequest): boolean =>
  ['cross-site', 'same-site'].includes(String(headers['sec-fetch-site']));

/** `/auth/oidc`: sign-in at an OpenID provider (protocol/calls/oidc.ts draws it). Registered only where one is configured. */
export const oidcRoutes: FastifyPluginAsyncZod<Options> = async (app, { services, provider }) => {
  const { db, clock, ownOrigin } = services;
  const cookie = createFlowCookie(ownOrigin.startsWith('https:'));
  await app.register(oidcLinkRoutes, { services, provider, cookie });
  /** People navigate here: what goes wrong is said by the app. Where they are sent is never part of a request. */
  const errorHandler = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const { kind } = toProtocolError(error);
    if (errorKinds[kind].status >= 500) request.log.error({ err: error }, 'The sign-in provider failed');
    else request.log.info({ err: error }, 'A sign-in at the provider was refused');
    return reply.redirect(`${ownOrigin}/#oidc-error=${kind}`);
  };

  app.get(
    '/auth/oidc/start',
    {
      config: { access: 'public', limit: 'oidc' },
      schema: { summary: 'Leads the browser to the OpenID provider', tags: ['auth'] },
      exposeHeadRoute: false,
      errorHandler,
    },
    async (request, reply) => {
      if (isFromElsewhere(request)) throw new ProtocolError('oidc_failed');
      const secret = await beginFlow(db, clock.now());
      const url = await provider.authorizationUrl(secret);
      return reply.header('set-cookie', cookie.keep(secret)).redirect(url.href);
    },
  );

  app.get(
    '/auth/oidc/callback',
    {
      config: { access: 'public', limit: 'oidc' },
      schema: { summary: 'The browser is back from the OpenID provider', tags: ['auth'] },
      exposeHeadRoute: false,
      errorHandler,
    },
    async (request, reply) => {
      const { searchParams } = new URL(request.url, ownOrigin);
      const { code, isLink } = await acceptAnswer(services, provider, cookie.require(request), searchParams);
      return reply.redirect(`${ownOrigin}/#${isLink ? 'oidc-link' : 'oidc'}=${code}`);
    },
  );

  app.post(
    '/auth/oidc/session',
    {
      config: { access: 'public', limit: 'oidc' },
      schema: {
        summary: 'What a sign-in at the OpenID provider has come to: a session, or a newcomer; once',
        tags: ['auth'],
        body: oidcSessionBody,
        response: { 200: oidcSession },
      },
    },
    async (request, reply) => {
      const held = { secret: cookie.require(request), code: request.body.code };
      const collected = await collect(services, held, deviceNameOf(request.headers['user-agent']));
      if ('profile' in collected)
        return { data: { status: 'newcomer' as const, profile: collected.profile } };
      await rememberLanguage(db, collected.signedIn.user, languageOfRequest(request));
      const { data } = presentSignedIn(collected.signedIn);
      reply.header('set-cookie', cookie.clear);
      return { data: { ...data, status: 'signedIn' as const } };
    },
  );

  app.post(
    '/auth/oidc/registration',
    {
      config: { access: 'public', limit: 'register' },
      schema: {
        summary: 'Make an account that the account at the OpenID provider opens, and sign in',
        tags: ['auth'],
        body: oidcRegisterBody,
        response: { 201: signedIn },
      },
    },
    async (request, reply) => {
      const deviceName = deviceNameOf(request.headers['user-agent']);
      const answer = await registerNewcomer(services, cookie.require(request), request.body, deviceName);
      await rememberLanguage(db, answer.user, languageOfRequest(request));
      return reply.code(201).header('set-cookie', cookie.clear).send(presentSignedIn(answer));
    },
  );
};

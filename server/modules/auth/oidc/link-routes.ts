import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  oidcLinkBody,
  oidcLinkResponse,
  oidcLinkStarted,
  oidcSessionBody,
} from '../../../../protocol/index.ts';
import { sessionOf } from '../../sync/http.ts';
import type { AuthServices } from '../context.ts';
import { deviceNameOf } from '../device-name.ts';
import type { FlowCookie } from './flow-cookie.ts';
import { beginLink, finishLink, readLink, removeLink } from './link.ts';
import type { OidcProvider } from './provider.ts';

type Options = { services: AuthServices; provider: OidcProvider; cookie: FlowCookie };

/** `/auth/oidc/link`: a member's account at the OpenID provider, connected to the one here and disconnected. */
export const oidcLinkRoutes: FastifyPluginAsyncZod<Options> = async (app, { services, provider, cookie }) => {
  app.get(
    '/auth/oidc/link',
    {
      config: { access: 'session' },
      schema: {
        summary: 'Whether an account at the OpenID provider opens this one',
        tags: ['auth'],
        response: { 200: oidcLinkResponse },
      },
    },
    async (request) => ({ data: await readLink(services.db, provider, sessionOf(request)) }),
  );

  app.post(
    '/auth/oidc/link',
    {
      config: { access: 'session', limit: 'changePassword' },
      schema: {
        summary: 'Begin to connect an account at the OpenID provider; says where to send the browser',
        tags: ['auth'],
        body: oidcLinkBody,
        response: { 201: oidcLinkStarted },
      },
    },
    async (request, reply) => {
      const session = sessionOf(request);
      const { secret, url } = await beginLink(services, provider, session, request.body.password);
      return reply
        .code(201)
        .header('set-cookie', cookie.keep(secret))
        .send({ data: { url: url.href } });
    },
  );

  app.put(
    '/auth/oidc/link',
    {
      config: { access: 'session', limit: 'oidc' },
      schema: {
        summary: 'The member is back from the OpenID provider: connect the account there',
        tags: ['auth'],
        body: oidcSessionBody,
        response: { 200: oidcLinkResponse },
      },
    },
    async (request, reply) => {
      const session = sessionOf(request);
      const held = { secret: cookie.require(request), code: request.body.code };
      await finishLink(services, held, session, deviceNameOf(request.headers['user-agent']));
      reply.header('set-cookie', cookie.clear);
      return { data: await readLink(services.db, provider, session) };
    },
  );

  app.delete(
    '/auth/oidc/link',
    {
      config: { access: 'session' },
      schema: {
        summary: 'Disconnect the account at the OpenID provider',
        tags: ['auth'],
        response: { 200: oidcLinkResponse },
      },
    },
    async (request) => {
      const session = sessionOf(request);
      await removeLink(services.db, provider, session);
      return { data: await readLink(services.db, provider, session) };
    },
  );
};

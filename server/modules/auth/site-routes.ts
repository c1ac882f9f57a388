import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  ProtocolError,
  siteIdParams,
  siteRemoved,
  sitesResponse,
  siteTokenBody,
  siteTokenResponse,
} from '../../../protocol/index.ts';
import { wholeListMeta } from '../paging.ts';
import { actorOf, sessionOf } from '../sync/http.ts';
import type { AuthServices } from './context.ts';
import { grantSiteToken, listSites, removeSite } from './sites.ts';

/** `/auth/site-tokens` and `/auth/sites`: signing in to other sites with an account here, and taking that back. */
export const siteRoutes: FastifyPluginAsyncZod<{ services: AuthServices }> = async (app, { services }) => {
  const { db, clock } = services;
  app.post(
    '/auth/site-tokens',
    {
      config: { access: 'session' },
      schema: {
        summary: 'A short-lived token by which a listed site learns who the member is, and nothing else',
        tags: ['auth'],
        body: siteTokenBody,
        response: { 201: siteTokenResponse },
      },
    },
    async (request, reply) => {
      const { expiresAt, ...granted } = await grantSiteToken(services, sessionOf(request), request.body);
      return reply.code(201).send({ data: { ...granted, expiresAt: expiresAt.toISOString() } });
    },
  );

  app.get(
    '/auth/sites',
    {
      config: { access: 'session' },
      schema: { summary: 'The connected sites', tags: ['auth'], response: { 200: sitesResponse } },
    },
    async (request) => {
      const rows = await listSites(db, actorOf(request));
      return {
        data: rows.map(({ id, origin, allowedAt, lastUsedAt }) => ({
          ...{ id, origin },
          allowedAt: allowedAt.toISOString(),
          lastUsedAt: lastUsedAt.toISOString(),
        })),
        meta: wholeListMeta(rows.length, clock.now()),
      };
    },
  );

  app.delete(
    '/auth/sites/:id',
    {
      config: { access: 'session' },
      schema: {
        summary: 'Disconnect a site; its tokens end at once',
        tags: ['auth'],
        params: siteIdParams,
        response: { 200: siteRemoved },
      },
    },
    async (request) => {
      const { id } = request.params;
      if (!(await removeSite(db, actorOf(request), id))) throw new ProtocolError('not_found');
      return { data: { id, removed: true as const } };
    },
  );
};

import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  deletionBody,
  deletionResponse,
  otherSessionsEnded,
  ProtocolError,
  type SessionRow,
  sessionEnded,
  sessionIdParams,
  sessionsResponse,
} from '../../../protocol/index.ts';
import { wholeListMeta } from '../paging.ts';
import { sessionOf } from '../sync/http.ts';
import { CLEAR_CACHE } from './clear-cache.ts';
import type { AuthServices } from './context.ts';
import { requestDeletion } from './deletion.ts';
import { endSession, endSessions, findOwnSession, listSessions, type StoredSession } from './sessions.ts';

const presentSession = (row: StoredSession, currentId: string): SessionRow => ({
  id: row.id,
  deviceName: row.deviceName,
  createdAt: row.createdAt.toISOString(),
  lastUsedAt: row.lastUsedAt.toISOString(),
  isCurrent: row.id === currentId,
});

/** `/auth/sessions`: the devices that are signed in, each of which can be signed out. */
export const sessionRoutes: FastifyPluginAsyncZod<{ services: AuthServices }> = async (app, { services }) => {
  const { db, clock } = services;
  app.get(
    '/auth/sessions',
    {
      config: { access: 'session' },
      schema: {
        summary: 'The devices that are signed in',
        tags: ['auth'],
        response: { 200: sessionsResponse },
      },
    },
    async (request) => {
      const session = sessionOf(request);
      const now = clock.now();
      const rows = await listSessions(db, session.userId, now);
      return {
        data: rows.map((row) => presentSession(row, session.id)),
        meta: wholeListMeta(rows.length, now),
      };
    },
  );

  app.delete(
    '/auth/sessions/:id',
    {
      config: { access: 'session' },
      schema: {
        summary: 'Sign one device out',
        tags: ['auth'],
        params: sessionIdParams,
        response: { 200: sessionEnded },
      },
    },
    async (request) => {
      const session = sessionOf(request);
      const ended = await findOwnSession(db, session.userId, request.params.id);
      if (!ended) throw new ProtocolError('not_found');
      await endSession(db, ended.id, clock.now());
      services.sessionEnded(ended);
      return { data: { id: ended.id, ended: true as const } };
    },
  );

  app.post(
    '/account/deletion',
    {
      config: { access: 'session', limit: 'changePassword' },
      schema: {
        summary: 'Delete the account in 14 days; every session ends, and signing in keeps it',
        tags: ['auth'],
        body: deletionBody,
        response: { 200: deletionResponse },
      },
    },
    async (request, reply) => {
      const session = sessionOf(request);
      const deletionAt = await requestDeletion(services, session, request.body);
      void reply.headers(CLEAR_CACHE);
      return { data: { deletionAt: deletionAt.toISOString() } };
    },
  );

  app.delete(
    '/auth/sessions',
    {
      config: { access: 'session' },
      schema: {
        summary: 'Sign all other devices out',
        tags: ['auth'],
        response: { 200: otherSessionsEnded },
      },
    },
    async (request) => {
      const session = sessionOf(request);
      const ended = await endSessions(db, session.userId, session.id, clock.now());
      for (const dead of ended) services.sessionEnded(dead);
      return { data: { ended: ended.length } };
    },
  );
};

import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  chatIdParams,
  clearBody,
  type MutationName,
  membershipPatch,
  membershipResponse,
  ProtocolError,
  pinBody,
} from '../../../protocol/index.ts';
import { actorOf, type ModuleOptions, runForCall } from '../sync/http.ts';
import { presentMembership } from './presenter.ts';
import { findMembership } from './queries.ts';

type Change = { name: MutationName; args: unknown; params?: unknown };
type Request = Parameters<typeof runForCall>[1];
type Reply = Parameters<typeof runForCall>[2];

/** `/chats/{id}/…`: everything that changes my place in a chat, for me alone. Each is a mutation. */
export const ownPlaceModule: FastifyPluginAsyncZod<ModuleOptions> = async (app, { services }) => {
  const { db } = services;

  const changePlace = async (request: Request, reply: Reply, chatId: string, change: Change) => {
    await runForCall(services, request, reply, change);
    const place = await findMembership(db, chatId, actorOf(request));
    if (!place) throw new ProtocolError('not_found');
    return { data: presentMembership(place) };
  };

  app.patch(
    '/chats/:id/membership',
    {
      config: { access: 'session' },
      schema: {
        summary: 'Mute or archive a chat for me',
        tags: ['chats'],
        params: chatIdParams,
        body: membershipPatch,
        response: { 200: membershipResponse },
      },
    },
    (request, reply) => {
      const { params, body } = request;
      const args = { ...body, chatId: params.id };
      return changePlace(request, reply, params.id, { name: 'setChatPreferences', args, params });
    },
  );

  app.post(
    '/chats/:id/clear',
    {
      config: { access: 'session' },
      schema: {
        summary: 'Delete what was said so far, for me alone',
        tags: ['chats'],
        params: chatIdParams,
        body: clearBody,
        response: { 200: membershipResponse },
      },
    },
    (request, reply) => {
      const { params, body } = request;
      const args = { chatId: params.id, seq: body.seq };
      return changePlace(request, reply, params.id, { name: 'clearChat', args, params });
    },
  );

  app.put(
    '/chats/:id/pin',
    {
      config: { access: 'session' },
      schema: {
        summary: 'Keep a chat on top of my list, move it there, or take the pin away',
        tags: ['chats'],
        params: chatIdParams,
        body: pinBody,
        response: { 200: membershipResponse },
      },
    },
    (request, reply) => {
      const { params, body } = request;
      const args = { ...body, chatId: params.id };
      return changePlace(request, reply, params.id, { name: 'setChatPin', args, params });
    },
  );
};

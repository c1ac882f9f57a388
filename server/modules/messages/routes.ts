import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  chatIdParams,
  messageBody,
  messageResponse,
  messagesQuery,
  messagesResponse,
  newId,
  ProtocolError,
} from '../../../protocol/index.ts';
import { readSnapshot } from '../../db/database.ts';
import { actorOf, type ModuleOptions, runForCall } from '../sync/http.ts';
import { loadReadable } from './policy.ts';
import { presentMessage } from './presenter.ts';
import { findMessage, listMessages } from './queries.ts';

/** `/chats/{id}/messages`: read a chat's history, and send. */
export const messagesModule: FastifyPluginAsyncZod<ModuleOptions> = async (app, { services }) => {
  const { db, clock } = services;

  app.get(
    '/chats/:id/messages',
    {
      config: { access: 'session' },
      schema: {
        summary: "A page of a chat's messages, newest first",
        tags: ['messages'],
        params: chatIdParams,
        querystring: messagesQuery,
        response: { 200: messagesResponse },
      },
    },
    async (request) =>
      readSnapshot(db, async (tx) => {
        const readable = await loadReadable(tx, request.params.id, actorOf(request));
        return listMessages(tx, readable, request.query, clock.now());
      }),
  );

  app.post(
    '/chats/:id/messages',
    {
      config: { access: 'session' },
      schema: {
        summary: 'Send a message',
        tags: ['messages'],
        params: chatIdParams,
        body: messageBody,
        response: { 201: messageResponse },
      },
    },
    async (request, reply) => {
      const { params } = request;
      const {
        userId,
        chatId,
        id = newId(),
        writtenAt = clock.now().toISOString(),
        ...content
      } = request.body;
      // The author is always the token's subject; a body that says otherwise is refused, not corrected.
      if (userId !== undefined && userId !== actorOf(request)) throw new ProtocolError('forbidden');
      if (chatId !== undefined && chatId !== params.id)
        throw new ProtocolError('validation', {
          errors: [{ field: 'chatId', message: 'Must be the chat of the address' }],
        });
      const args = { ...content, id, chatId: params.id, writtenAt };
      const messageId = await runForCall(services, request, reply, { name: 'sendMessage', args, params });
      const message = await readSnapshot(db, (tx) => findMessage(tx, messageId));
      if (!message) throw new ProtocolError('not_found');
      return reply.code(201).send({ data: presentMessage(message) });
    },
  );
};

import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  editBody,
  hiddenBody,
  hiddenResponse,
  listenedResponse,
  type MessageRow,
  type MutationName,
  messageFileParams,
  messageIdParams,
  messageResponse,
  ProtocolError,
  pinnedBody,
  pinnedResponse,
  reactionBody,
  starredBody,
  starredResponse,
} from '../../../protocol/index.ts';
import { readSnapshot } from '../../db/database.ts';
import { type ModuleOptions, runForCall } from '../sync/http.ts';
import { presentMessage } from './presenter.ts';
import { findMessage } from './queries.ts';

type Call = Parameters<typeof runForCall>;

/** `/chats/{id}/messages/{messageId}`: what can be done to a message. Each answers the message as it is then. */
export const messageActionsModule: FastifyPluginAsyncZod<ModuleOptions> = async (app, { services }) => {
  const act = async (
    request: Call[1] & { params: { id: string; messageId: string } },
    reply: Call[2],
    name: MutationName,
    more: object,
  ): Promise<{ data: MessageRow }> => {
    const { params } = request;
    const args = { chatId: params.id, messageId: params.messageId, ...more };
    const id = await runForCall(services, request, reply, { name, args, params });
    const message = await readSnapshot(services.db, (tx) => findMessage(tx, id));
    if (!message) throw new ProtocolError('not_found');
    return { data: presentMessage(message) };
  };

  app.patch(
    '/chats/:id/messages/:messageId',
    {
      config: { access: 'session' },
      schema: {
        summary: 'Edit an own message, within 48 hours',
        tags: ['messages'],
        params: messageIdParams,
        body: editBody,
        response: { 200: messageResponse },
      },
    },
    async (request, reply) => act(request, reply, 'editMessage', request.body),
  );

  app.delete(
    '/chats/:id/messages/:messageId',
    {
      config: { access: 'session' },
      schema: {
        summary: 'Delete an own message for everyone, within 48 hours; answers what is left of it',
        tags: ['messages'],
        params: messageIdParams,
        response: { 200: messageResponse },
      },
    },
    async (request, reply) => act(request, reply, 'deleteMessage', {}),
  );

  app.delete(
    '/chats/:id/messages/:messageId/files/:fileId',
    {
      config: { access: 'session' },
      schema: {
        summary: 'Give up a file that an own message awaits',
        tags: ['messages'],
        params: messageFileParams,
        response: { 200: messageResponse },
      },
    },
    async (request, reply) => act(request, reply, 'withdrawFile', { fileId: request.params.fileId }),
  );

  app.put(
    '/chats/:id/messages/:messageId/reaction',
    {
      config: { access: 'session' },
      schema: {
        summary: 'Set, change or take back my reaction',
        tags: ['messages'],
        params: messageIdParams,
        body: reactionBody,
        response: { 200: messageResponse },
      },
    },
    async (request, reply) => act(request, reply, 'reactToMessage', request.body),
  );

  app.put(
    '/chats/:id/messages/:messageId/listened',
    {
      config: { access: 'session' },
      schema: {
        summary: 'Say that I have listened to a voice message',
        tags: ['messages'],
        params: messageIdParams,
        response: { 200: listenedResponse },
      },
    },
    // It is taken of any id, so the message itself is no answer.
    async (request, reply) => {
      const { params } = request;
      const args = { chatId: params.id, messageId: params.messageId };
      const messageId = await runForCall(services, request, reply, { name: 'markListened', args, params });
      return { data: { messageId } };
    },
  );

  app.put(
    '/chats/:id/messages/:messageId/pinned',
    {
      config: { access: 'session' },
      schema: {
        summary: 'Pin a message for everybody in the chat, or unpin it',
        tags: ['messages'],
        params: messageIdParams,
        body: pinnedBody,
        response: { 200: pinnedResponse },
      },
    },
    async (request, reply) => {
      const { data } = await act(request, reply, 'pinMessage', request.body);
      return { data: { messageId: data.id, isPinned: request.body.isPinned } };
    },
  );

  app.put(
    '/chats/:id/messages/:messageId/starred',
    {
      config: { access: 'session' },
      schema: {
        summary: 'Star a message for me alone, or take the star away',
        tags: ['messages'],
        params: messageIdParams,
        body: starredBody,
        response: { 200: starredResponse },
      },
    },
    async (request, reply) => {
      const { data } = await act(request, reply, 'starMessage', request.body);
      return { data: { messageId: data.id, isStarred: request.body.isStarred } };
    },
  );

  app.put(
    '/chats/:id/messages/:messageId/hidden',
    {
      config: { access: 'session' },
      schema: {
        summary: 'Delete a message for me alone, or bring it back',
        tags: ['messages'],
        params: messageIdParams,
        body: hiddenBody,
        response: { 200: hiddenResponse },
      },
    },
    async (request, reply) => {
      const { data } = await act(request, reply, 'hideMessage', request.body);
      return { data: { messageId: data.id, hidden: request.body.hidden } };
    },
  );
};

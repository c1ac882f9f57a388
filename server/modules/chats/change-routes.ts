import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  type ChatItem,
  chatGone,
  chatIdParams,
  chatMemberParams,
  chatPatch,
  chatResponse,
  leaveBody,
  type MutationName,
  memberBody,
  memberId,
  memberPatch,
  newChatBody,
  newId,
  ProtocolError,
  privateChatId,
  requestAnswerBody,
  z,
} from '../../../protocol/index.ts';
import { readSnapshot } from '../../db/database.ts';
import { actorOf, type ModuleOptions, runForCall } from '../sync/http.ts';
import { findEndedVersion, type GoneTable } from './ended.ts';
import { loadPair } from './policy.ts';
import { findChatItems, findPrivateChat } from './queries.ts';

type Change = { name: MutationName; args: unknown; params?: unknown };
type Request = Parameters<typeof runForCall>[1];
type Reply = Parameters<typeof runForCall>[2];

/** `/chats`: everything that changes a chat or its members. Each is a mutation. */
export const chatChangesModule: FastifyPluginAsyncZod<ModuleOptions> = async (app, { services }) => {
  const { db, clock } = services;

  const changeChat = async (request: Request, reply: Reply, chatId: string, change: Change) => {
    await runForCall(services, request, reply, change);
    const [data] = await readSnapshot(db, (tx) => findChatItems(tx, actorOf(request), [chatId]));
    if (!data) throw new ProtocolError('not_found');
    return { data };
  };

  const end = async (request: Request, reply: Reply, table: GoneTable, change: Change) => {
    const id = await runForCall(services, request, reply, change);
    const version = await findEndedVersion(db, table, id);
    return { data: { id, version, deleted: true as const } };
  };

  app.post(
    '/chats',
    {
      config: { access: 'session' },
      schema: {
        summary: 'Make a chat',
        tags: ['chats'],
        body: newChatBody,
        response: { 201: chatResponse },
      },
    },
    async (request, reply) => {
      const { body } = request;
      const actorId = actorOf(request);
      const [otherId = actorId] = body.users;
      const id = body.id ?? (body.type === 'PRIVATE' ? privateChatId(actorId, otherId) : newId());
      const args = { ...body, id };
      const made = await runForCall(services, request, reply, { name: 'createChat', args });
      const data = await readSnapshot(db, async (tx): Promise<ChatItem | undefined> => {
        if (body.type !== 'PRIVATE') return (await findChatItems(tx, actorId, [made]))[0];
        const { viewer, other } = await loadPair(tx, actorId, otherId, false);
        return findPrivateChat(tx, viewer, other, clock.now());
      });
      if (!data) throw new ProtocolError('not_found');
      return reply.status(201).send({ data });
    },
  );

  app.patch(
    '/chats/:id',
    {
      config: { access: 'session' },
      schema: {
        summary: 'Rename a chat or change its picture',
        tags: ['chats'],
        params: chatIdParams,
        body: chatPatch,
        response: { 200: chatResponse },
      },
    },
    (request, reply) => {
      const { params, body } = request;
      const args = { ...body, chatId: params.id };
      return changeChat(request, reply, params.id, { name: 'updateChat', args, params });
    },
  );

  app.delete(
    '/chats/:id',
    {
      config: { access: 'session' },
      schema: {
        summary: 'Delete a group or public chat for everybody',
        tags: ['chats'],
        params: chatIdParams,
        response: { 200: chatGone },
      },
    },
    (request, reply) => {
      const { params } = request;
      return end(request, reply, 'chats', { name: 'deleteChat', args: { chatId: params.id }, params });
    },
  );

  app.post(
    '/chats/:id/members/:userId',
    {
      config: { access: 'session' },
      schema: {
        summary: 'Add a friend, or invite anybody else',
        tags: ['chats'],
        params: chatMemberParams,
        body: z.nullish(memberBody),
        response: { 200: chatResponse },
      },
    },
    (request, reply) => {
      const { params, body } = request;
      const args = { ...body, chatId: params.id, userId: params.userId };
      return changeChat(request, reply, params.id, { name: 'addMember', args, params });
    },
  );

  app.patch(
    '/chats/:id/members/:userId',
    {
      config: { access: 'session' },
      schema: {
        summary: "Change a member's role, or hand the chat over",
        tags: ['chats'],
        params: chatMemberParams,
        body: memberPatch,
        response: { 200: chatResponse },
      },
    },
    (request, reply) => {
      const { params, body } = request;
      const args = { chatId: params.id, userId: params.userId, role: body.role };
      return changeChat(request, reply, params.id, { name: 'setMemberRole', args, params });
    },
  );

  app.delete(
    '/chats/:id/members/:userId',
    {
      config: { access: 'session' },
      schema: {
        summary: 'Remove a member, or take an invitation back',
        tags: ['chats'],
        params: chatMemberParams,
        response: { 200: chatGone },
      },
    },
    (request, reply) => {
      const { params } = request;
      const args = { chatId: params.id, userId: params.userId };
      return end(request, reply, 'members', { name: 'removeMember', args, params });
    },
  );

  app.post(
    '/chats/:id/join',
    {
      config: { access: 'session' },
      schema: {
        summary: 'Join a public chat, or accept an invitation',
        tags: ['chats'],
        params: chatIdParams,
        response: { 200: chatResponse },
      },
    },
    (request, reply) => {
      const { params } = request;
      const args = { chatId: params.id };
      return changeChat(request, reply, params.id, { name: 'joinChat', args, params });
    },
  );

  app.delete(
    '/chats/:id/invitation',
    {
      config: { access: 'session' },
      schema: {
        summary: 'Decline an invitation; the inviter is not told',
        tags: ['chats'],
        params: chatIdParams,
        response: { 200: chatGone },
      },
    },
    (request, reply) => {
      const { params } = request;
      const args = { chatId: params.id };
      return end(request, reply, 'invitations', { name: 'declineInvitation', args, params });
    },
  );

  app.post(
    '/chats/:id/leave',
    {
      config: { access: 'session' },
      schema: {
        summary: 'Leave a chat; an owner names a successor',
        tags: ['chats'],
        params: chatIdParams,
        body: z.nullish(leaveBody),
        response: { 200: chatGone },
      },
    },
    async (request, reply) => {
      const { params, body } = request;
      const args = { ...body, chatId: params.id };
      await runForCall(services, request, reply, { name: 'leaveChat', args, params });
      const id = memberId(params.id, actorOf(request));
      const version = await findEndedVersion(db, 'memberships', id);
      return { data: { id: params.id, version, deleted: true as const } };
    },
  );

  app.patch(
    '/chats/:id/request',
    {
      config: { access: 'session' },
      schema: {
        summary: 'Accept or decline a message request',
        tags: ['chats'],
        params: chatIdParams,
        body: requestAnswerBody,
        response: { 200: chatResponse },
      },
    },
    (request, reply) => {
      const { params, body } = request;
      const args = { chatId: params.id, isAccepted: body.isAccepted };
      return changeChat(request, reply, params.id, { name: 'answerMessageRequest', args, params });
    },
  );
};

import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  type ChatItem,
  chatCodeParams,
  chatIdParams,
  chatResponse,
  chatsQuery,
  chatsResponse,
  ProtocolError,
  seenBody,
  seenResponse,
  unseenCount,
  userIdParams,
} from '../../../protocol/index.ts';
import { readSnapshot } from '../../db/database.ts';
import { actorOf, type ModuleOptions, runForCall } from '../sync/http.ts';
import { rememberLookUp } from '../users/look-ups.ts';
import { loadPair } from './policy.ts';
import { presentMembership } from './presenter.ts';
import { findKnownChatItems, listOpenChats } from './public-chats.ts';
import { countUnseen, findByCode, findMembership, findPrivateChat, listChats } from './queries.ts';

/** `/chats`: lists, look-ups and seen marks. Looking a chat up never creates it and never marks anything seen. */
export const chatsModule: FastifyPluginAsyncZod<ModuleOptions> = async (app, { services }) => {
  const { db, clock } = services;

  const openPrivateChat = async (
    viewerId: string,
    otherId: string,
    hasCode: boolean,
  ): Promise<{ data: ChatItem }> => {
    const data = await readSnapshot(db, async (tx) => {
      const { viewer, other } = await loadPair(tx, viewerId, otherId, hasCode);
      return findPrivateChat(tx, viewer, other, clock.now());
    });
    if (!data.persisted) await rememberLookUp(db, clock.now(), viewerId, otherId);
    return { data };
  };

  app.get(
    '/chats',
    {
      config: { access: 'session' },
      schema: {
        summary: 'The chats I am in, or public ones by name',
        tags: ['chats'],
        querystring: chatsQuery,
        response: { 200: chatsResponse },
      },
    },
    async (request) => {
      const list = request.query.discover ? listOpenChats : listChats;
      return readSnapshot(db, (tx) => list(tx, actorOf(request), request.query, clock.now()));
    },
  );

  app.get(
    '/chats/users/:id',
    {
      config: { access: 'session' },
      schema: {
        summary: 'The private chat with this person, or what it would be',
        tags: ['chats'],
        params: userIdParams,
        response: { 200: chatResponse },
      },
    },
    async (request) => openPrivateChat(actorOf(request), request.params.id, false),
  );

  app.get(
    '/chats/unique-code/:code',
    {
      config: { access: 'session', limit: 'codeLookup' },
      schema: {
        summary: "The chat behind a code: a person's private chat, or a group",
        tags: ['chats'],
        params: chatCodeParams,
        response: { 200: chatResponse },
      },
    },
    async (request) => {
      const userId = actorOf(request);
      const { found, chat } = await readSnapshot(db, async (tx) => {
        const owner = await findByCode(tx, request.params.code);
        const [item] = owner?.chatId ? await findKnownChatItems(tx, userId, [owner.chatId]) : [];
        return { found: owner, chat: item };
      });
      if (found?.userId) return openPrivateChat(userId, found.userId, true);
      if (!chat) throw new ProtocolError('not_found');
      return { data: chat };
    },
  );

  app.get(
    '/chats/messages/unseen-count',
    {
      config: { access: 'session' },
      schema: {
        summary: 'How many messages I have not seen',
        tags: ['chats'],
        response: { 200: unseenCount },
      },
    },
    async (request) => ({ data: await countUnseen(db, actorOf(request), clock.now()) }),
  );

  app.patch(
    '/chats/:id/seen',
    {
      config: { access: 'session' },
      schema: {
        summary: 'Move my seen mark forward',
        tags: ['chats'],
        params: chatIdParams,
        body: seenBody,
        response: { 200: seenResponse },
      },
    },
    async (request, reply) => {
      const { params, body } = request;
      const args = { chatId: params.id, seq: body.seq };
      await runForCall(services, request, reply, { name: 'markSeen', args, params });
      const membership = await findMembership(db, params.id, actorOf(request));
      if (!membership) throw new ProtocolError('not_found');
      return { data: presentMembership(membership) };
    },
  );
};

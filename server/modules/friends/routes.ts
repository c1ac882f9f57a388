import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  addFriendBody,
  blockBody,
  blockResponse,
  friendRejected,
  friendResponse,
  friendsQuery,
  friendsResponse,
  ProtocolError,
  requestsCount,
  userIdParams,
} from '../../../protocol/index.ts';
import { readSnapshot } from '../../db/database.ts';
import { actorOf, type ModuleOptions, runForCall } from '../sync/http.ts';
import { presentFriend } from './presenter.ts';
import { countRequests, findEndedVersion, findFriend, listFriends } from './queries.ts';

/** `/users/friends`: ask by code, list, accept, reject, cancel, end; and blocks. */
export const friendsModule: FastifyPluginAsyncZod<ModuleOptions> = async (app, { services }) => {
  const { db, clock } = services;

  const answerFriend = async (userId: string, id: string) => {
    const row = await findFriend(db, userId, id);
    if (!row) throw new ProtocolError('not_found');
    return { data: presentFriend(row) };
  };

  const answerEnded = async (userId: string, id: string) => {
    const version = await findEndedVersion(db, userId, id);
    if (version === undefined) throw new ProtocolError('not_found');
    return { data: { id, version, deleted: true as const } };
  };

  app.post(
    '/users/friends',
    {
      config: { access: 'session', limit: 'friendRequest' },
      schema: {
        summary: 'Ask the person with this code to be friends',
        tags: ['friends'],
        body: addFriendBody,
        response: { 201: friendResponse },
      },
    },
    async (request, reply) => {
      const id = await runForCall(services, request, reply, { name: 'requestFriend', args: request.body });
      return reply.code(201).send(await answerFriend(actorOf(request), id));
    },
  );

  app.get(
    '/users/friends',
    {
      config: { access: 'session' },
      schema: {
        summary: 'My friends, or requests to me and of mine',
        tags: ['friends'],
        querystring: friendsQuery,
        response: { 200: friendsResponse },
      },
    },
    async (request) => {
      const { rows, meta } = await readSnapshot(db, (tx) =>
        listFriends(tx, actorOf(request), request.query, clock.now()),
      );
      return { data: rows.map(presentFriend), meta };
    },
  );

  app.get(
    '/users/friends/requests-count',
    {
      config: { access: 'session' },
      schema: {
        summary: 'How many requests wait for my answer',
        tags: ['friends'],
        response: { 200: requestsCount },
      },
    },
    async (request) => ({ data: { count: await countRequests(db, actorOf(request)) } }),
  );

  app.patch(
    '/users/friends/:id/accept',
    {
      config: { access: 'session' },
      schema: {
        summary: 'Accept a friend request',
        tags: ['friends'],
        params: userIdParams,
        response: { 200: friendResponse },
      },
    },
    async (request, reply) => {
      const { params } = request;
      const args = { friendshipId: params.id };
      const id = await runForCall(services, request, reply, { name: 'acceptFriend', args, params });
      return answerFriend(actorOf(request), id);
    },
  );

  app.patch(
    '/users/friends/:id/reject',
    {
      config: { access: 'session' },
      schema: {
        summary: 'Reject a friend request; the requester is not told',
        tags: ['friends'],
        params: userIdParams,
        response: { 200: friendRejected },
      },
    },
    async (request, reply) => {
      const { params } = request;
      const args = { friendshipId: params.id };
      const id = await runForCall(services, request, reply, { name: 'rejectFriend', args, params });
      return answerEnded(actorOf(request), id);
    },
  );

  app.patch(
    '/users/friends/:id/cancel',
    {
      config: { access: 'session' },
      schema: {
        summary: 'Take my own friend request back',
        tags: ['friends'],
        params: userIdParams,
        response: { 200: friendRejected },
      },
    },
    async (request, reply) => {
      const { params } = request;
      const args = { friendshipId: params.id };
      const id = await runForCall(services, request, reply, { name: 'cancelRequest', args, params });
      return answerEnded(actorOf(request), id);
    },
  );

  app.delete(
    '/users/friends/:id',
    {
      config: { access: 'session' },
      schema: {
        summary: 'End a friendship; the chat and its history stay',
        tags: ['friends'],
        params: userIdParams,
        response: { 200: friendRejected },
      },
    },
    async (request, reply) => {
      const { params } = request;
      const args = { friendshipId: params.id };
      const id = await runForCall(services, request, reply, { name: 'unfriend', args, params });
      return answerEnded(actorOf(request), id);
    },
  );

  app.put(
    '/users/:id/block',
    {
      config: { access: 'session' },
      schema: {
        summary: 'Block somebody, or take the block away',
        tags: ['friends'],
        params: userIdParams,
        body: blockBody,
        response: { 200: blockResponse },
      },
    },
    async (request, reply) => {
      const { params, body } = request;
      const args = { ...body, userId: params.id };
      const userId = await runForCall(services, request, reply, { name: 'setBlock', args, params });
      return { data: { userId, blocked: body.blocked } };
    },
  );
};

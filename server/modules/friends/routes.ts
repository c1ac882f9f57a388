import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  addFriendBody,
  blockBody,
  blockResponse,
  friendRejected,
  friendResponse,
  friendsQuery,
  friendsResponse,
  muteBody,
  muteResponse,
  ProtocolError,
  requestsCount,
  userIdParams,
} from '../../../protocol/index.ts';
import { readSnapshot } from '../../db/database.ts';
import { actorOf, type ModuleOptions, runForCall } from '../sync/http.ts';
import { presentFriend } from './presenter.ts';
import { countRequests, findEndedVersion, findFriend, listFriends } from './queries.ts';

/** `/users/friends`: ask by code, list, accept, reject, cancel, end; and blocks and mutes. */
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
      config: { access: 'session' },
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

  /** A call about one friendship, by its id: what it does is the mutation's, what it answers the caller's. */
  const changeFriendship = async (
    name: 'acceptFriend' | 'rejectFriend' | 'cancelRequest' | 'unfriend',
    request: FastifyRequest<{ Params: { id: string } }>,
    reply: FastifyReply,
  ): Promise<string> => {
    const { params } = request;
    return runForCall(services, request, reply, { name, args: { friendshipId: params.id }, params });
  };

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
    async (request, reply) =>
      answerFriend(actorOf(request), await changeFriendship('acceptFriend', request, reply)),
  );

  const endings = [
    ['PATCH', '/reject', 'rejectFriend', 'Reject a friend request; the requester is not told'],
    ['PATCH', '/cancel', 'cancelRequest', 'Take my own friend request back'],
    ['DELETE', '', 'unfriend', 'End a friendship; the chat and its history stay'],
  ] as const;
  for (const [method, path, name, summary] of endings) {
    app.route({
      method,
      url: `/users/friends/:id${path}`,
      config: { access: 'session' },
      schema: { summary, tags: ['friends'], params: userIdParams, response: { 200: friendRejected } },
      handler: async (request, reply) =>
        answerEnded(actorOf(request), await changeFriendship(name, request, reply)),
    });
  }

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

  app.put(
    '/users/:id/mute',
    {
      config: { access: 'session' },
      schema: {
        summary: "Keep somebody's posts out of my feed, or let them in again",
        tags: ['friends'],
        params: userIdParams,
        body: muteBody,
        response: { 200: muteResponse },
      },
    },
    async (request, reply) => {
      const { params, body } = request;
      const args = { ...body, userId: params.id };
      const userId = await runForCall(services, request, reply, { name: 'muteAuthor', args, params });
      return { data: { userId, muted: body.muted } };
    },
  );
};

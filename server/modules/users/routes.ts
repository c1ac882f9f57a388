import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  ownUserResponse,
  ProtocolError,
  profileBody,
  userCodeParams,
  userIdParams,
  userResponse,
} from '../../../protocol/index.ts';
import { actorOf, type ModuleOptions, runForCall } from '../sync/http.ts';
import { rememberLookUp } from './look-ups.ts';
import { presentOwnUser, presentUser, type StoredUser } from './presenter.ts';
import { areAcquainted, findUser, findUserByCode } from './queries.ts';

/** `/users/{id}` and `/users/unique-code/{code}`. */
export const usersModule: FastifyPluginAsyncZod<ModuleOptions> = async (app, { services }) => {
  const { db, clock } = services;

  const answer = (askerId: string, user: StoredUser) => ({
    data: user.id === askerId ? presentOwnUser(user) : presentUser(user),
  });

  app.get(
    '/users/:id',
    {
      config: { access: 'session' },
      schema: {
        summary: 'Myself, a friend, or somebody in a common chat',
        tags: ['users'],
        params: userIdParams,
        response: { 200: userResponse },
      },
    },
    async (request) => {
      const askerId = actorOf(request);
      const { id } = request.params;
      const user = await findUser(db, id);
      if (!user || (id !== askerId && !(await areAcquainted(db, askerId, id))))
        throw new ProtocolError('not_found');
      return answer(askerId, user);
    },
  );

  app.put(
    '/users/:id',
    {
      config: { access: 'session' },
      schema: {
        summary: 'Change my own profile',
        tags: ['users'],
        params: userIdParams,
        body: profileBody,
        response: { 200: ownUserResponse },
      },
    },
    async (request, reply) => {
      const { params, body } = request;
      const args = { ...body, userId: params.id };
      const id = await runForCall(services, request, reply, { name: 'updateProfile', args, params });
      const user = await findUser(db, id);
      if (!user) throw new ProtocolError('not_found');
      return { data: presentOwnUser(user) };
    },
  );

  app.get(
    '/users/unique-code/:code',
    {
      config: { access: 'session', limit: 'codeLookup' },
      schema: {
        summary: 'Who has this code',
        tags: ['users'],
        params: userCodeParams,
        response: { 200: userResponse },
      },
    },
    async (request) => {
      const askerId = actorOf(request);
      const user = await findUserByCode(db, askerId, request.params.code);
      if (!user) throw new ProtocolError('not_found');
      if (user.id !== askerId) await rememberLookUp(db, clock.now(), askerId, user.id);
      return answer(askerId, user);
    },
  );
};

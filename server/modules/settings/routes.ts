import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { mutations, ProtocolError, settingsResponse } from '../../../protocol/index.ts';
import { actorOf, type ModuleOptions, runForCall } from '../sync/http.ts';
import { presentSettings } from '../users/presenter.ts';
import { findUser } from '../users/queries.ts';

/** `/settings`: what I have chosen, the same on all my devices. */
export const settingsModule: FastifyPluginAsyncZod<ModuleOptions> = async (app, { services }) => {
  const answerOwn = async (userId: string) => {
    const user = await findUser(services.db, userId);
    if (!user) throw new ProtocolError('not_found');
    return { data: presentSettings(user) };
  };

  app.get(
    '/settings',
    {
      config: { access: 'session' },
      schema: { summary: 'My settings', tags: ['settings'], response: { 200: settingsResponse } },
    },
    async (request) => answerOwn(actorOf(request)),
  );

  app.patch(
    '/settings',
    {
      config: { access: 'session' },
      schema: {
        summary: 'Change some of my settings',
        tags: ['settings'],
        body: mutations.updateSettings.args,
        response: { 200: settingsResponse },
      },
    },
    async (request, reply) => {
      const id = await runForCall(services, request, reply, { name: 'updateSettings', args: request.body });
      return answerOwn(id);
    },
  );
};

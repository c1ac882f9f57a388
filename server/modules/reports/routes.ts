import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { newId, reportBody, reportResponse } from '../../../protocol/index.ts';
import { type ModuleOptions, runForCall } from '../sync/http.ts';

/** `/reports`: something for the moderators to look at. */
export const reportsModule: FastifyPluginAsyncZod<ModuleOptions> = async (app, { services }) => {
  app.post(
    '/reports',
    {
      config: { access: 'session' },
      schema: {
        summary: 'Report a person, a chat, a message, a post or a comment to the moderators',
        tags: ['reports'],
        body: reportBody,
        response: { 201: reportResponse },
      },
    },
    async (request, reply) => {
      const args = { ...request.body, id: request.body.id ?? newId() };
      const id = await runForCall(services, request, reply, { name: 'reportThing', args });
      return reply.code(201).send({ data: { id } });
    },
  );
};

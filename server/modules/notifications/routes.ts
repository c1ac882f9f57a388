import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  noticeSeenBody,
  noticeSeenResponse,
  noticesOverBody,
  noticesOverResponse,
  ProtocolError,
  pushIdParams,
  pushKeyResponse,
  pushRegistered,
  pushRemoved,
  pushSubscriptionBody,
} from '../../../protocol/index.ts';
import { actorOf, runForCall, sessionOf } from '../sync/http.ts';
import type { MutationServices } from '../sync/mutation-services.ts';
import { isPlausibleEndpoint } from './push-endpoint.ts';
import { findOver } from './seen.ts';
import { removeSubscription, storeSubscription } from './subscriptions.ts';

export type NotificationServices = MutationServices & { pushPublicKey: string };

/** `/notifications`: where this browser wants to be told, and what of it has been seen meanwhile. */
export const notificationsModule: FastifyPluginAsyncZod<{ services: NotificationServices }> = async (
  app,
  { services },
) => {
  const { db, clock, pushPublicKey } = services;

  app.get(
    '/notifications/push/key',
    {
      config: { access: 'public' },
      schema: {
        summary: 'The application server key that a browser subscribes with',
        tags: ['notifications'],
        response: { 200: pushKeyResponse },
      },
    },
    async () => ({ data: { publicKey: pushPublicKey } }),
  );

  app.post(
    '/notifications/push/register',
    {
      config: { access: 'session' },
      schema: {
        summary: 'Be told through this push subscription',
        tags: ['notifications'],
        body: pushSubscriptionBody,
        response: { 201: pushRegistered },
      },
    },
    async (request, reply) => {
      const session = sessionOf(request);
      const { endpoint, keys } = request.body;
      if (endpoint !== undefined && !isPlausibleEndpoint(endpoint))
        throw new ProtocolError('validation', {
          errors: [{ field: 'endpoint', message: 'Must be an https address of a push service' }],
        });
      const owner = { userId: session.userId, sessionId: session.id };
      const stored = await storeSubscription(db, owner, request.body, clock.now());
      const isActive = stored.endpoint !== null && stored.p256dh !== null;
      return reply.code(201).send({ data: { id: keys.auth, isActive } });
    },
  );

  app.delete(
    '/notifications/push/:id',
    {
      config: { access: 'session' },
      schema: {
        summary: 'Stop telling me there; the id is the auth key of the subscription',
        tags: ['notifications'],
        params: pushIdParams,
        response: { 200: pushRemoved },
      },
    },
    async (request) => {
      const { id } = request.params;
      await removeSubscription(db, actorOf(request), id);
      return { data: { id, deleted: true as const } };
    },
  );

  app.put(
    '/notifications/seen',
    {
      config: { access: 'session' },
      schema: {
        summary: 'I am looking at a screen that notifications lead to: my other devices may close theirs',
        tags: ['notifications'],
        body: noticeSeenBody,
        response: { 200: noticeSeenResponse },
      },
    },
    async (request, reply) => {
      const { url, until = clock.now().toISOString() } = request.body;
      await runForCall(services, request, reply, { name: 'markScreenSeen', args: { url, until } });
      return { data: { url } };
    },
  );

  app.post(
    '/notifications/over',
    {
      config: { access: 'session' },
      schema: {
        summary:
          'Which of the notifications that this device shows have been seen elsewhere, answered or taken back',
        tags: ['notifications'],
        body: noticesOverBody,
        response: { 200: noticesOverResponse },
      },
    },
    async (request) => {
      const tags = await findOver(db, actorOf(request), request.body.shown, clock.now());
      return { data: { tags } };
    },
  );
};

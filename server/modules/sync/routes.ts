import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  cancelRequest,
  cancelResponse,
  PROTOCOL_FLOOR,
  PROTOCOL_VERSION,
  ProtocolError,
  pullRequest,
  pullResponse,
  pushRequest,
  pushResponse,
  revalidateRequest,
  revalidateResponse,
} from '../../../protocol/index.ts';
import { takeForAccount } from '../../plugins/rate-limits.ts';
import { createTurnsByKey } from '../../plugins/turns.ts';
import type { AuthServices } from '../auth/context.ts';
import { cancelMutations } from './cancel.ts';
import { actorOf, sessionOf } from './http.ts';
import type { MutationServices } from './mutation-services.ts';
import { createDeviceCookie } from './pull/device-cookie.ts';
import { findPendingCount, findSimilarDevice } from './pull/devices.ts';
import { pull } from './pull/pull.ts';
import { push } from './push.ts';
import { revalidate } from './revalidate.ts';

/** A hundred messages of 4,000 characters, each written as `\uXXXX`, and what surrounds them. */
const PUSH_BYTES_MAX = 3 * 1_024 * 1_024;
/** A hundred durable transactions one after the other on a slow disk. */
const PUSH_TIMEOUT_MS = 25_000;
/** Cursors of some ten thousand chats. */
const PULL_BYTES_MAX = 1_024 * 1_024;

/**
 * Of one account in this process: a snapshot holds a connection to the database, and rows in memory. Ten devices with a tab
 * each come back at once, and a pull of theirs takes milliseconds.
 */
const SNAPSHOTS = { atOnce: 4, queued: 16, retryAfterMs: 1_000, refusal: 'rate_limited' } as const;

/** Speaks with versions that it knows; any other client keeps its outbox and asks for an update. */
export const assertProtocol = (protocol: number): void => {
  if (protocol < PROTOCOL_FLOOR || protocol > PROTOCOL_VERSION) throw new ProtocolError('upgrade_required');
};

/** `/sync`: push, pull and cancel, the engine's own calls. */
export const syncModule: FastifyPluginAsyncZod<{
  services: MutationServices & Pick<AuthServices, 'ownOrigin'>;
}> = async (app, { services }) => {
  const takeTurn = createTurnsByKey(SNAPSHOTS);
  const deviceCookie = createDeviceCookie(services.ownOrigin.startsWith('https:'));

  app.post(
    '/sync/push',
    {
      config: { access: 'session', limit: 'push' },
      bodyLimit: PUSH_BYTES_MAX,
      handlerTimeout: PUSH_TIMEOUT_MS,
      schema: {
        summary: 'Carry out mutations in order, with an answer each',
        tags: ['sync'],
        body: pushRequest,
        response: { 200: pushResponse },
      },
    },
    async (request) => {
      assertProtocol(request.body.protocol);
      const answers = await push(services, actorOf(request), request.body, request.log);
      const now = services.clock.now();
      services.observe?.pushed(request.body.mutations, answers, now);
      return { answers, serverTime: now.toISOString() };
    },
  );

  app.post(
    '/sync/pull',
    {
      config: { access: 'session' },
      bodyLimit: PULL_BYTES_MAX,
      schema: {
        summary: 'What changed in my scopes, from one snapshot',
        tags: ['sync'],
        body: pullRequest,
        response: { 200: pullResponse },
      },
    },
    async (request, reply) => {
      assertProtocol(request.body.protocol);
      const session = sessionOf(request);
      const { deviceId } = request.body;
      const before = deviceCookie.read(request);
      const answer = await takeTurn(session.userId, () => pull(services, session, request.body));
      services.observe?.pulled(answer);
      if (before === deviceId) return answer;
      reply.header('set-cookie', deviceCookie.keep(deviceId));
      if (before === null) {
        if (answer.lastPendingCount !== null) return answer;
        const similar = await findSimilarDevice(services.db, services.clock.now(), session, deviceId);
        return similar === null ? answer : { ...answer, similarDevice: similar };
      }
      const { userId } = session;
      const evicted = await findPendingCount(services.db, { userId, deviceId: before });
      return evicted === 0 ? answer : { ...answer, evictedPendingCount: evicted };
    },
  );

  app.post(
    '/sync/revalidate',
    {
      config: { access: 'session' },
      schema: {
        summary: 'What has changed in rows that I hold in windows',
        tags: ['sync'],
        body: revalidateRequest,
        response: { 200: revalidateResponse },
      },
    },
    async (request) => {
      assertProtocol(request.body.protocol);
      const userId = actorOf(request);
      return takeTurn(userId, () => revalidate(services, userId, request.body));
    },
  );

  app.post(
    '/sync/cancel',
    {
      config: { access: 'session' },
      schema: {
        summary: 'Keep late copies of these mutations from acting',
        tags: ['sync'],
        body: cancelRequest,
        response: { 200: cancelResponse },
      },
    },
    async (request) => {
      const { ids } = request.body;
      await takeForAccount(services.takeFromBucket, 'cancel', actorOf(request), ids.length);
      return { statuses: await cancelMutations(services, actorOf(request), ids) };
    },
  );
};

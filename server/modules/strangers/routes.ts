import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  strangerChatParams,
  strangerChatResponse,
  strangerMessagesQuery,
  strangerMessagesResponse,
  strangerQueueLeft,
  strangerQueueResponse,
  strangerSettingsBody,
  strangersResponse,
  strangerTellBody,
  strangerTellResponse,
} from '../../../protocol/index.ts';
import { inTransaction, readSnapshot } from '../../db/database.ts';
import { wholeListMeta } from '../paging.ts';
import { actorOf } from '../sync/http.ts';
import { strangerActRoutes } from './act-routes.ts';
import type { StrangerServices } from './context.ts';
import { listStrangerMessages, loadEncounter } from './encounters.ts';
import { waitForStranger } from './match.ts';
import { presentEncounter, presentStrangerMessage } from './presenter.ts';
import { leaveQueue, readStatus, setTelling, writeSettings } from './status.ts';
import { tellWaitingJob } from './tell-waiting.ts';

/**
 * `/strangers`: meeting somebody new (docs/decisions/0013). Online only. Whatever leaves here comes from `presenter.ts`,
 * which reads no user id: a stranger is the id and the alias that were drawn for one chat.
 */
export const strangersModule: FastifyPluginAsyncZod<{ services: StrangerServices }> = async (
  app,
  { services },
) => {
  const { db, clock, jobs } = services;
  await app.register(strangerActRoutes, { services });

  app.get(
    '/strangers',
    {
      config: { access: 'session' },
      schema: {
        summary: 'Whether I may meet strangers, what I chose, and where I stand',
        tags: ['strangers'],
        response: { 200: strangersResponse },
      },
    },
    async (request) => ({
      data: await readSnapshot(db, (tx) => readStatus(tx, actorOf(request), clock.now())),
    }),
  );

  app.put(
    '/strangers/settings',
    {
      config: { access: 'session' },
      schema: {
        summary: 'Opt in or out, with a language and up to three interests; 18 or older',
        tags: ['strangers'],
        body: strangerSettingsBody,
        response: { 200: strangersResponse },
      },
    },
    async (request) => ({
      data: await inTransaction(db, async (tx) => {
        await writeSettings(tx, actorOf(request), request.body, clock.now());
        return readStatus(tx, actorOf(request), clock.now());
      }),
    }),
  );

  app.post(
    '/strangers/queue',
    {
      config: { access: 'session', limit: 'strangerQueue' },
      schema: {
        summary: 'Wait for a stranger, or meet one who waits; repeated every few seconds while waiting',
        tags: ['strangers'],
        response: { 200: strangerQueueResponse },
      },
    },
    async (request) => {
      const userId = actorOf(request);
      const now = clock.now();
      const { waitingSince, chatId, matchedId } = await inTransaction(db, async (tx) => {
        const outcome = await waitForStranger(tx, userId, now);
        if (outcome.waitingSince?.getTime() === now.getTime())
          await jobs.send(tx, tellWaitingJob, { waitingId: userId });
        return outcome;
      });
      if (chatId !== null && matchedId !== null)
        for (const id of [userId, matchedId]) services.strangerChanged(id, chatId);
      return { data: { waitingSince: waitingSince?.toISOString() ?? null, chatId } };
    },
  );

  app.delete(
    '/strangers/queue',
    {
      config: { access: 'session' },
      schema: {
        summary: 'Wait no longer',
        tags: ['strangers'],
        response: { 200: strangerQueueLeft },
      },
    },
    async (request) => {
      await leaveQueue(db, actorOf(request));
      return { data: { left: true as const } };
    },
  );

  app.put(
    '/strangers/tell',
    {
      config: { access: 'session' },
      schema: {
        summary: 'Be told, once, when somebody waits within the next hours',
        tags: ['strangers'],
        body: strangerTellBody,
        response: { 200: strangerTellResponse },
      },
    },
    async (request) => ({
      data: { willBeTold: await setTelling(db, actorOf(request), request.body.wanted, clock.now()) },
    }),
  );

  app.get(
    '/strangers/chats/:id',
    {
      config: { access: 'session' },
      schema: {
        summary: 'A temporary private chat with a stranger, for the two in it',
        tags: ['strangers'],
        params: strangerChatParams,
        response: { 200: strangerChatResponse },
      },
    },
    async (request) => {
      const now = clock.now();
      const encounter = await readSnapshot(db, (tx) =>
        loadEncounter(tx, actorOf(request), request.params.id, now),
      );
      return { data: presentEncounter(encounter, now) };
    },
  );

  app.get(
    '/strangers/chats/:id/messages',
    {
      config: { access: 'session' },
      schema: {
        summary: 'What was said there, oldest first, after a number',
        tags: ['strangers'],
        params: strangerChatParams,
        querystring: strangerMessagesQuery,
        response: { 200: strangerMessagesResponse },
      },
    },
    async (request) => {
      const { id } = request.params;
      const now = clock.now();
      const rows = await readSnapshot(db, async (tx) => {
        await loadEncounter(tx, actorOf(request), id, now);
        return listStrangerMessages(tx, id, request.query.afterSeq ?? 0);
      });
      return { data: rows.map(presentStrangerMessage), meta: wholeListMeta(rows.length, now) };
    },
  );
};

import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  type StrangerChat,
  strangerChatBody,
  strangerChatParams,
  strangerChatResponse,
  strangerEndBody,
  strangerMessageBody,
  strangerMessageResponse,
  strangerPictureBody,
} from '../../../protocol/index.ts';
import { inTransaction } from '../../db/database.ts';
import { actorOf } from '../sync/http.ts';
import { LogWriter } from '../sync/log.ts';
import {
  type Act,
  changeMyPart,
  isMutual,
  leaveStranger,
  sayHere,
  sendPictureToStranger,
  sendToStranger,
} from './chat-acts.ts';
import type { StrangerServices } from './context.ts';
import { loadEncounter } from './encounters.ts';
import { type Encounter, presentEncounter, presentStrangerMessage } from './presenter.ts';
import { revealBoth } from './reveal.ts';

/** `publish`: what a reveal has committed for both, told afterwards. */
type Changed = { encounter: Encounter; publish: (() => void) | null };
type ChatRequest = FastifyRequest<{ Params: { id: string } }>;

/** What the two in a chat of strangers can do: talk, allow, want, stay, leave. */
export const strangerActRoutes: FastifyPluginAsyncZod<{ services: StrangerServices }> = async (
  app,
  { services },
) => {
  const { db, clock, receipts, jobs } = services;

  /** Runs an act in a transaction, and tells both once it is committed. */
  const act = async <T>(
    request: ChatRequest,
    work: (act: Act) => Promise<{ result: T; otherId: string }>,
    { isQuiet = false } = {},
  ): Promise<T> => {
    const [userId, chatId] = [actorOf(request), request.params.id];
    const { result, otherId } = await inTransaction(db, (tx) =>
      work({ tx, userId, chatId, now: clock.now() }),
    );
    if (!isQuiet) for (const id of [userId, otherId]) services.strangerChanged(id, chatId);
    return result;
  };
  const present = (encounter: Encounter): { data: StrangerChat } => ({
    data: presentEncounter(encounter, clock.now()),
  });

  app.post(
    '/strangers/chats/:id/messages',
    {
      config: { access: 'session', limit: 'strangerMessage' },
      schema: {
        summary: 'Write to the stranger: text and emoji',
        tags: ['strangers'],
        params: strangerChatParams,
        body: strangerMessageBody,
        response: { 201: strangerMessageResponse },
      },
    },
    async (request, reply) => {
      const message = await act(request, (context) => sendToStranger(context, request.body));
      return reply.code(201).send({ data: presentStrangerMessage(message) });
    },
  );

  app.post(
    '/strangers/chats/:id/picture',
    {
      config: { access: 'session', limit: 'strangerMessage' },
      schema: {
        summary: 'Send the one picture, once both have allowed photos',
        tags: ['strangers'],
        params: strangerChatParams,
        body: strangerPictureBody,
        response: { 201: strangerMessageResponse },
      },
    },
    async (request, reply) => {
      const message = await act(request, (context) => sendPictureToStranger(context, request.body));
      return reply.code(201).send({ data: presentStrangerMessage(message) });
    },
  );

  app.patch(
    '/strangers/chats/:id',
    {
      config: { access: 'session' },
      schema: {
        summary: 'Allow photos, want to be friends, mark as seen; both wanting reveals both',
        tags: ['strangers'],
        params: strangerChatParams,
        body: strangerChatBody,
        response: { 200: strangerChatResponse },
      },
    },
    async (request) => {
      const outcome = await act<Changed>(request, async (context) => {
        const { result: encounter, otherId } = await changeMyPart(context, request.body);
        if (!isMutual(encounter)) return { result: { encounter, publish: null }, otherId };
        const { tx, userId, now, chatId } = context;
        const log = new LogWriter(tx, now, null);
        const effects: (() => void)[] = [];
        await revealBoth(
          {
            ...{ tx, log, now, receipts, jobs, actorId: userId },
            // Both know each other by now: nothing is looked up.
            chargeLookUp: async () => undefined,
            afterCommit: (effect) => effects.push(effect),
          },
          encounter,
        );
        const entries = await log.flush();
        const commit = { entries, joined: log.joined, left: log.left, actor: null };
        const publish = () => {
          for (const effect of effects) effect();
          services.publish(commit);
        };
        return { result: { encounter: await loadEncounter(tx, userId, chatId, now), publish }, otherId };
      });
      outcome.publish?.();
      return present(outcome.encounter);
    },
  );

  app.post(
    '/strangers/chats/:id/here',
    {
      config: { access: 'session' },
      schema: {
        summary: 'I am still there; answers how the chat stands',
        tags: ['strangers'],
        params: strangerChatParams,
        response: { 200: strangerChatResponse },
      },
    },
    async (request) => present(await act(request, sayHere, { isQuiet: true })),
  );

  app.post(
    '/strangers/chats/:id/end',
    {
      config: { access: 'session' },
      schema: {
        summary: 'Leave the stranger: end, next, or block for good',
        tags: ['strangers'],
        params: strangerChatParams,
        body: strangerEndBody,
        response: { 200: strangerChatResponse },
      },
    },
    async (request) => present(await act(request, (context) => leaveStranger(context, request.body.how))),
  );
};

import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  appealAnswerBody,
  appealBody,
  LIMITS,
  moderationLogResponse,
  moderationQuery,
  moderationReportParams,
  moderationReportResponse,
  moderationReportsResponse,
  moderationResponse,
  revealBody,
  revealResponse,
  standingResponse,
  suspendBody,
  suspensionResponse,
  suspensionsResponse,
} from '../../../protocol/index.ts';
import { inTransaction, readSnapshot } from '../../db/database.ts';
import { actorOf } from '../sync/http.ts';
import { dismissReport, openEvidence, removeReported, revealAuthor, suspendReported } from './acts.ts';
import type { ModerationServices } from './context.ts';
import { listLog, writeLog } from './log.ts';
import { assertModerator, isModerator } from './policy.ts';
import { countWaiting, listReports, loadReport, presentReport } from './queue.ts';
import {
  answerSuspension,
  appealSuspension,
  findSuspension,
  isNameless,
  listSuspensions,
  presentOwnSuspension,
  presentSuspension,
} from './suspend.ts';

const tags = ['moderation'];
const session = { access: 'session' } as const;

/** `/moderation`: for the accounts that the configuration names, and a 404 for everybody else; `/account/standing` for all. */
export const moderationModule: FastifyPluginAsyncZod<{ services: ModerationServices }> = async (
  app,
  { services },
) => {
  const { db, clock } = services;
  const metaOf = (total: number, page: number, perPage: number) => ({
    ...{ page, perPage, total, totalPages: Math.max(1, Math.ceil(total / perPage)) },
    ...{ nextCursor: null, serverTime: clock.now().toISOString() },
  });

  app.get(
    '/moderation',
    {
      config: session,
      schema: { summary: 'How much waits for a moderator', tags, response: { 200: moderationResponse } },
    },
    async (request) =>
      readSnapshot(db, async (tx) => {
        await assertModerator(tx, services, actorOf(request));
        return { data: await countWaiting(tx, clock.now()) };
      }),
  );

  app.get(
    '/moderation/reports',
    {
      config: session,
      schema: {
        summary: 'The queue of reports, oldest first',
        tags,
        querystring: moderationQuery,
        response: { 200: moderationReportsResponse },
      },
    },
    async (request) =>
      readSnapshot(db, async (tx) => {
        await assertModerator(tx, services, actorOf(request));
        const { state = 'open', page = 1 } = request.query;
        const { data, total } = await listReports(tx, state, page, clock.now());
        return { data, meta: metaOf(total, page, LIMITS.moderationPage) };
      }),
  );

  app.get(
    '/moderation/reports/:id',
    {
      config: session,
      schema: {
        summary: 'One report with what surrounds it',
        tags,
        params: moderationReportParams,
        response: { 200: moderationReportResponse },
      },
    },
    async (request) =>
      readSnapshot(db, async (tx) => {
        await assertModerator(tx, services, actorOf(request));
        return { data: await presentReport(tx, await loadReport(tx, request.params.id), clock.now()) };
      }),
  );

  const actOf = (request: Parameters<typeof actorOf>[0] & { params: { id: string } }) => ({
    services,
    moderatorId: actorOf(request),
    reportId: request.params.id,
  });
  const onReport = { params: moderationReportParams, response: { 200: moderationReportResponse } };

  app.post(
    '/moderation/reports/:id/dismiss',
    { config: session, schema: { summary: 'Nothing wrong with it', tags, ...onReport } },
    async (request) => ({ data: await dismissReport(actOf(request)) }),
  );

  app.post(
    '/moderation/reports/:id/remove',
    {
      config: session,
      schema: { summary: 'Take the message, post, comment or chat away', tags, ...onReport },
    },
    async (request) => ({ data: await removeReported(actOf(request)) }),
  );

  app.post(
    '/moderation/reports/:id/suspend',
    {
      config: session,
      schema: { summary: 'Suspend the member it is about', tags, body: suspendBody, ...onReport },
    },
    async (request) => ({ data: await suspendReported(actOf(request), request.body) }),
  );

  app.post(
    '/moderation/reports/:id/files',
    { config: session, schema: { summary: 'Open the pictures it has kept; logged', tags, ...onReport } },
    async (request) => ({ data: await openEvidence(actOf(request)) }),
  );

  app.post(
    '/moderation/reports/:id/author',
    {
      config: session,
      schema: {
        summary: 'Who wrote something anonymous; logged with the reason',
        tags,
        params: moderationReportParams,
        body: revealBody,
        response: { 200: revealResponse },
      },
    },
    async (request) => ({ data: await revealAuthor(actOf(request), request.body.why) }),
  );

  app.get(
    '/moderation/log',
    {
      config: session,
      schema: {
        summary: 'What moderators have done, newest first',
        tags,
        querystring: moderationQuery,
        response: { 200: moderationLogResponse },
      },
    },
    async (request) =>
      readSnapshot(db, async (tx) => {
        await assertModerator(tx, services, actorOf(request));
        const { page = 1 } = request.query;
        const { data, total } = await listLog(tx, page);
        return { data, meta: metaOf(total, page, LIMITS.moderationPage) };
      }),
  );

  app.get(
    '/moderation/suspensions',
    {
      config: session,
      schema: { summary: 'Who is suspended, appeals first', tags, response: { 200: suspensionsResponse } },
    },
    async (request) =>
      readSnapshot(db, async (tx) => {
        await assertModerator(tx, services, actorOf(request));
        const data = await listSuspensions(tx, clock.now());
        return { data, meta: metaOf(data.length, 1, Math.max(1, data.length)) };
      }),
  );

  app.post(
    '/moderation/suspensions/:id/answer',
    {
      config: session,
      schema: {
        summary: 'Lift a suspension, or answer its appeal with no',
        tags,
        params: moderationReportParams,
        body: appealAnswerBody,
        response: { 200: suspensionResponse },
      },
    },
    async (request) =>
      inTransaction(db, async (tx) => {
        const moderatorId = actorOf(request);
        await assertModerator(tx, services, moderatorId);
        const now = clock.now();
        const { lift, words } = request.body;
        const row = await answerSuspension(tx, request.params.id, lift, now);
        const userId = (await isNameless(tx, row)) ? null : row.userId;
        const entry = { moderatorId, reportId: row.reportId, userId, words: words ?? null };
        await writeLog(tx, { ...entry, action: lift ? 'lift' : 'answerAppeal' }, now);
        return { data: await presentSuspension(tx, row, now) };
      }),
  );

  const readAccountStatus = (userId: string) =>
    readSnapshot(db, async (tx) => ({
      data: {
        isModerator: await isModerator(tx, services, userId),
        suspension: await presentOwnSuspension(tx, await findSuspension(tx, userId, clock.now())),
      },
    }));

  app.get(
    '/account/standing',
    {
      config: { access: 'session', whileSuspended: true },
      schema: {
        summary: 'Whether I am suspended, why and until when; and whether I moderate',
        tags: ['account'],
        response: { 200: standingResponse },
      },
    },
    async (request) => readAccountStatus(actorOf(request)),
  );

  app.post(
    '/account/appeal',
    {
      config: { access: 'session', limit: 'appeal', whileSuspended: true },
      schema: {
        summary: 'Ask for another look at my suspension, once',
        tags: ['account'],
        body: appealBody,
        response: { 200: standingResponse },
      },
    },
    async (request) => {
      const userId = actorOf(request);
      await inTransaction(db, (tx) => appealSuspension(tx, userId, request.body.words, clock.now()));
      return readAccountStatus(userId);
    },
  );
};

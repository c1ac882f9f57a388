import { ProtocolError, type SuspendBody } from '../../../protocol/index.ts';
import { inTransaction, type Transaction } from '../../db/database.ts';
import type { PostHint } from '../sync/context.ts';
import { LogWriter } from '../sync/log.ts';
import type { ModerationServices } from './context.ts';
import { writeLog } from './log.ts';
import { assertModerator } from './policy.ts';
import { loadReport, presentModerated, presentReport, type StoredReport, settleReports } from './queue.ts';
import { removeThing } from './remove-thing.ts';
import { type Cut, suspendPerson } from './suspend.ts';

/** Who acts on which report. */
export type ModeratorAct = { services: ModerationServices; moderatorId: string; reportId: string };

/** Loads the report and asks who acts, in the transaction of the act. */
const onReport = <T>(
  { services, moderatorId, reportId }: ModeratorAct,
  work: (tx: Transaction, report: StoredReport, now: Date) => Promise<T>,
): Promise<T> =>
  inTransaction(services.db, async (tx) => {
    await assertModerator(tx, services, moderatorId);
    return work(tx, await loadReport(tx, reportId, { lock: true }), services.clock.now());
  });

const entryOf = ({ moderatorId }: ModeratorAct, report: StoredReport) => ({
  ...{ moderatorId, reportId: report.id, targetKind: report.kind, targetId: report.targetId },
  userId: null as string | null,
});

/** Nothing wrong with it: all open reports about the same are settled. */
export const dismissReport = (act: ModeratorAct) =>
  onReport(act, async (tx, report, now) => {
    await settleReports(tx, report, 'dismissed', now);
    await writeLog(tx, { ...entryOf(act, report), action: 'dismiss' }, now);
    return presentReport(tx, await loadReport(tx, report.id), now);
  });

/** Takes the thing away for everybody. */
export const removeReported = async (act: ModeratorAct) => {
  const { services, moderatorId } = act;
  const { jobs } = services;
  const { data, commit } = await onReport(act, async (tx, report, now) => {
    const log = new LogWriter(tx, now, null);
    await settleReports(tx, report, 'removed', now);
    await writeLog(tx, { ...entryOf(act, report), action: 'remove' }, now);
    const hints: PostHint[] = await removeThing(report, { tx, log, jobs, moderatorId, now });
    const { joined, left } = log;
    const presented = await presentReport(tx, await loadReport(tx, report.id), now);
    const entries = await log.flush();
    return { data: presented, commit: { entries, joined, left, actor: null, hints } };
  });
  services.publish(commit);
  return data;
};

/** Suspends the reported person; sessions and sockets end at once, on every node. */
export const suspendReported = async (act: ModeratorAct, body: SuspendBody) => {
  const { services } = act;
  const { data, cut } = await onReport(act, async (tx, report, now) => {
    if (report.accusedId === null || report.accusedId === act.moderatorId)
      throw new ProtocolError('impossible');
    const why = { ...body, reason: report.reason, reportId: report.id };
    const ended: Cut = await suspendPerson(tx, report.accusedId, why, now);
    await settleReports(tx, report, 'suspended', now);
    // Behind an alias the log does not say who either: that takes the audited look.
    const { isAnonymous } = await presentReport(tx, report, now);
    const userId = isAnonymous ? null : report.accusedId;
    const { days, note } = body;
    await writeLog(
      tx,
      { ...entryOf(act, report), action: 'suspend', userId, days, words: note ?? null },
      now,
    );
    return { data: await presentReport(tx, await loadReport(tx, report.id), now), cut: ended };
  });
  for (const session of cut.sessions) services.sessionEnded(session);
  for (const { userId, chatId } of cut.strangers) services.strangerChanged(userId, chatId);
  return data;
};

/** Who wrote something anonymous. The look itself stands in the log, with its reason, before the answer leaves. */
export const revealAuthor = (act: ModeratorAct, why: string) =>
  onReport(act, async (tx, report, now) => {
    const person = await presentModerated(tx, report.accusedId, now);
    if (!person) throw new ProtocolError('not_found');
    await writeLog(tx, { ...entryOf(act, report), action: 'reveal', userId: person.id, words: why }, now);
    return person;
  });

/** A look at the pictures that a report has kept: for a day they may be fetched by the moderator who has recorded it here. */
export const openEvidence = (act: ModeratorAct) =>
  onReport(act, async (tx, report, now) => {
    await writeLog(tx, { ...entryOf(act, report), action: 'viewFile' }, now);
    return presentReport(tx, report, now);
  });

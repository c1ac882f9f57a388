import { eq } from 'drizzle-orm';
import { type MutationArgs, ProtocolError } from '../../../protocol/index.ts';
import { reports } from '../../db/schema.ts';
import type { CommandContext, CommandResult } from '../sync/context.ts';
import { findEvidence } from './evidence.ts';
import { assertMayReport, lockReporting } from './open-reports.ts';
import { isSignedBy } from './signature.ts';

type Args = MutationArgs<'reportThing'>;

/**
 * Stores a report. What is reported may be gone, or never have been there: the answer is the same, so that it tells nobody
 * what exists. The queue reads `evidence`, which the server saw, beside `claim`, which the reporter says.
 * @throws ProtocolError `impossible` when too many of the reporter's about one person or thing are open
 */
export const reportThing = async (context: CommandContext, args: Args): Promise<CommandResult> => {
  const { id, kind, targetId, reason, note, snapshot, signature } = args;
  const { tx, actorId, now } = context;
  if (targetId === actorId) throw new ProtocolError('impossible');
  if (signature && !(await isSignedBy(args, signature)))
    throw new ProtocolError('validation', {
      errors: [{ field: 'signature', message: 'Does not fit what was signed' }],
    });
  await lockReporting(tx, actorId);
  const [known] = await tx.select().from(reports).where(eq(reports.id, id));
  if (known && (known.reporterId !== actorId || known.targetId !== targetId))
    throw new ProtocolError('id_taken');
  if (known) return { id };
  const found = await findEvidence({ tx, reporterId: actorId, targetId, reportId: id, now }, kind);
  await assertMayReport(tx, actorId, { kind, targetId, found });
  const [stored] = await tx
    .insert(reports)
    .values({
      ...{ id, kind, targetId, reason, reporterId: actorId, createdAt: now },
      note: note?.trim() || null,
      claim: snapshot ?? null,
      signature: signature ?? null,
      evidence: found?.evidence ?? null,
      accusedId: found?.accusedId === actorId ? null : (found?.accusedId ?? null),
    })
    .onConflictDoNothing()
    .returning({ id: reports.id });
  if (!stored) throw new ProtocolError('id_taken');
  return { id };
};

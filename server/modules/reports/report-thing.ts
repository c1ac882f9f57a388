import { eq } from 'drizzle-orm';
import { type MutationArgs, ProtocolError } from '../../../protocol/index.ts';
import { reports } from '../../db/schema.ts';
import type { CommandContext, CommandResult } from '../sync/context.ts';
import { findEvidence } from './evidence.ts';

/**
 * Stores a report. What is reported may be gone, or never have been there: the answer is the same, so that it tells nobody
 * what exists. The queue reads `evidence`, which the server saw, beside `claim`, which the reporter says.
 */
export const reportThing = async (
  context: CommandContext,
  { id, kind, targetId, reason, note, snapshot }: MutationArgs<'reportThing'>,
): Promise<CommandResult> => {
  const { tx, actorId, now } = context;
  if (targetId === actorId) throw new ProtocolError('impossible');
  const [stored] = await tx
    .insert(reports)
    .values({
      ...{ id, kind, targetId, reason, reporterId: actorId, createdAt: now },
      note: note?.trim() || null,
      claim: snapshot ?? null,
      evidence: await findEvidence(tx, actorId, kind, targetId),
    })
    .onConflictDoNothing()
    .returning({ id: reports.id });
  if (stored) return { id };
  const [known] = await tx.select().from(reports).where(eq(reports.id, id));
  if (known?.reporterId !== actorId || known.targetId !== targetId) throw new ProtocolError('id_taken');
  return { id };
};

import { isDeepStrictEqual } from 'node:util';
import { eq } from 'drizzle-orm';
import { type MutationArgs, ProtocolError, userScope } from '../../../protocol/index.ts';
import { users } from '../../db/schema.ts';
import type { CommandContext, CommandResult } from '../sync/context.ts';
import { increment } from '../sync/increment.ts';
import { settingsChange } from '../users/presenter.ts';
import { settingsOf } from './stored.ts';

/** Changes those of the actor's settings that are named. */
export const updateSettings = async (
  { tx, log, actorId }: CommandContext,
  wanted: MutationArgs<'updateSettings'>,
): Promise<CommandResult> => {
  const [before] = await tx
    .select({ settings: users.settings })
    .from(users)
    .where(eq(users.id, actorId))
    .for('update');
  if (!before) throw new ProtocolError('not_found');
  const after = settingsOf({ settings: { ...before.settings, ...wanted } });
  if (isDeepStrictEqual(after, settingsOf(before))) return { id: actorId };
  const [changed] = await tx
    .update(users)
    .set({ settings: after, settingsVersion: increment(users.settingsVersion) })
    .where(eq(users.id, actorId))
    .returning();
  if (!changed) throw new ProtocolError('not_found');
  log.put(userScope(actorId), settingsChange(changed));
  return { id: actorId };
};

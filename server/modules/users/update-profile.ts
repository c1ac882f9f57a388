import { eq } from 'drizzle-orm';
import { type MutationArgs, ProtocolError, userScope } from '../../../protocol/index.ts';
import { users } from '../../db/schema.ts';
import { attachPicture } from '../files/attach-files.ts';
import type { CommandContext, CommandResult } from '../sync/context.ts';
import { increment } from '../sync/increment.ts';
import { settingsChange, userChange } from './presenter.ts';
import { areAcquainted } from './queries.ts';
import { tellOnce, tellProfileJob } from './tell-profile.ts';

/**
 * Changes the actor's own profile. Friends and shared chats receive a new name or picture from a durable job: there may be many.
 */
export const updateProfile = async (
  context: CommandContext,
  { userId, ...wanted }: MutationArgs<'updateProfile'>,
): Promise<CommandResult> => {
  const { tx, log, jobs, actorId } = context;
  if (userId !== actorId)
    throw new ProtocolError((await areAcquainted(tx, actorId, userId)) ? 'forbidden' : 'not_found');
  const [before] = await tx.select().from(users).where(eq(users.id, actorId)).for('update');
  if (!before) throw new ProtocolError('not_found');
  const after = {
    firstName: wanted.firstName ?? before.firstName,
    middleName: wanted.middleName === undefined ? before.middleName : wanted.middleName || null,
    lastName: wanted.lastName ?? before.lastName,
    birthDate: wanted.birthDate ?? before.birthDate,
    avatarId: wanted.avatarId === undefined ? before.avatarId : wanted.avatarId,
  };
  const isRepictured = after.avatarId !== before.avatarId;
  const hasNewFace =
    isRepictured ||
    after.firstName !== before.firstName ||
    after.middleName !== before.middleName ||
    after.lastName !== before.lastName;
  const hasNewBirthDate = after.birthDate !== before.birthDate;
  if (!hasNewFace && !hasNewBirthDate) return { id: actorId };
  if (isRepictured) await attachPicture(context, { kind: 'user', targetId: actorId }, after.avatarId);
  const [changed] = await tx
    .update(users)
    .set({
      ...after,
      ...(hasNewFace ? { version: increment(users.version) } : {}),
      ...(hasNewBirthDate ? { settingsVersion: increment(users.settingsVersion) } : {}),
    })
    .where(eq(users.id, actorId))
    .returning();
  if (!changed) throw new ProtocolError('not_found');
  if (hasNewBirthDate) log.put(userScope(actorId), settingsChange(changed));
  if (hasNewFace) {
    log.put(userScope(actorId), userChange(changed));
    await jobs.send(tx, tellProfileJob, { userId: actorId }, { once: tellOnce(actorId) });
  }
  return { id: actorId };
};

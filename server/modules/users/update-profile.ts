import { type MutationArgs, ProtocolError, userScope } from '../../../protocol/index.ts';
import { attachPicture } from '../files/attach-files.ts';
import { type BatchedCommand, NeedsPreparation } from '../sync/batch/command.ts';
import { loadState, type Needs } from '../sync/batch/state.ts';
import { type StoredUser, settingsChange, userChange } from './presenter.ts';
import { areAcquainted } from './queries.ts';
import { tellOnce, tellProfileJob } from './tell-profile.ts';

type Args = MutationArgs<'updateProfile'>;
/** Whether the actor knows the person whose profile it is. */
type Prepared = { isKnown: boolean };

const needsOfProfile = (actorId: string): Needs => ({ lockedPeople: [actorId] });

/**
 * Changes the actor's own profile. Friends and shared chats receive a new name or picture from a durable job: there may be many.
 * A picture, and the answer about somebody else's profile, are prepared first.
 */
export const updateProfile: BatchedCommand<Args, Prepared> = {
  needs: (_wanted, actorId) => needsOfProfile(actorId),
  decide: ({ state, log, jobs, actorId, beforeCommit }, { userId, ...wanted }, prepared) => {
    if (userId !== actorId) {
      if (!prepared) throw new NeedsPreparation();
      throw new ProtocolError(prepared.isKnown ? 'forbidden' : 'not_found');
    }
    const before = state.people.get(actorId);
    if (!before) throw new ProtocolError('not_found');
    const after = {
      firstName: wanted.firstName ?? before.firstName,
      middleName: wanted.middleName === undefined ? before.middleName : wanted.middleName || null,
      lastName: wanted.lastName ?? before.lastName,
      birthDate: wanted.birthDate ?? before.birthDate,
      avatarId: pictureOf(wanted, before),
    };
    const isRepictured = after.avatarId !== before.avatarId;
    const hasNewFace =
      isRepictured ||
      after.firstName !== before.firstName ||
      after.middleName !== before.middleName ||
      after.lastName !== before.lastName;
    const hasNewBirthDate = after.birthDate !== before.birthDate;
    if (!hasNewFace && !hasNewBirthDate) return { id: actorId };
    if (isRepictured && !prepared) throw new NeedsPreparation();
    const settingsVersion = before.settingsVersion + (hasNewBirthDate ? 1 : 0);
    const fields = { ...after, settingsVersion };
    const changed = hasNewFace ? state.people.change(before, fields) : state.people.note(before, fields);
    if (hasNewBirthDate) log.put(userScope(actorId), settingsChange(changed));
    if (hasNewFace) {
      log.put(userScope(actorId), userChange(changed));
      beforeCommit(`profile ${actorId}`, (tx) =>
        jobs.send(tx, tellProfileJob, { userId: actorId }, { once: tellOnce(actorId) }),
      );
    }
    return { id: actorId };
  },
  prepare: async (context, { userId, ...wanted }) => {
    const { tx, actorId } = context;
    if (userId !== actorId) return { isKnown: await areAcquainted(tx, actorId, userId) };
    const { people } = await loadState(tx, [needsOfProfile(actorId)]);
    const before = people.get(actorId);
    const avatarId = before && pictureOf(wanted, before);
    if (avatarId !== undefined && avatarId !== before?.avatarId)
      await attachPicture(context, { kind: 'user', targetId: actorId }, avatarId);
    return { isKnown: true };
  },
};

const pictureOf = ({ avatarId }: Pick<Args, 'avatarId'>, before: StoredUser): string | null =>
  avatarId === undefined ? before.avatarId : avatarId;

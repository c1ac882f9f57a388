import { isDeepStrictEqual } from 'node:util';
import { type MutationArgs, ProtocolError, userScope } from '../../../protocol/index.ts';
import type { BatchedCommand } from '../sync/batch/command.ts';
import { settingsChange } from '../users/presenter.ts';
import { settingsOf } from './stored.ts';

/** Changes those of the actor's settings that are named. */
export const updateSettings: BatchedCommand<MutationArgs<'updateSettings'>> = {
  needs: (_wanted, userId) => ({ lockedPeople: [userId] }),
  decide: ({ state, log, actorId }, wanted) => {
    const before = state.people.get(actorId);
    if (!before) throw new ProtocolError('not_found');
    const settings = settingsOf({ settings: { ...before.settings, ...wanted } });
    if (isDeepStrictEqual(settings, settingsOf(before))) return { id: actorId };
    const settingsVersion = before.settingsVersion + 1;
    log.put(userScope(actorId), settingsChange(state.people.note(before, { settings, settingsVersion })));
    return { id: actorId };
  },
};

import { rowKey } from '../rebase/row-keys.ts';
import type { Effect } from './effect.ts';

export const updateProfile: Effect<'updateProfile'> = {
  tables: ['users', 'settings'],

  async prepare({ userId }) {
    return { touches: [rowKey('users', userId), rowKey('settings', userId)] };
  },

  // A picture that has not been uploaded yet is not shown to others.
  files: ({ avatarId }) => ({ ids: avatarId == null ? [] : [avatarId], wait: true }),

  run(draft, { args: { userId, firstName, middleName, lastName, birthDate, avatarId } }) {
    const user = draft.get('users', userId);
    if (user !== null) {
      draft.put('users', {
        ...user,
        firstName: firstName ?? user.firstName,
        middleName: middleName === undefined ? user.middleName : middleName || null,
        lastName: lastName ?? user.lastName,
        avatarId: avatarId === undefined ? user.avatarId : avatarId,
      });
    }
    const settings = draft.get('settings', userId);
    if (settings !== null && birthDate !== undefined) draft.put('settings', { ...settings, birthDate });
  },

  // A picture waits for its file, and may be refused for it: no name goes with it.
  coalesce: (earlier, later) =>
    earlier.userId === later.userId && (earlier.avatarId === undefined) === (later.avatarId === undefined)
      ? { ...earlier, ...later }
      : null,
};

import { rowKey } from '../rebase/row-keys.ts';
import type { Effect } from './effect.ts';

export const updateSettings: Effect<'updateSettings'> = {
  tables: ['settings'],

  async prepare(_args, _tx, userId) {
    return { touches: [rowKey('settings', userId)] };
  },

  run(draft, { args }, { userId }) {
    const settings = draft.get('settings', userId);
    if (settings !== null) draft.put('settings', { ...settings, ...args });
  },

  coalesce: (earlier, later) => ({ ...earlier, ...later }),
};

import { expect, it } from 'vitest';
import { DEFAULT_SETTINGS, newId } from '../../protocol/index.ts';
import { fold } from '../rebase/fold.ts';
import { rowKey } from '../rebase/row-keys.ts';
import { createRows } from '../rebase/rows.ts';
import { outboxRow } from '../testing/rows.ts';
import { updateProfile } from './profile.ts';
import { updateSettings } from './settings.ts';

const me = newId();
const at = '2026-11-20T08:00:00.000Z';
const context = { userId: me, ownSeqs: () => [] };

const account = () => {
  const rows = createRows();
  const names = { firstName: 'Ana', middleName: 'Luz', lastName: 'Reyes' };
  rows.users.set(me, { id: me, uniqueCode: 'C', ...names, avatarId: null, createdAt: at, version: 3 });
  const own = { email: 'ana@example.test', birthDate: '1990-05-05' };
  rows.settings.set(me, { id: me, ...DEFAULT_SETTINGS, ...own, version: 2 });
  return rows;
};

it('[EF9] a profile shows what was changed, and keeps what was not', () => {
  const args = { userId: me, firstName: 'Anita', middleName: '', birthDate: '1991-01-01' };
  const touches = [rowKey('users', me), rowKey('settings', me)];
  const shown = fold(account(), [outboxRow('updateProfile', args, { seq: 1, touches })], context);
  expect(shown.users.get(me)).toMatchObject({ firstName: 'Anita', middleName: null, lastName: 'Reyes' });
  expect(shown.settings.get(me)).toMatchObject({ birthDate: '1991-01-01', email: 'ana@example.test' });
});

it('[EF9] settings change one by one', () => {
  const args = { showPresence: false };
  const touches = [rowKey('settings', me)];
  const shown = fold(account(), [outboxRow('updateSettings', args, { seq: 1, touches })], context);
  expect(shown.settings.get(me)).toMatchObject({ showPresence: false, sendReadReceipts: true });
});

it('[EF9] two changes that never left become the last wanted state', () => {
  const profile = updateProfile.coalesce?.(
    { userId: me, firstName: 'A', lastName: 'B' },
    { userId: me, firstName: 'C' },
  );
  expect(profile).toEqual({ userId: me, firstName: 'C', lastName: 'B' });
  const settings = updateSettings.coalesce?.({ dataSaver: true, haptics: true }, { dataSaver: false });
  expect(settings).toEqual({ dataSaver: false, haptics: true });
});

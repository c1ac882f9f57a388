import { expect, it } from 'vitest';
import { ownName, type UserRow } from '../../protocol/index.ts';
import { startI18n } from '../i18n/i18n.ts';
import { chatName, firstName, fullName, newerProfile } from './people.ts';

const carried: UserRow = {
  ...{ id: 'u1', uniqueCode: 'ABCDEFGHJKMNP', firstName: 'Ana', middleName: null, lastName: 'Santos' },
  ...{ avatarId: null, createdAt: '2026-03-01T09:00:00.000Z', version: 2 },
};

it('shows the newer of what a row carries of its author and what this device holds', () => {
  const renamed = { ...carried, firstName: 'Anita', version: 3 };
  expect(newerProfile(carried, renamed)).toBe(renamed);
  expect(newerProfile(renamed, carried)).toBe(renamed);
  expect(newerProfile(carried, undefined)).toBe(carried);
});

it('shows a name that was changed here before the server knows of it', () => {
  const renamedOffline = { ...carried, firstName: 'Anita' };
  expect(newerProfile(carried, renamedOffline)).toBe(renamedOffline);
});

it('draws of a stored name what can be seen, and says where nothing can', async () => {
  const root = { lang: '', dir: '' };
  const storage = { getItem: () => null, setItem: () => undefined };
  await startI18n({ root, storage, wished: ['en-US'], isStrict: true });
  const named = (first: string, last: string) => ({ firstName: first, lastName: last });
  expect(fullName(named('Ana', 'Santos'))).toBe('Ana Santos');
  expect(fullName(named('\u3164', 'Santos'))).toBe('Santos');
  expect(fullName(named('\u3164', '\u2800'))).toBe('No name');
  expect(firstName(named('\u3164', 'Santos'))).toBe('Santos');
  expect(firstName(named('\u0007', '\u3164'))).toBe('No name');
  expect(fullName(named('\u202eanA', 'Santos'))).toBe('anA Santos');
  expect(fullName(named('Deleted', 'account'))).toBe('Deleted account');
  expect(ownName(named('Deleted', 'account'))).toBeNull();
  expect(chatName('\u3164')).toBe('Chat without a name');
  expect(chatName('Bar\u0007kada')).toBe('Barkada');
  expect(chatName(null)).toBe('');
});

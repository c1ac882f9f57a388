import { expect, it } from 'vitest';
import type { UserRow } from '../../protocol/index.ts';
import { newerProfile } from './people.ts';

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

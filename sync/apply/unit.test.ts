import { describe, expect, it } from 'vitest';
import { type Change, newId } from '../../protocol/index.ts';
import { createMemoryDisk, openMemoryStorage } from '../testing/memory-storage.ts';
import { createVirtualTime } from '../testing/virtual-time.ts';
import { ensureDatabaseId } from './database-id.ts';
import { createUnitRunner } from './run-unit.ts';

/** The member's own profile: others' go when nothing points to them. */
const id = newId();

const setup = async () => {
  const disk = createMemoryDisk();
  const operations: string[] = [];
  const storage = openMemoryStorage(disk, { onOperation: (operation) => operations.push(operation) });
  const { databaseId } = await ensureDatabaseId(storage, newId);
  const runner = createUnitRunner(storage, { userId: id, databaseId }, createVirtualTime());
  const apply = async (...changes: Change[]) => {
    operations.length = 0;
    await runner.run(['users'], async (unit) => {
      for (const change of changes) unit.change(change);
    });
    return operations.filter((operation) => operation === 'put' || operation === 'delete').length;
  };
  return { disk, apply };
};

const user = (version: number, firstName: string): Change => ({
  table: 'users',
  id,
  version,
  row: {
    id,
    uniqueCode: 'C000000000001',
    firstName,
    middleName: null,
    lastName: 'Reyes',
    avatarId: null,
    createdAt: '2026-11-20T08:00:00.000Z',
    version,
  },
});
const gone = (version: number): Change => ({ table: 'users', id, version, row: null });

describe('a change', () => {
  it('[AP1] is news by its version; a tombstone is a version like any other', async () => {
    const { disk, apply } = await setup();
    const name = () => disk.stores.users.get(id)?.firstName;
    await apply(user(2, 'Ana'));
    await apply(user(1, 'older'));
    expect(name()).toBe('Ana');
    await apply(gone(3));
    expect(name()).toBeUndefined();
    await apply(user(2, 'Ana'));
    await apply(user(3, 'as old as its end'));
    expect(name()).toBeUndefined();
    await apply(user(4, 'restored'));
    expect(name()).toBe('restored');
    await apply(gone(3));
    expect(name()).toBe('restored');
    await apply(user(6, 'newest'), user(5, 'of another scope'));
    expect(name()).toBe('newest');
  });

  it('[AP5] that says nothing new writes nothing', async () => {
    const { apply } = await setup();
    expect(await apply(user(2, 'Ana'))).toBe(1);
    expect(await apply(user(2, 'Ana'))).toBe(0);
    expect(await apply(user(1, 'older'))).toBe(0);
    expect(await apply()).toBe(0);
  });
});

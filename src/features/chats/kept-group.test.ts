import { expect, it } from 'vitest';
import { NEW_GROUP_KEY } from '../../app/new-group-key.ts';
import { memoryStorage } from '../../testing/memory-storage.ts';
import { readGroup, storeGroup } from './kept-group.ts';

const group = { type: 'PUBLIC', name: 'Tropa', people: ['ben'], faceId: 'face', tray: 'tray' } as const;

it('a group that was begun is there again for its member, and for no other one', () => {
  const sessionStorage = memoryStorage();
  storeGroup(sessionStorage, 'ana', group);
  expect(readGroup(sessionStorage, 'ana')).toEqual(group);
  expect(readGroup(sessionStorage, 'cora')).toBeNull();
  storeGroup(sessionStorage, 'ana', { ...group, name: '', people: [], faceId: null });
  expect(sessionStorage.getItem(NEW_GROUP_KEY)).toBeNull();
  sessionStorage.setItem(NEW_GROUP_KEY, 'no JSON');
  expect(readGroup(sessionStorage, 'ana')).toBeNull();
});

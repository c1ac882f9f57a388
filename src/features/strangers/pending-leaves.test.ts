import { expect, it, vi } from 'vitest';
import { newId } from '../../../protocol/index.ts';
import type { Answer } from '../../session/call-server.ts';
import { forgetPendingLeave, keepPendingLeave, pendingLeavesOf } from '../../session/pending-leaves.ts';
import { leaveUntilAcknowledged } from './leave-until-acknowledged.ts';

/** What local storage keeps. */
const openStorage = (): Storage => {
  const items = new Map<string, string>();
  return {
    get length() {
      return items.size;
    },
    key: (index) => [...items.keys()][index] ?? null,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
    clear: () => items.clear(),
  };
};

it('keeps a pending leave once per chat and for its member alone, until the server has it', () => {
  const storage = openStorage();
  const [ana, ben, chatId] = [newId(), newId(), newId()];
  keepPendingLeave(storage, { userId: ana, chatId, how: 'next' });
  keepPendingLeave(storage, { userId: ana, chatId, how: 'block' });
  expect(pendingLeavesOf(storage, ana)).toEqual([{ userId: ana, chatId, how: 'block' }]);
  expect(pendingLeavesOf(storage, ben)).toEqual([]);
  forgetPendingLeave(storage, chatId);
  expect([pendingLeavesOf(storage, ana), storage.length]).toEqual([[], 0]);
});

it('takes no notice of anything else in its place', () => {
  const storage = openStorage();
  for (const text of ['', '{', '[1]', '{"chatId":"x"}']) {
    storage.setItem('tambay.goodbyes', text);
    expect(pendingLeavesOf(storage, newId())).toEqual([]);
  }
});

it('a block is still there while no server answers, and gone when one has', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('window', new EventTarget());
  const storage = openStorage();
  let userId = newId();
  const leave = { userId, chatId: newId(), how: 'block' } as const;
  let isReached = false;
  const tries: string[] = [];
  const api = {
    endStrangerChat: async (_token: string, chatId: string, how: string): Promise<Answer<null>> => {
      tries.push(`${how} ${chatId}`);
      return isReached ? { kind: 'done', data: null } : { kind: 'unreachable' };
    },
  };
  const session = {
    token: () => 'token',
    state: {
      get value() {
        return { kind: 'signedIn', engine: { userId } };
      },
    },
  };
  const leaving = leaveUntilAcknowledged({ api, session }, storage, leave);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(tries.length).toBeGreaterThan(3);
  expect(pendingLeavesOf(storage, leave.userId)).toEqual([leave]);
  // Another member came in here in the meantime: it is not said in their name, nor forgotten.
  userId = newId();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await leaving).toBe(false);
  expect(pendingLeavesOf(storage, leave.userId)).toEqual([leave]);
  isReached = true;
  userId = leave.userId;
  const again = leaveUntilAcknowledged({ api, session }, storage, leave);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await again).toBe(true);
  expect(new Set(tries)).toEqual(new Set([`block ${leave.chatId}`]));
  expect(pendingLeavesOf(storage, leave.userId)).toEqual([]);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

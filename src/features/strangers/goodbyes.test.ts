import { expect, it, vi } from 'vitest';
import { newId } from '../../../protocol/index.ts';
import type { Answer } from '../../session/call-server.ts';
import { forgetGoodbye, goodbyesOf, keepGoodbye } from '../../session/goodbyes.ts';
import { leaveUntilHeard } from './leave-until-heard.ts';

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

it('a goodbye is kept once per chat and for its member alone, until it was heard', () => {
  const storage = openStorage();
  const [ana, ben, chatId] = [newId(), newId(), newId()];
  keepGoodbye(storage, { userId: ana, chatId, how: 'next' });
  keepGoodbye(storage, { userId: ana, chatId, how: 'block' });
  expect(goodbyesOf(storage, ana)).toEqual([{ userId: ana, chatId, how: 'block' }]);
  expect(goodbyesOf(storage, ben)).toEqual([]);
  forgetGoodbye(storage, chatId);
  expect([goodbyesOf(storage, ana), storage.length]).toEqual([[], 0]);
});

it('what is in its place and is no goodbye is none', () => {
  const storage = openStorage();
  for (const text of ['', '{', '[1]', '{"chatId":"x"}']) {
    storage.setItem('tambay.goodbyes', text);
    expect(goodbyesOf(storage, newId())).toEqual([]);
  }
});

it('a block is still there while nobody hears it, and gone when somebody has', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('window', new EventTarget());
  const storage = openStorage();
  let userId = newId();
  const goodbye = { userId, chatId: newId(), how: 'block' } as const;
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
  const leaving = leaveUntilHeard({ api, session }, storage, goodbye);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(tries.length).toBeGreaterThan(3);
  expect(goodbyesOf(storage, goodbye.userId)).toEqual([goodbye]);
  // Another member came in here in the meantime: it is not said in their name, nor forgotten.
  userId = newId();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await leaving).toBe(false);
  expect(goodbyesOf(storage, goodbye.userId)).toEqual([goodbye]);
  isReached = true;
  userId = goodbye.userId;
  const again = leaveUntilHeard({ api, session }, storage, goodbye);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await again).toBe(true);
  expect(new Set(tries)).toEqual(new Set([`block ${goodbye.chatId}`]));
  expect(goodbyesOf(storage, goodbye.userId)).toEqual([]);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

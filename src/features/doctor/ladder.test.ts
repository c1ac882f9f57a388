import { describe, expect, it } from 'vitest';
import type { EngineHealth, EngineStatus } from '../../../sync/index.ts';
import { ladderOf } from './ladder.ts';

const health: EngineHealth = {
  role: 'page',
  isLeader: true,
  networkAt: 1,
  serverAt: 2,
  sessionAt: 3,
  socketAt: 4,
  isSocketConnected: true,
  connectingSince: null,
  pushAt: 5,
  pullAt: 6,
  oldestMs: null,
  isStuck: false,
  heads: {},
};
const status: EngineStatus = {
  connection: 'online',
  pending: 0,
  sending: 0,
  attention: 0,
  unsettled: 0,
  marks: 0,
  files: 0,
  drafts: 0,
  paused: null,
  isCatchingUp: false,
  lastSyncedAt: 6,
  lostPending: null,
  similarDevice: null,
  isStuck: false,
};
const server = { by: 'server', tookMs: 20, serverTime: 7 } as const;
const states = (seen: Partial<Parameters<typeof ladderOf>[0]>) =>
  ladderOf({ at: 7, health, status, isOnline: true, reached: server, ...seen })
    .map(({ state }) => state[0])
    .join('');

describe('the ladder of the Sync Doctor', () => {
  it('is open from the device to the outbox when all is well', () => {
    expect(states({})).toBe('oooooo');
  });

  it('names the lowest rung that is broken, and says nothing of what stands above it', () => {
    expect(states({ isOnline: false, reached: { by: 'nobody' } })).toBe('buuuuu');
    expect(states({ reached: { by: 'stranger' } })).toBe('obuuuu');
    expect(states({ reached: { by: 'nobody' } })).toBe('oubuuu');
    expect(states({ reached: { by: 'trouble' } })).toBe('oobuuu');
    expect(states({ status: { ...status, paused: 'wrong_account' } })).toBe('ooobuu');
    expect(states({ health: { ...health, isSocketConnected: false } })).toBe('oooobu');
    expect(states({ health: { ...health, isStuck: true } })).toBe('ooooob');
  });

  it('does not say that sending works before anything was sent, however much waits', () => {
    const unsent = { ...health, pushAt: null };
    expect(states({ health: unsent })).toBe('ooooou');
    expect(states({ health: unsent, status: { ...status, pending: 1 } })).toBe('ooooou');
  });

  it('does not blame a tab for a socket that another one holds', () => {
    expect(states({ health: { ...health, isLeader: false, isSocketConnected: false } })).toBe('oooouo');
  });

  it('gives a socket time to connect before it calls it broken', () => {
    const connecting = { ...health, isSocketConnected: false, connectingSince: 7 };
    expect(states({ health: connecting, at: 7 + 9_999 })).toBe('oooouo');
    expect(states({ health: connecting, at: 7 + 10_000 })).toBe('oooobu');
  });
});

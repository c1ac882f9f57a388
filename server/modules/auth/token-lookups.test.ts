import { afterAll, describe, expect, it } from 'vitest';
import { ProtocolError } from '../../../protocol/index.ts';
import { createMemoryBuckets } from '../../plugins/buckets.ts';
import { openMemoryDatabase } from '../../testing/open-database.ts';
import { createTokenLookups } from './token-lookups.ts';

const embedded = await openMemoryDatabase();
afterAll(() => embedded.close());
const endless = async () => 0;
const member = { id: 'session' };
const tokenOf = (index: number): string => String(index).padStart(43, '0');

/** A database of one living token, which answers when it is told to. */
const openDatabase = (living: string) => {
  const pending: (() => void)[] = [];
  let asked = 0;
  return {
    find: async (token: string) => {
      asked += 1;
      await new Promise<void>((resolve) => pending.push(resolve));
      return token === living ? member : null;
    },
    asked: () => asked,
    pending: () => pending.length,
    /** Answers all questions, and those that come meanwhile. */
    answerAll: async () => {
      for (let quiet = 0; quiet < 10; quiet += 1) {
        if (pending.length > 0) quiet = 0;
        for (const answer of pending.splice(0)) answer();
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
  };
};
const kindOf = (error: unknown): string => (error instanceof ProtocolError ? error.kind : String(error));
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('look-ups of unknown tokens', () => {
  it('are two at once, with a bounded queue, and the rest is told to come later', async () => {
    const tokens = createTokenLookups(endless, embedded);
    const database = openDatabase(tokenOf(-1));
    const outcomes = Array.from({ length: 2_000 }, (_, index) =>
      tokens.find(tokenOf(index), `address ${index}`, database.find).then(() => 'found', kindOf),
    );
    await settle();
    expect(database.pending()).toBe(2);
    await database.answerAll();
    const kinds = await Promise.all(outcomes);
    expect(kinds.filter((kind) => kind === 'session_dead')).toHaveLength(1_002);
    expect(kinds.filter((kind) => kind === 'unavailable')).toHaveLength(998);
    expect(database.asked()).toBe(1_002);
  });

  it('stand in the way of no token that was seen alive', async () => {
    const living = tokenOf(-1);
    const tokens = createTokenLookups(endless, embedded);
    const database = openDatabase(living);
    const first = tokens.find(living, 'home', database.find);
    await database.answerAll();
    expect(await first).toBe(member);
    const flood = Array.from({ length: 1_000 }, (_, index) =>
      tokens.find(tokenOf(index), 'elsewhere', database.find).catch(kindOf),
    );
    await settle();
    const again = tokens.find(living, 'home', database.find);
    expect(database.pending()).toBe(3);
    await database.answerAll();
    expect(await again).toBe(member);
    await Promise.all(flood);
  });

  it('of one address end with its bucket, also of those that wait already', async () => {
    const tokens = createTokenLookups(
      createMemoryBuckets(() => 0),
      embedded,
    );
    const database = openDatabase(tokenOf(-1));
    const outcomes = Array.from({ length: 200 }, (_, index) =>
      tokens.find(tokenOf(index), 'home', database.find).catch(kindOf),
    );
    await database.answerAll();
    const kinds = await Promise.all(outcomes);
    expect(kinds.filter((kind) => kind === 'session_dead')).toHaveLength(60);
    expect(new Set(kinds)).toEqual(new Set(['session_dead', 'rate_limited']));
    expect(database.asked()).toBeLessThanOrEqual(61);
  });

  it('ask the database for a token that was seen alive, too, and forget it when it is dead', async () => {
    const tokens = createTokenLookups(endless, embedded);
    let isAlive = true;
    let asked = 0;
    const find = async () => {
      asked += 1;
      return isAlive ? member : null;
    };
    expect(await tokens.find(tokenOf(1), 'home', find)).toBe(member);
    isAlive = false;
    expect(await tokens.find(tokenOf(1), 'home', find).catch(kindOf)).toBe('session_dead');
    expect(asked).toBe(2);
  });

  it('free their place when the database fails', async () => {
    const tokens = createTokenLookups(endless, embedded);
    const fail = async () => {
      throw new Error('connection refused');
    };
    for (let index = 0; index < 500; index += 1)
      expect(await tokens.find(tokenOf(index), 'home', fail).catch(kindOf)).toContain('connection refused');
  });
});

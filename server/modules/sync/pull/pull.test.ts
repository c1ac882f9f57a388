import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Cursor,
  chatScope,
  LIMITS,
  newId,
  pullResponse,
  type ScopeId,
  userScope,
} from '../../../../protocol/index.ts';
import { memberships, scopes } from '../../../db/schema.ts';
import { Device } from '../../../testing/device.ts';
import { type OpenedDatabase, openMemoryDatabase } from '../../../testing/open-database.ts';
import { World } from '../../../testing/world.ts';
import { planPull, takeWithinBudget } from './plan.ts';

let opened: OpenedDatabase;
let world: World;
beforeAll(async () => {
  opened = await openMemoryDatabase();
  world = new World(opened.db);
});
afterAll(() => opened.close());

const cursorsOf = (answer: Awaited<ReturnType<World['pull']>>): Record<ScopeId, Cursor> =>
  Object.fromEntries(answer.scopes.map(({ scope, epoch, to }) => [scope, { epoch, seq: to }]));

describe('a first pull', () => {
  it('brings everything that the person may hold, and keeps to the protocol', async () => {
    const { ana, chatId } = await world.friends();
    await world.say(ana, chatId);
    const answer = await world.pull(ana);
    expect(pullResponse.parse(answer)).toEqual(answer);
    expect(answer.scopes.map(({ kind, scope }) => [kind, scope])).toEqual([
      ['reset', userScope(ana.id)],
      ['reset', chatScope(chatId)],
    ]);
    expect(answer.scopes[1]).toMatchObject({ coverage: { fromSeq: 1, toSeq: 1 } });
    expect(answer).toMatchObject({ more: false, removed: [], lastPendingCount: null });
  });

  it('holds no private data of anybody else', async () => {
    const { ana, ben } = await world.friends();
    const text = JSON.stringify(await world.pull(ana));
    expect(text).toContain(ana.email);
    expect(text).not.toContain(ben.email);
  });

  it('carries the newest messages of a long chat, and says which', async () => {
    const { ana, chatId } = await world.friends();
    for (let n = 0; n < LIMITS.snapshotMessages + 5; n += 1) await world.say(ana, chatId, `line ${n + 1}`);
    const answer = await world.pull(ana);
    expect(answer.scopes[1]).toMatchObject({ coverage: { fromSeq: 6, toSeq: 55 } });
    const device = new Device();
    await device.sync(() => Promise.resolve(answer));
    expect(device.count('messages')).toBe(LIMITS.snapshotMessages);
  });
});

describe('a later pull', () => {
  it('is empty when nothing has happened', async () => {
    const { ana } = await world.friends();
    const first = await world.pull(ana);
    const second = await world.pull(ana, cursorsOf(first));
    expect(second).toMatchObject({ scopes: [], removed: [], more: false });
  });

  it('brings what changed since, once per row', async () => {
    const { ana, ben, chatId } = await world.friends();
    const first = await world.pull(ana);
    const [one, two] = [await world.say(ben, chatId), await world.say(ben, chatId)];
    const answer = await world.pull(ana, cursorsOf(first));
    expect(answer.scopes.map(({ kind }) => kind)).toEqual(['tail']);
    const changed = answer.scopes[0]?.changes.map(({ id }) => id);
    expect(new Set(changed)).toEqual(new Set([chatId, one, two]));
    expect(changed?.length).toBe(3);
  });

  it('starts a chat again when too many messages are missing', async () => {
    const { ana, ben, chatId } = await world.friends();
    const first = await world.pull(ana);
    for (let n = 0; n <= LIMITS.tailMessagesMax; n += 1) await world.say(ben, chatId);
    const answer = await world.pull(ana, cursorsOf(first));
    expect(answer.scopes).toMatchObject([
      { kind: 'reset', scope: chatScope(chatId), coverage: { fromSeq: 152, toSeq: 201 } },
    ]);
  });

  it('starts again after a restore, from the future, and from before the floor', async () => {
    const { ana, chatId } = await world.friends();
    const scope = chatScope(chatId);
    const cursors = cursorsOf(await world.pull(ana));
    const kindWith = async (cursor: Partial<Cursor>): Promise<string | undefined> => {
      const known = cursors[scope];
      if (!known) return undefined;
      const answer = await world.pull(ana, { ...cursors, [scope]: { ...known, ...cursor } });
      return answer.scopes.map((held) => `${held.scope === scope} ${held.kind}`).join();
    };
    expect(await kindWith({ epoch: newId() })).toBe('true reset');
    expect(await kindWith({ seq: 99 })).toBe('true reset');
    await world.say(ana, chatId);
    await world.say(ana, chatId);
    await world.db.update(scopes).set({ floorSeq: 2 }).where(eq(scopes.id, scope));
    expect((await kindWith({ seq: 1 }))?.includes('true reset')).toBe(true);
    expect((await kindWith({ seq: 2 }))?.includes('true tail')).toBe(true);
  });

  it('names what the device may not hold, and gives nothing of it', async () => {
    const { ana, ben, chatId } = await world.friends();
    const cursors = cursorsOf(await world.pull(ana));
    const stranger = await world.person();
    const nosy = await world.pull(stranger, {
      ...cursors,
      [userScope(stranger.id)]: { epoch: newId(), seq: 0 },
    });
    expect(new Set(nosy.removed)).toEqual(new Set([userScope(ana.id), chatScope(chatId)]));
    expect(nosy.scopes.map(({ scope }) => scope)).toEqual([userScope(stranger.id)]);
    await world.db
      .update(memberships)
      .set({ leftAt: world.clock.now() })
      .where(eq(memberships.userId, ana.id));
    await world.say(ben, chatId);
    expect(await world.pull(ana, cursors)).toMatchObject({ removed: [chatScope(chatId)], scopes: [] });
  });

  it('remembers how much unsent work a device told of', async () => {
    const ana = await world.person();
    const deviceId = newId();
    expect((await world.pull(ana, {}, { deviceId, pendingCount: 3 })).lastPendingCount).toBeNull();
    expect((await world.pull(ana, {}, { deviceId, pendingCount: 0 })).lastPendingCount).toBe(3);
    expect((await world.pull(ana, {}, { deviceId, pendingCount: 1 })).lastPendingCount).toBe(0);
    expect((await world.pull(ana, {}, { pendingCount: 0 })).lastPendingCount).toBeNull();
  });

  it('says nothing of verdicts while it leaves something out', async () => {
    const ana = await world.person();
    for (let n = 0; n < 12; n += 1) {
      const friend = await world.person('Ben');
      await world.befriend(ana, friend);
    }
    const id = newId();
    await world.run(ana, 'markSeen', { chatId: newId(), seq: 1 }, { id });
    const device = new Device();
    const answers: boolean[] = [];
    await device.sync(async (cursors) => {
      const answer = await world.pull(ana, cursors, { unfinished: [id] });
      answers.push(answer.more);
      expect(Object.keys(answer.statuses)).toEqual(answer.more ? [] : [id]);
      return answer;
    });
    expect(answers.at(-1)).toBe(false);
    expect(device.count('chats')).toBe(12);
  });
});

describe('the plan of a pull', () => {
  const scopeOf = (id: number, seq: number, floorSeq: number) => ({
    scope: chatScope(`00000000-0000-4000-8000-${String(id).padStart(12, '0')}`),
    epoch: 'e',
    seq,
    floorSeq,
    chat: {
      ...{ id: String(id), type: 'PRIVATE' as const, lastSeq: seq },
      ...{ joinedSeq: 0, enteredSeq: 0, deliveredSeq: 0 },
    },
  });
  const heldArbitrary = fc
    .array(fc.tuple(fc.nat(2_000), fc.nat(2_000)), { maxLength: 40 })
    .map((list) => list.map(([seq, floor], index) => scopeOf(index, seq, Math.min(seq, floor))));

  it('always gets on, and is through after finitely many pulls', () => {
    fc.assert(
      fc.property(heldArbitrary, (held) => {
        const cursors: Record<string, Cursor> = {};
        for (let pulls = 0; pulls <= held.length; pulls += 1) {
          const { taken, hasMore } = takeWithinBudget(planPull(held, cursors).stale);
          for (const { held: scope } of taken) cursors[scope.scope] = { epoch: scope.epoch, seq: scope.seq };
          if (!hasMore) {
            expect(planPull(held, cursors)).toEqual({ removed: [], stale: [] });
            return;
          }
          expect(taken.length).toBeGreaterThan(0);
        }
        expect.unreachable('the pulls do not end');
      }),
    );
  });
});

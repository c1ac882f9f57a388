import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIMITS, newId } from '../../protocol/index.ts';
import { forgetOldKeys } from '../jobs/forget-old-keys.ts';
import { purgeStrangers } from '../jobs/purge-strangers.ts';
import { createSession } from '../modules/auth/sessions.ts';
import { findSiteSession, grantSiteToken, TOKENS_PER_SITE } from '../modules/auth/sites.ts';
import { pushTo } from '../modules/notifications/notify.ts';
import { storeSubscription } from '../modules/notifications/subscriptions.ts';
import { LOOK_UPS_PER_ACCOUNT, rememberLookUp } from '../modules/users/look-ups.ts';
import { openApi } from '../testing/api.ts';
import { chatPairs, siteTokens } from './account-tables.ts';
import { files, fileUses, pushMarks, strangerMeetings, users } from './schema.ts';

/** Rows that one account could make without end, each held by what docs/data-bounds.md says of its table. */

const DAY_MS = 86_400_000;
let api: Awaited<ReturnType<typeof openApi>>;
beforeAll(async () => {
  api = await openApi();
});
afterAll(() => api.close());

describe('one account', () => {
  it('awaits no more files than it may have, whatever its messages name', async () => {
    const { world } = api;
    const { ana, ben, chatId } = await world.friends();
    const naming = (count: number) => ({
      ...world.message(chatId),
      images: Array.from({ length: count }, newId),
    });
    await world.db.insert(files).values(
      Array.from({ length: LIMITS.filesPerUserMax - 10 }, () => ({
        ...{ id: newId(), ownerId: ana.id, state: 'awaited' as const, kind: 'image' as const },
        createdAt: world.clock.now(),
      })),
    );
    const last = naming(10);
    expect(await world.verdict(ana, 'sendMessage', last)).toBe('applied');
    expect(await world.verdict(ana, 'sendMessage', naming(1))).toBe('quota_full');
    expect(await world.db.$count(files, eq(files.ownerId, ana.id))).toBe(LIMITS.filesPerUserMax);
    // What is awaited already may be named again, and another account has its own.
    const again = { ...world.message(chatId), images: last.images };
    expect(await world.verdict(ana, 'sendMessage', again)).toBe('applied');
    expect(await world.verdict(ben, 'sendMessage', naming(10))).toBe('applied');
    expect(await world.db.$count(fileUses, eq(fileUses.targetId, again.id))).toBe(10);
  });

  it('looks up people without end, and the longest ago are forgotten', async () => {
    const { world } = api;
    const ana = await world.person();
    const people = Array.from({ length: LOOK_UPS_PER_ACCOUNT }, newId);
    const now = world.clock.now();
    await world.db.insert(users).values(
      people.map((id) => ({
        ...{ id, email: `${id}@example.test`, passwordHash: 'x', firstName: 'X', lastName: 'Y' },
        ...{ birthDate: '1990-05-05', uniqueCode: id, createdAt: now },
      })),
    );
    await world.db.insert(chatPairs).values(
      people.map((otherId, index) => ({
        ...{ askerId: ana.id, otherId, chatId: newId() },
        askedAt: new Date(now.getTime() - 1_000 * (index + 1)),
      })),
    );
    const held = async (otherId: string) =>
      (await world.db.select().from(chatPairs).where(eq(chatPairs.askerId, ana.id))).some(
        (row) => row.otherId === otherId,
      );
    const ben = await world.person();
    await rememberLookUp(world.db, now, ana.id, ben.id);
    await rememberLookUp(world.db, now, ana.id, ben.id);
    expect(await world.db.$count(chatPairs, eq(chatPairs.askerId, ana.id))).toBe(LOOK_UPS_PER_ACCOUNT);
    expect([await held(ben.id), await held(people.at(-1) ?? ''), await held(people[0] ?? '')]).toEqual([
      ...[true, false, true],
    ]);
    await forgetOldKeys(world.db, new Date(now.getTime() + 367 * DAY_MS));
    expect(await world.db.$count(chatPairs, eq(chatPairs.askerId, ana.id))).toBe(0);
  });

  it('keeps marks of pushes for as long as a device may show one', async () => {
    const { world } = api;
    const ana = await world.person();
    const session = {
      userId: ana.id,
      sessionId: (await createSession(world.db, ana.id, 'Phone', world.clock.now())).session.id,
    };
    const keys = { auth: 'a'.repeat(22), p256dh: 'p'.repeat(87) };
    await storeSubscription(
      world.db,
      session,
      { endpoint: 'https://push.example.test/1', keys },
      world.clock.now(),
    );
    for (let chat = 0; chat < 20; chat += 1)
      await pushTo(world.services, ana.id, { kind: 'message', chatId: newId() });
    const marks = () => world.db.$count(pushMarks, eq(pushMarks.userId, ana.id));
    world.clock.advance(89 * DAY_MS);
    await forgetOldKeys(world.db, world.clock.now());
    expect(await marks()).toBe(20);
    world.clock.advance(2 * DAY_MS);
    await forgetOldKeys(world.db, world.clock.now());
    expect(await marks()).toBe(0);
  });

  it('holds few tokens for one site, and the newest of them open it', async () => {
    const { world } = api;
    const ana = await world.person();
    const { session } = await createSession(world.db, ana.id, 'Phone', world.clock.now());
    const origin = 'https://site.example.test';
    const services = { db: world.db, clock: world.clock, loginRequestOrigins: [origin], ownOrigin: origin };
    const tokens: string[] = [];
    for (let asked = 0; asked < TOKENS_PER_SITE + 15; asked += 1) {
      world.clock.advance(1_000);
      tokens.push((await grantSiteToken(services, session, { origin })).token);
    }
    expect(await world.db.$count(siteTokens, eq(siteTokens.userId, ana.id))).toBe(TOKENS_PER_SITE);
    expect(await findSiteSession(services, tokens.at(-1) ?? '')).toMatchObject({ userId: ana.id });
    expect(await findSiteSession(services, tokens[0] ?? '')).toBeNull();
  });

  it('meets strangers without end, and may meet each again: the pair is forgotten then', async () => {
    const { world } = api;
    const [ana, ben] = [await world.person(), await world.person()];
    const [userA = '', userB = ''] = [ana.id, ben.id].toSorted((a, b) => (a < b ? -1 : 1));
    await world.db.insert(strangerMeetings).values({ userA, userB, metAt: world.clock.now() });
    const met = () => world.db.$count(strangerMeetings, eq(strangerMeetings.userA, userA));
    world.clock.advance(LIMITS.strangerAgainAfterMs - DAY_MS);
    await purgeStrangers(world.services);
    expect(await met()).toBe(1);
    world.clock.advance(2 * DAY_MS);
    await purgeStrangers(world.services);
    expect(await met()).toBe(0);
  });
});

import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isMutedAt, LIMITS, memberId, membershipResponse, unseenCount } from '../../../protocol/index.ts';
import { memberships } from '../../db/schema.ts';
import type { JobSender } from '../../jobs/job.ts';
import { openApi } from '../../testing/api.ts';
import { groupOf } from '../../testing/chat-stories.ts';
import { openPushService } from '../../testing/push-service.ts';
import type { Person } from '../../testing/world.ts';
import { composePush } from '../notifications/compose.ts';
import { notifyChat } from '../notifications/notify.ts';
import { isMutedNow } from './muted.ts';

let service: Awaited<ReturnType<typeof openPushService>>;
let api: Awaited<ReturnType<typeof openApi>>;
beforeAll(async () => {
  service = await openPushService();
  api = await openApi({ pushPorts: service.ports });
});
afterAll(async () => {
  service.close();
  await api.close();
});

const HOUR_MS = 3_600_000;
const inMs = (ms: number): string => new Date(api.world.clock.now().getTime() + ms).toISOString();
const patch = (person: Person, chatId: string, body: object) =>
  api.ask(person, 'PATCH', `/chats/${chatId}/membership`, { body });
const place = async (person: Person, chatId: string, body: object) => {
  const answer = await patch(person, chatId, body);
  expect(answer.statusCode).toBe(200);
  return membershipResponse.parse(answer.json()).data;
};
const unseen = async (person: Person) =>
  unseenCount.parse((await api.ask(person, 'GET', '/chats/messages/unseen-count')).json()).data.count;

describe('a mute', () => {
  it('counts nothing until its end, and everything from then on, without anybody doing anything', async () => {
    const { ana, ben, chatId } = await api.world.friends();
    const mutedUntil = inMs(HOUR_MS);
    expect(await place(ana, chatId, { isMuted: true, mutedUntil })).toMatchObject({
      isMuted: true,
      mutedUntil,
    });
    await api.world.say(ben, chatId);
    expect(await unseen(ana)).toBe(0);
    api.world.clock.advance(HOUR_MS - 1);
    expect(await unseen(ana)).toBe(0);
    api.world.clock.advance(1);
    expect(await unseen(ana)).toBe(1);
    // Muted by a client that knows of no ends.
    expect(await place(ana, chatId, { isMuted: true })).toMatchObject({ isMuted: true, mutedUntil: null });
    api.world.clock.advance(30 * 24 * HOUR_MS);
    expect(await unseen(ana)).toBe(0);
    await place(ana, chatId, { isMuted: true, mutedUntil: inMs(HOUR_MS) });
    expect(await place(ana, chatId, { isMuted: false })).toMatchObject({ isMuted: false, mutedUntil: null });
    expect(await unseen(ana)).toBe(1);
  });

  it('that was over before it arrived mutes nothing, and one of more than a year is refused and changes nothing', async () => {
    const { ana, chatId } = await api.world.friends();
    for (const mutedUntil of [inMs(0), '0000-01-01T00:00:00.000Z'])
      expect(await place(ana, chatId, { isMuted: true, mutedUntil })).toMatchObject({
        isMuted: false,
        mutedUntil: null,
      });
    const before = await place(ana, chatId, { isMuted: true, mutedUntil: inMs(LIMITS.muteMsMax) });
    expect(before.isMuted).toBe(true);
    const refused = async (body: object) => {
      const answer = await patch(ana, chatId, body);
      expect(answer.statusCode).toBe(400);
      expect(answer.json().errors[0].field).toBe('mutedUntil');
    };
    await refused({ isMuted: true, mutedUntil: inMs(LIMITS.muteMsMax + 1) });
    await refused({ isMuted: true, mutedUntil: '9999-12-31T23:59:59.999Z' });
    await refused({ isMuted: true, mutedUntil: 'tomorrow' });
    await refused({ isMuted: false, mutedUntil: inMs(HOUR_MS) });
    await refused({ mutedUntil: inMs(HOUR_MS) });
    expect(await place(ana, chatId, {})).toEqual(before);
  });

  it('is judged by a query as the protocol judges it', async () => {
    const { ana, chatId } = await api.world.friends();
    const mine = eq(memberships.id, memberId(chatId, ana.id));
    const now = api.world.clock.now();
    for (const isMuted of [true, false])
      for (const mutedUntil of [null, -1, 0, 1].map((ms) => ms && new Date(now.getTime() + ms))) {
        const until = mutedUntil === 0 ? now : mutedUntil;
        await api.world.db.update(memberships).set({ isMuted, mutedUntil: until }).where(mine);
        const [row] = await api.world.db
          .select({ isMutedNow: isMutedNow(now) })
          .from(memberships)
          .where(mine);
        const expected = isMutedAt({ isMuted, mutedUntil: until?.toISOString() ?? null }, now.getTime());
        expect(row?.isMutedNow).toBe(expected);
      }
  });

  it('is over for who comes back into a chat', async () => {
    const { ana, ben, chatId } = await groupOf(api.world);
    await place(ben, chatId, { isMuted: true, mutedUntil: inMs(HOUR_MS), mutesMentions: true });
    await api.world.applied(ben, 'leaveChat', { chatId });
    await api.world.applied(ana, 'addMember', { chatId, userId: ben.id });
    await api.world.applied(ben, 'joinChat', { chatId });
    const back = { isMuted: false, mutedUntil: null, mutesMentions: null };
    expect(await place(ben, chatId, {})).toMatchObject(back);
  });
});

describe('a push', () => {
  const compose = (person: Person, chatId: string) =>
    composePush(api.world.db, person.id, { kind: 'message', chatId }, api.world.clock.now());
  const write = async (from: Person, chatId: string, content: string, named: readonly Person[] = []) => {
    const message = { ...api.world.message(chatId), content, mentions: named.map(({ id }) => id) };
    await api.world.applied(from, 'sendMessage', message);
  };
  /** Whom the job of a message would have told. */
  const told = async (from: Person, chatId: string): Promise<unknown[]> => {
    const sent: unknown[] = [];
    const jobs: JobSender = { send: async (_tx, _job, data) => void sent.push(Object(data).userId) };
    const { db, clock } = api.world;
    await notifyChat({ db, clock, jobs }, { chatId, senderId: from.id });
    clock.advance(60_000);
    return sent;
  };
  const subscribe = async (person: Person) => {
    const { path: _, ...body } = service.subscribe();
    const answer = await api.ask(person, 'POST', '/notifications/push/register', { body });
    expect(answer.statusCode).toBe(201);
  };

  it('of a message that names a member comes through the mute of a group, and of no other', async () => {
    const { ana, ben, chatId } = await groupOf(api.world);
    await subscribe(ben);
    await place(ben, chatId, { isMuted: true, mutedUntil: inMs(HOUR_MS) });
    await write(ana, chatId, 'Tara!');
    expect(await compose(ben, chatId)).toBeNull();
    // No job is spent on whom it would not tell.
    expect(await told(ana, chatId)).toEqual([]);
    await write(ana, chatId, 'Uy @Ben', [ben]);
    expect(await told(ana, chatId)).toEqual([ben.id]);
    await write(ana, chatId, 'Dali na');
    // What was told of is not told of again with every message behind it.
    expect(await told(ana, chatId)).toEqual([]);
    expect(await compose(ben, chatId)).toMatchObject({ text: 'Uy @Ben', unseen: 0 });
    await place(ben, chatId, { mutesMentions: true });
    expect(await compose(ben, chatId)).toBeNull();
    await place(ben, chatId, { mutesMentions: false });
    expect(await compose(ben, chatId)).toMatchObject({ text: 'Uy @Ben' });
    api.world.clock.advance(HOUR_MS);
    expect(await compose(ben, chatId)).toMatchObject({ text: 'Dali na', unseen: 3 });
  });

  it('of a name between two people does not come through their mute', async () => {
    const { ana, ben, chatId } = await api.world.friends();
    await place(ben, chatId, { isMuted: true });
    await write(ana, chatId, 'Uy @Ben', [ben]);
    expect(await compose(ben, chatId)).toBeNull();
  });
});

import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { friendshipId, LIMITS, newId, newUntimedId, strangerChat, z } from '../../../protocol/index.ts';
import {
  friendships,
  strangerBlocks,
  strangerChats,
  strangerMeetings,
  strangerQueue,
  users,
} from '../../db/schema.ts';
import { purgeStrangers } from '../../jobs/purge-strangers.ts';
import { openApi } from '../../testing/api.ts';
import { multipartOf } from '../../testing/multipart.ts';
import type { Person } from '../../testing/world.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

let api: Awaited<ReturnType<typeof openApi>>;
beforeAll(async () => {
  api = await openApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.world.db.delete(strangerQueue);
});

const optIn = async (person: Person, choice: object = {}): Promise<Person> => {
  const body = { optedIn: true, language: 'any', interests: [], ...choice };
  expect((await api.ask(person, 'PUT', '/strangers/settings', { body })).statusCode).toBe(200);
  return person;
};
const stranger = async (firstName?: string) => optIn(await api.world.person(firstName));

const queued = z.object({ data: z.object({ chatId: z.nullable(z.string()) }) });
const join = async (person: Person): Promise<string | null> => {
  const answer = await api.ask(person, 'POST', '/strangers/queue');
  expect(answer.statusCode, answer.body).toBe(200);
  return queued.parse(answer.json()).data.chatId;
};
const refusal = async (person: Person): Promise<string> =>
  (await api.ask(person, 'POST', '/strangers/queue')).json().code;

/** Two who have just been matched. */
const matched = async () => {
  const [ana, ben] = [await stranger('Anastacia'), await stranger('Benigno')];
  await join(ana);
  const chatId = (await join(ben)) ?? '';
  return { ana, ben, chatId, path: `/strangers/chats/${chatId}` };
};
const chatOf = async (person: Person, path: string) =>
  z.object({ data: strangerChat }).parse((await api.ask(person, 'GET', path)).json()).data;
const coolDown = () => api.world.clock.advance(LIMITS.strangerCoolDownMs + 1);

describe('who meets whom', () => {
  it('two who wait are matched, and neither answer nor chat says who the other is', async () => {
    const { ana, ben, chatId, path } = await matched();
    expect(await join(ana)).toBe(chatId);
    const message = { id: newUntimedId(), content: 'Kumusta? https://example.org' };
    const answers = [await api.ask(ben, 'POST', `${path}/messages`, { body: message })];
    for (const reader of [ana, ben])
      for (const url of ['/strangers', path, `${path}/messages`])
        answers.push(await api.ask(reader, 'GET', url));
    answers.push(
      await api.ask(ana, 'POST', `${path}/here`),
      await api.ask(ana, 'PATCH', path, { body: { seenSeq: 1 } }),
    );
    const seen = answers.map(({ body, headers }) => body + JSON.stringify(headers)).join('\n');
    expect(seen).toContain('Kumusta?');
    for (const { id, uniqueCode, firstName, email } of [ana, ben])
      for (const secret of [id, uniqueCode, firstName, email]) expect(seen).not.toContain(secret);
    const mine = await chatOf(ana, path);
    const theirs = await chatOf(ben, path);
    expect(mine).toMatchObject({
      type: 'PRIVATE',
      stranger: true,
      other: { id: theirs.me.id, isHere: true },
    });
    expect(mine.me.alias).not.toBe(mine.other.alias);
  });

  it('never a minor, one who did not opt in, friends, the blocked either way, or who met within 30 days', async () => {
    const ana = await stranger();
    const minor = await api.world.person();
    const birthDate = '2008-03-02';
    await api.world.db.update(users).set({ birthDate }).where(eq(users.id, minor.id));
    const body = { optedIn: true, language: 'any', interests: [] };
    expect((await api.ask(minor, 'PUT', '/strangers/settings', { body })).json().code).toBe('adults_only');
    expect(await refusal(minor)).toBe('adults_only');
    expect(await refusal(await api.world.person())).toBe('forbidden');
    const [friend, blocked, blocker] = [await stranger(), await stranger(), await stranger()];
    await api.world.befriend(ana, friend);
    await api.world.block(ana, blocked);
    await api.world.block(blocker, ana);
    for (const other of [friend, blocked, blocker]) {
      await api.world.db.delete(strangerQueue);
      expect(await join(other)).toBeNull();
      expect(await join(ana)).toBeNull();
    }
    await api.world.db.delete(strangerQueue);
    const met = await stranger();
    await join(met);
    const chatId = await join(ana);
    await api.ask(ana, 'POST', `/strangers/chats/${chatId}/end`, { body: { how: 'next' } });
    coolDown();
    expect([await join(met), await join(ana)]).toEqual([null, null]);
    api.world.clock.advance(LIMITS.strangerAgainAfterMs);
    expect([await join(met), await join(ana)]).toEqual([null, expect.any(String)]);
  });

  it('somebody who has been blocked in a chat never comes again, and nothing of the block reaches a device', async () => {
    const { ana, ben, path } = await matched();
    const before = await api.world.pull(ana);
    const cursors = Object.fromEntries(
      before.scopes.map(({ scope, epoch, to }) => [scope, { epoch, seq: to }]),
    );
    expect(
      (await api.ask(ana, 'POST', `${path}/end`, { body: { how: 'block' } })).json().data.ended.how,
    ).toBe('mine');
    expect((await chatOf(ben, path)).ended?.how).toBe('left');
    api.world.clock.advance(LIMITS.strangerAgainAfterMs + 1);
    expect([await join(ben), await join(ana)]).toEqual([null, null]);
    const after = await api.world.pull(ana, cursors);
    expect(after.scopes.flatMap((part) => ('changes' in part ? part.changes : []))).toEqual([]);
    expect(await api.world.db.select().from(strangerBlocks)).toMatchObject([
      { blockerId: ana.id, blockedId: ben.id },
    ]);
  });

  it('prefers shared interests, then who waits longest, and one language', async () => {
    const ana = await optIn(await api.world.person(), { language: 'en', interests: ['music', 'books'] });
    const [first, second] = [await stranger(), await optIn(await api.world.person(), { language: 'fil' })];
    const fits = await optIn(await api.world.person(), { language: 'en', interests: ['books'] });
    // They do not meet each other here: only whom Ana gets is asked.
    for (const a of [first, second, fits])
      for (const b of [first, second, fits])
        if (a.id < b.id)
          await api.world.db
            .insert(strangerMeetings)
            .values({ userA: a.id, userB: b.id, metAt: api.world.clock.now() });
    coolDown();
    for (const person of [second, first, fits]) {
      expect(await join(person)).toBeNull();
      api.world.clock.advance(1_000);
    }
    const chatId = await join(ana);
    expect(await join(fits)).toBe(chatId);
  });

  it('ten matches an hour, and then it says how long to wait', async () => {
    const ana = await stranger();
    for (let round = 0; round < LIMITS.strangerMatchesPerHour; round += 1) {
      const other = await stranger();
      await join(other);
      const chatId = await join(ana);
      expect(chatId).not.toBeNull();
      await api.ask(ana, 'POST', `/strangers/chats/${chatId}/end`, { body: { how: 'next' } });
      coolDown();
    }
    const answer = await api.ask(ana, 'POST', '/strangers/queue');
    expect([answer.statusCode, Number(answer.headers['retry-after']) > 3_000]).toEqual([429, true]);
  });

  it('three reports by different people pause it until somebody has looked', async () => {
    const bad = await stranger('Bad');
    for (let round = 0; round < LIMITS.strangerReportsMax; round += 1) {
      const other = await stranger();
      await join(bad);
      const chatId = (await join(other)) ?? '';
      const { other: accused } = await chatOf(other, `/strangers/chats/${chatId}`);
      await api.ask(bad, 'POST', `/strangers/chats/${chatId}/messages`, {
        body: { id: newUntimedId(), content: `Masama ${round}` },
      });
      const body = { id: newId(), kind: 'stranger', targetId: accused.id, reason: 'harassment' };
      expect((await api.ask(other, 'POST', '/reports', { body })).statusCode).toBe(201);
      expect((await chatOf(bad, `/strangers/chats/${chatId}`)).ended?.how).toBe('left');
      coolDown();
    }
    expect(await refusal(bad)).toBe('paused_for_review');
  });
});

describe('a chat of strangers', () => {
  it('takes text from the two in it alone, once however often it arrives, and nothing after its end', async () => {
    const { ana, ben, path } = await matched();
    const third = await stranger();
    const body = { id: newUntimedId(), content: ' Magandang gabi ' };
    for (let time = 0; time < 2; time += 1)
      expect((await api.ask(ana, 'POST', `${path}/messages`, { body })).json().data).toMatchObject({
        seq: 1,
        content: 'Magandang gabi',
      });
    expect((await api.ask(ben, 'POST', `${path}/messages`, { body })).json().code).toBe('id_taken');
    for (const url of [path, `${path}/messages`])
      expect((await api.ask(third, 'GET', url)).statusCode).toBe(404);
    for (const act of ['messages', 'here', 'end'])
      expect(
        (await api.ask(third, 'POST', `${path}/${act}`, { body: act === 'end' ? { how: 'end' } : body }))
          .statusCode,
      ).toBe(404);
    await api.ask(ben, 'POST', `${path}/end`, { body: { how: 'end' } });
    const late = { id: newUntimedId(), content: 'Teka' };
    expect((await api.ask(ana, 'POST', `${path}/messages`, { body: late })).json().code).toBe('chat_over');
  });

  it('one picture each once both allow it, without the name it had; only the two may see it', async () => {
    const { ana, ben, path } = await matched();
    const form = multipartOf([{ name: 'file', filename: 'Anastacia.png', type: 'image/png', bytes: PNG }]);
    const upload = await api.app.inject({
      method: 'POST',
      url: '/api/v1/files',
      headers: { ...form.headers, authorization: `Bearer ${await api.tokenOf(ana)}` },
      payload: form.payload,
    });
    expect(upload.statusCode, upload.body).toBe(201);
    const fileId: string = upload.json().data.id;
    const send = (id = newUntimedId()) => api.ask(ana, 'POST', `${path}/picture`, { body: { id, fileId } });
    await api.ask(ana, 'PATCH', path, { body: { allowsPhotos: true } });
    expect((await send()).statusCode).toBe(403);
    await api.ask(ben, 'PATCH', path, { body: { allowsPhotos: true } });
    const sent = await send();
    expect(sent.json().data.media).toMatchObject([{ id: fileId, name: null, state: 'ready' }]);
    expect(JSON.stringify(sent.json())).not.toContain('Anastacia');
    expect((await send()).statusCode).toBe(403);
    const seen = await api.ask(ben, 'GET', `/files/${fileId}`);
    expect(seen.statusCode).toBe(200);
    expect(JSON.stringify(seen.headers)).not.toContain('Anastacia');
    expect((await api.ask(await stranger(), 'GET', `/files/${fileId}`)).statusCode).toBe(404);
  });

  it('both wanting to be friends reveals both and befriends them; one alone does neither', async () => {
    const { ana, ben, path } = await matched();
    await api.ask(ana, 'PATCH', path, { body: { wantsFriend: true } });
    expect(await chatOf(ben, path)).toMatchObject({
      ended: null,
      revealedCode: null,
      other: { wantsFriend: true },
    });
    const done = await api.ask(ben, 'PATCH', path, { body: { wantsFriend: true } });
    expect(done.json().data).toMatchObject({ ended: { how: 'revealed' }, revealedCode: ana.uniqueCode });
    expect((await chatOf(ana, path)).revealedCode).toBe(ben.uniqueCode);
    const [friendship] = await api.world.db
      .select()
      .from(friendships)
      .where(eq(friendships.id, friendshipId(ana.id, ben.id)));
    expect(friendship).toMatchObject({ status: 'APPROVED', deletedAt: null });
    const opened = await api.ask(ana, 'GET', `/chats/unique-code/${ben.uniqueCode}`);
    expect(opened.json().data).toMatchObject({ persisted: true, lastSeq: 0 });
  });

  it('a dropped link is waited for a minute, then the chat is over for both', async () => {
    const { ana, ben, path } = await matched();
    api.world.clock.advance(LIMITS.strangerSilentMs + 1);
    const here = await api.ask(ana, 'POST', `${path}/here`);
    expect(here.json().data).toMatchObject({ ended: null, other: { isHere: false } });
    await api.ask(ben, 'POST', `${path}/here`);
    expect((await chatOf(ana, path)).other.isHere).toBe(true);
    api.world.clock.advance(LIMITS.strangerLostMs + 1);
    expect((await api.ask(ana, 'POST', `${path}/here`)).json().data.ended.how).toBe('lost');
    expect((await chatOf(ben, path)).ended?.how).toBe('lost');
  });

  it('is gone for both a day after its end, rows and all', async () => {
    const { ana, ben, chatId, path } = await matched();
    await api.ask(ana, 'POST', `${path}/messages`, { body: { id: newUntimedId(), content: 'Paalam' } });
    await api.ask(ana, 'POST', `${path}/end`, { body: { how: 'end' } });
    expect((await api.ask(ben, 'GET', '/strangers')).json().data.recent).toHaveLength(1);
    api.world.clock.advance(LIMITS.strangerGoneAfterMs + 1);
    for (const person of [ana, ben]) expect((await api.ask(person, 'GET', path)).statusCode).toBe(404);
    await purgeStrangers({ db: api.world.db, clock: api.world.clock });
    expect(await api.world.db.select().from(strangerChats).where(eq(strangerChats.id, chatId))).toEqual([]);
  });
});

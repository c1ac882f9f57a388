import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId, newUntimedId } from '../../../protocol/index.ts';
import { reports } from '../../db/schema.ts';
import { openApi } from '../../testing/api.ts';
import { groupOf } from '../../testing/chat-stories.ts';
import type { Person } from '../../testing/world.ts';

let api: Awaited<ReturnType<typeof openApi>>;
beforeAll(async () => {
  api = await openApi();
});
afterAll(() => api.close());

const report = (person: Person, body: object) => api.ask(person, 'POST', '/reports', { body });
const stored = (id: string) => api.world.db.select().from(reports).where(eq(reports.id, id));

describe('a report', () => {
  it('keeps what was said when its author deletes it, and is one however often it arrives', async () => {
    const { ana, ben, chatId } = await api.world.friends();
    const targetId = await api.world.say(ben, chatId, 'Something bad');
    const id = newId();
    const snapshot = { text: 'Something bad', authorId: ben.id };
    const body = { id, kind: 'message', targetId, reason: 'harassment', note: ' Again! ', snapshot };
    for (let time = 0; time < 2; time += 1) expect((await report(ana, body)).statusCode).toBe(201);
    await api.world.applied(ben, 'deleteMessage', { chatId, messageId: targetId });
    const evidence = { authorId: ben.id, chatId, text: 'Something bad' };
    expect(await stored(id)).toMatchObject([
      { reporterId: ana.id, targetId, reason: 'harassment', note: 'Again!', claim: snapshot, evidence },
    ]);
  });

  it('answers alike for what the reporter may not read and for what is not there, and keeps nothing of either', async () => {
    const { ben, chatId } = await api.world.friends();
    const stranger = await api.world.person('Sol');
    const targetId = await api.world.say(ben, chatId, 'Between us');
    for (const target of [targetId, newId()]) {
      const id = newId();
      const answer = await report(stranger, { id, kind: 'message', targetId: target, reason: 'spam' });
      expect([answer.statusCode, answer.json()]).toEqual([201, { data: { id } }]);
      expect(await stored(id)).toMatchObject([{ evidence: null }]);
    }
  });

  it('of a chat keeps its name and what was said last, as far as the reporter may read it', async () => {
    const { ana, ben, cora, chatId } = await groupOf(api.world);
    await api.world.say(ana, chatId, 'Buy this');
    const [inside, outside] = [newId(), newId()];
    const body = { kind: 'chat', targetId: chatId, reason: 'spam' };
    expect((await report(ben, { ...body, id: inside })).statusCode).toBe(201);
    expect((await report(cora, { ...body, id: outside })).statusCode).toBe(201);
    expect(await stored(outside)).toMatchObject([{ accusedId: null, evidence: null }]);
    const [kept] = await stored(inside);
    expect(kept).toMatchObject({ accusedId: ana.id, evidence: { chatId, ownerId: ana.id, type: 'GROUP' } });
    expect(kept?.evidence?.['text']).toBe('Tropa\nAna: Buy this');
    await api.world.applied(ana, 'addMember', { chatId, userId: cora.id });
    const late = newId();
    expect((await report(cora, { ...body, id: late })).statusCode).toBe(201);
    expect((await stored(late))[0]?.evidence?.['text']).toBe('Tropa');
  });

  it('of a private chat names nobody: there the person is reported', async () => {
    const { ana, chatId } = await api.world.friends();
    const id = newId();
    await report(ana, { id, kind: 'chat', targetId: chatId, reason: 'spam' });
    expect(await stored(id)).toMatchObject([{ accusedId: null, evidence: null }]);
  });

  it("under somebody else's id is refused, and so is one about oneself", async () => {
    const { ana, ben } = await api.world.friends();
    const body = { id: newId(), kind: 'person', targetId: ben.id, reason: 'other' };
    expect((await report(ana, body)).statusCode).toBe(201);
    expect((await report(ben, { ...body, targetId: ana.id })).json().code).toBe('id_taken');
    expect((await report(ana, { kind: 'person', targetId: ana.id, reason: 'spam' })).statusCode).toBe(422);
    expect((await report(ana, { ...body, reason: 'dislike' })).statusCode).toBe(400);
  });
});

describe('open reports of one reporter', () => {
  const codes = async (person: Person, bodies: readonly object[]): Promise<string[]> => {
    const answers: string[] = [];
    for (const body of bodies) {
      const answer = await report(person, { reason: 'harassment', ...body });
      answers.push(answer.statusCode === 201 ? 'taken' : answer.json().code);
    }
    return answers;
  };
  const settle = (accusedId: string) =>
    api.world.db
      .update(reports)
      .set({ resolvedAt: api.world.clock.now(), resolution: 'dismissed' })
      .where(eq(reports.accusedId, accusedId));

  it('about a person and what they said are three, until a moderator has looked', async () => {
    const { ana, ben, chatId } = await api.world.friends();
    const targetId = await api.world.say(ben, chatId, 'Something bad');
    const aboutBen = { kind: 'person', targetId: ben.id };
    const aboutMessage = { kind: 'message', targetId };
    expect(await codes(ana, [aboutBen, aboutMessage, aboutBen, aboutBen, aboutMessage])).toEqual([
      ...['taken', 'taken', 'taken'],
      ...['impossible', 'impossible'],
    ]);
    const other = await api.world.person('Eve');
    expect(await codes(other, [aboutBen])).toEqual(['taken']);
    expect(await codes(ana, [{ kind: 'person', targetId: other.id }])).toEqual(['taken']);
    await settle(ben.id);
    expect(await codes(ana, [aboutMessage])).toEqual(['taken']);
  });

  it('about what is not there are as many, and a copy of one is still that one', async () => {
    const ana = await api.world.person('Ana');
    const bodies = [1, 2, 3].map(() => ({
      id: newId(),
      kind: 'message',
      targetId: ana.id.replace(/^./, 'f'),
    }));
    const [first] = bodies;
    const again = { ...first, id: newId() };
    expect(await codes(ana, [...bodies, { ...first }, again])).toEqual([
      ...['taken', 'taken', 'taken'],
      ...['taken', 'impossible'],
    ]);
  });

  it('do not tell whose an anonymous post is', async () => {
    const { world } = api;
    const { ana, ben } = await world.friends();
    const posts: string[] = [];
    for (let count = 0; count < 4; count += 1) {
      const id = newUntimedId();
      await world.applied(ben, 'createPost', { id, content: 'Lihim', anonymous: true });
      posts.push(id);
    }
    const about = posts.map((targetId) => ({ kind: 'post', targetId }));
    const aboutBen = { kind: 'person', targetId: ben.id };
    expect(await codes(ana, [...about, aboutBen, aboutBen, aboutBen, ...about])).toEqual(
      Array(11).fill('taken'),
    );
    expect(await codes(ana, [aboutBen])).toEqual(['impossible']);
  });

  it('are counted one by one where several arrive together', async () => {
    const { ana, ben } = await api.world.friends();
    const body = { kind: 'person', targetId: ben.id, reason: 'spam' };
    const answers = await Promise.all(Array.from({ length: 8 }, () => report(ana, body)));
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(3);
  });
});

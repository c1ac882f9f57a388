import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../protocol/index.ts';
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

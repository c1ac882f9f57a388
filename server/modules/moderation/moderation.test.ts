import { randomBytes, webcrypto } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  createUniqueCode,
  newId,
  newUntimedId,
  privateChatId,
  reportStatement,
} from '../../../protocol/index.ts';
import { moderationLog, posts, reports, users } from '../../db/schema.ts';
import { openApi } from '../../testing/api.ts';
import { groupOf } from '../../testing/chat-stories.ts';
import { storedPhoto } from '../../testing/upload.ts';
import type { Person } from '../../testing/world.ts';
import { createSession } from '../auth/sessions.ts';

const code = createUniqueCode(randomBytes(12));
let api: Awaited<ReturnType<typeof openApi>>;
let moderator: Person;
beforeAll(async () => {
  api = await openApi({ env: { MODERATORS: code } });
  const made = await api.world.person('Moda');
  await api.world.db.update(users).set({ uniqueCode: code }).where(eq(users.id, made.id));
  moderator = { ...made, uniqueCode: code };
});
afterAll(() => api.close());

const report = async (reporter: Person, body: object): Promise<string> => {
  const id = newId();
  const answer = await api.ask(reporter, 'POST', '/reports', { body: { id, reason: 'harassment', ...body } });
  expect(answer.statusCode, answer.body).toBe(201);
  return id;
};
const act = (id: string, what: string, body?: object) =>
  api.ask(moderator, 'POST', `/moderation/reports/${id}/${what}`, body ? { body } : {});
const actions = async (reportId: string) =>
  (await api.world.db.select().from(moderationLog).where(eq(moderationLog.reportId, reportId))).map(
    ({ action, moderatorId, words }) => ({ action, moderatorId, words }),
  );

describe('moderators', () => {
  it('are whom the configuration names, and to everybody else there is no moderation', async () => {
    const ana = await api.world.person();
    expect((await api.ask(ana, 'GET', '/moderation')).statusCode).toBe(404);
    expect((await api.ask(moderator, 'GET', '/moderation')).json().data).toEqual({ open: 0, appeals: 0 });
    expect((await api.ask(moderator, 'GET', '/account/standing')).json().data.isModerator).toBe(true);
    expect((await api.ask(ana, 'GET', '/account/standing')).json().data.isModerator).toBe(false);
  });

  it('see what the server saw, remove it for everybody, and it stands in a log that cannot be changed', async () => {
    const { ana, ben, chatId } = await api.world.friends();
    const targetId = await api.world.say(ben, chatId, 'Something bad');
    const id = await report(ana, { kind: 'message', targetId });
    const shown = (await api.ask(moderator, 'GET', `/moderation/reports/${id}`)).json().data;
    expect(shown).toMatchObject({
      evidence: { text: 'Something bad' },
      accused: { id: ben.id },
      isRemovable: true,
    });
    expect((await act(id, 'remove')).json().data).toMatchObject({
      resolution: 'removed',
      isRemovable: false,
    });
    const history = await api.ask(ana, 'GET', `/chats/${chatId}/messages`);
    expect(history.body).not.toContain('Something bad');
    const pulled = await api.world.pull(ben);
    expect(JSON.stringify(pulled)).not.toContain('Something bad');
    expect(await actions(id)).toEqual([{ action: 'remove', moderatorId: moderator.id, words: null }]);
    await expect(api.world.db.delete(moderationLog)).rejects.toThrow();
    await expect(api.world.db.update(moderationLog).set({ words: 'Nothing' })).rejects.toThrow();
    const [settled] = await api.world.db.select().from(reports).where(eq(reports.id, id));
    expect(settled?.resolution).toBe('removed');
  });

  it('see what was said around a message, as far as the reporter can read it, and what a comment stands under', async () => {
    const { ana, ben, chatId } = await api.world.friends();
    const say = async (person: Person, count: number, words: string): Promise<void> => {
      for (let index = 1; index <= count; index += 1)
        await api.world.say(person, chatId, `${words} ${index}`);
    };
    await say(ana, 7, 'Bago');
    const targetId = await api.world.say(ben, chatId, 'Something bad');
    const taken = await api.world.say(ben, chatId, 'Taken back');
    await api.world.applied(ben, 'deleteMessage', { chatId, messageId: taken });
    await say(ana, 7, 'Pagkatapos');
    const postId = newId();
    await api.world.applied(ana, 'createPost', { id: postId, content: 'Sa tabing-dagat' });
    const commentId = newId();
    await api.world.applied(ben, 'createComment', { id: commentId, postId, content: 'Bad comment' });
    const evidenceOf = async (body: object) => {
      const id = await report(ana, body);
      return (await api.ask(moderator, 'GET', `/moderation/reports/${id}`)).json().data.evidence;
    };
    const { lines } = await evidenceOf({ kind: 'message', targetId });
    expect(lines.map(({ who, text }: { who: string; text: string }) => `${who}: ${text}`)).toEqual([
      ...[3, 4, 5, 6, 7].map((index) => `reporter: Bago ${index}`),
      'accused: Something bad',
      ...[1, 2, 3, 4].map((index) => `reporter: Pagkatapos ${index}`),
    ]);
    expect(await evidenceOf({ kind: 'comment', targetId: commentId })).toEqual({
      ...{ text: 'Bad comment', under: 'Sa tabing-dagat', lines: [] },
    });
  });

  it('remove posts and comments, and dismiss what is nothing, with all that others said of it', async () => {
    const { ana, ben } = await api.world.friends();
    const postId = newId();
    await api.world.applied(ben, 'createPost', { id: postId, content: 'Bad post' });
    const commentId = newId();
    await api.world.applied(ben, 'createComment', { id: commentId, postId, content: 'Bad comment' });
    const ofComment = await report(ana, { kind: 'comment', targetId: commentId });
    expect((await act(ofComment, 'remove')).statusCode).toBe(200);
    expect((await api.ask(ana, 'GET', `/posts/${postId}`)).json().data.commentCount).toBe(0);
    const [first, second] = [await report(ana, { kind: 'person', targetId: ben.id }), newId()];
    await report(await api.world.person(), { id: second, kind: 'person', targetId: ben.id });
    expect((await act(first, 'dismiss')).json().data).toMatchObject({
      resolution: 'dismissed',
      sameTarget: 1,
    });
    expect((await act(second, 'dismiss')).json().data.resolution).toBe('dismissed');
    const ofPost = await report(ana, { kind: 'post', targetId: postId });
    expect((await act(ofPost, 'remove')).statusCode).toBe(200);
    expect((await api.ask(ana, 'GET', `/posts/${postId}`)).statusCode).toBe(404);
  });

  it('remove no comment that is gone, by its author or with its post', async () => {
    const { ana, ben } = await api.world.friends();
    const postId = newId();
    await api.world.applied(ana, 'createPost', { id: postId, content: 'A post' });
    const [deleted, purged] = [newId(), newId()];
    for (const id of [deleted, purged])
      await api.world.applied(ben, 'createComment', { id, postId, content: 'Bad comment' });
    const [ofDeleted, ofPurged] = [
      await report(ana, { kind: 'comment', targetId: deleted }),
      await report(ana, { kind: 'comment', targetId: purged }),
    ];
    await api.world.applied(ben, 'deleteComment', { id: deleted, postId });
    expect((await act(ofDeleted, 'remove')).statusCode).toBe(404);
    expect((await api.ask(ana, 'GET', `/posts/${postId}`)).json().data.commentCount).toBe(1);

    await api.world.applied(ana, 'deletePost', { id: postId });
    expect((await act(ofPurged, 'remove')).statusCode).toBe(404);
    const [post] = await api.world.db.select().from(posts).where(eq(posts.id, postId));
    expect(post?.commentCount).toBe(0);
    for (const id of [ofDeleted, ofPurged])
      expect((await act(id, 'dismiss')).json().data).toMatchObject({
        resolution: 'dismissed',
        isRemovable: false,
      });
  });

  it('take away with a message what was forwarded of it, on the screens of others as well', async () => {
    const { ana, ben, chatId } = await api.world.friends();
    const cora = await api.world.person('Cora');
    await api.world.befriend(ben, cora);
    const { id: fileId } = await storedPhoto(api, ana);
    const original = { ...api.world.message(chatId), images: [fileId] };
    await api.world.applied(ana, 'sendMessage', original);
    const [onward, copyId] = [privateChatId(ben.id, cora.id), newUntimedId()];
    const named = { images: [copyId], copies: { [copyId]: fileId }, isForwarded: true };
    await api.world.applied(ben, 'sendMessage', { ...api.world.message(onward), ...named });
    expect((await api.ask(cora, 'GET', `/files/${copyId}`)).statusCode).toBe(200);
    const id = await report(ben, { kind: 'message', targetId: original.id });
    expect((await act(id, 'remove')).statusCode).toBe(200);
    for (const reader of [ben, cora])
      expect((await api.ask(reader, 'GET', `/files/${copyId}`)).statusCode).toBe(404);
    await vi.waitFor(async () => {
      const { data } = (await api.ask(cora, 'GET', `/chats/${onward}/messages`)).json();
      expect(data[0].media).toMatchObject([{ id: copyId, state: 'withdrawn' }]);
    });
  });

  it('close a reported chat for everybody in it', async () => {
    const { ana, ben, chatId } = await groupOf(api.world);
    const id = await report(ben, { kind: 'chat', targetId: chatId });
    const shown = (await api.ask(moderator, 'GET', `/moderation/reports/${id}`)).json().data;
    expect(shown).toMatchObject({ kind: 'chat', accused: { id: ana.id }, isRemovable: true });
    expect((await act(id, 'remove')).json().data).toMatchObject({
      resolution: 'removed',
      isRemovable: false,
    });
    for (const member of [ana, ben]) {
      expect((await api.ask(member, 'GET', `/chats/${chatId}/messages`)).statusCode).toBe(404);
      expect(JSON.stringify(await api.world.pull(member))).not.toContain('Tropa');
    }
  });

  it('learn who wrote something anonymous only by a look that gives a reason and is logged', async () => {
    const { ana, ben } = await api.world.friends();
    const postId = newUntimedId();
    await api.world.applied(ben, 'createPost', { id: postId, content: 'Nobody knows', anonymous: true });
    const id = await report(ana, { kind: 'post', targetId: postId });
    const shown = await api.ask(moderator, 'GET', `/moderation/reports/${id}`);
    expect(shown.json().data).toMatchObject({ accused: null, isAnonymous: true });
    for (const secret of [ben.id, ben.uniqueCode, 'Ben']) expect(shown.body).not.toContain(secret);
    expect((await act(id, 'author', { why: ' ' })).statusCode).toBe(400);
    expect((await act(id, 'author', { why: 'A threat' })).json().data.uniqueCode).toBe(ben.uniqueCode);
    expect(await actions(id)).toEqual([{ action: 'reveal', moderatorId: moderator.id, words: 'A threat' }]);
  });

  it('learn it neither by suspending the author, nor from the log, nor from what else is reported about them', async () => {
    const [ana, ben] = [await api.world.person('Ana'), await api.world.person('Benedicto')];
    const postId = newUntimedId();
    await api.world.applied(ben, 'createPost', { id: postId, content: 'Nobody knows', anonymous: true });
    const id = await report(ana, { kind: 'post', targetId: postId });
    const other = await report(ana, { kind: 'person', targetId: ben.id });
    expect((await act(id, 'suspend', { days: 7 })).statusCode).toBe(200);
    const find = async () =>
      (await api.ask(moderator, 'GET', '/moderation/suspensions'))
        .json()
        .data.find(({ since }: { since: string }) => since === api.world.clock.now().toISOString());
    const nameless = await find();
    expect(nameless.person).toBeNull();
    const log = await api.ask(moderator, 'GET', '/moderation/log');
    expect(log.body).not.toContain('Benedicto');
    expect(log.json().data[0]).toMatchObject({ action: 'suspend', person: null, days: 7, words: null });
    const named = await api.ask(moderator, 'GET', `/moderation/reports/${other}`);
    expect(named.json().data).toMatchObject({ accused: { id: ben.id }, foundBefore: 0 });
    await act(id, 'author', { why: 'An appeal' });
    expect((await find()).person.id).toBe(ben.id);
    const lifted = { body: { lift: true } };
    await api.ask(moderator, 'POST', `/moderation/suspensions/${nameless.id}/answer`, lifted);
  });

  it('a suspended member is signed out at once, reads why and until when, may appeal once, and comes back', async () => {
    const { ana, ben } = await api.world.friends();
    const id = await report(ana, { kind: 'person', targetId: ben.id });
    expect((await api.ask(ben, 'GET', '/settings')).statusCode).toBe(200);
    await act(id, 'suspend', { days: 7, note: 'Be kind' });
    expect((await api.ask(ben, 'GET', '/settings')).statusCode).toBe(401);
    const { accessToken } = await createSession(api.world.db, ben.id, 'Again', api.world.clock.now());
    const headers = { authorization: `Bearer ${accessToken}` };
    const again = (method: 'GET' | 'POST', path: string, body?: object) =>
      api.ask(null, method, path, { headers, ...(body ? { body } : {}) });
    const refused = await again('POST', '/sync/pull', {});
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'suspended']);
    expect((await again('GET', '/auth/verify')).statusCode).toBe(200);
    const { suspension } = (await again('GET', '/account/standing')).json().data;
    expect(suspension).toMatchObject({
      reason: 'harassment',
      note: 'Be kind',
      about: 'person',
      appealedAt: null,
    });
    expect(Date.parse(suspension.until) - Date.parse(suspension.since)).toBe(7 * 86_400_000);
    expect((await again('POST', '/account/appeal', { words: 'I am sorry' })).statusCode).toBe(200);
    expect((await again('POST', '/account/appeal', { words: 'Again' })).statusCode).toBe(409);
    const [held] = (await api.ask(moderator, 'GET', '/moderation/suspensions')).json().data;
    expect(held).toMatchObject({ person: { id: ben.id, isSuspended: true }, appeal: 'I am sorry' });
    await api.ask(moderator, 'POST', `/moderation/suspensions/${held.id}/answer`, { body: { lift: true } });
    expect((await again('GET', '/settings')).statusCode).toBe(200);
    expect((await again('GET', '/account/standing')).json().data.suspension).toBeNull();
  });

  it('see whether the reporter’s device signed the claim; what does not fit is refused', async () => {
    const { ana, ben } = await api.world.friends();
    const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
    const { publicKey, privateKey } = await webcrypto.subtle.generateKey(algorithm, false, ['sign']);
    const key = Buffer.from(await webcrypto.subtle.exportKey('raw', publicKey)).toString('base64url');
    const body = { id: newId(), kind: 'person' as const, targetId: ben.id, reason: 'spam' as const };
    const snapshot = { text: 'Ben Reyes' };
    const words = new TextEncoder().encode(reportStatement({ ...body, snapshot }));
    const value = Buffer.from(await webcrypto.subtle.sign(algorithm, privateKey, words)).toString(
      'base64url',
    );
    const signed = { ...body, snapshot, signature: { key, value } };
    const forged = { ...signed, snapshot: { text: 'Something else' } };
    expect((await api.ask(ana, 'POST', '/reports', { body: forged })).statusCode).toBe(400);
    expect((await api.ask(ana, 'POST', '/reports', { body: signed })).statusCode).toBe(201);
    const shown = await api.ask(moderator, 'GET', `/moderation/reports/${body.id}`);
    expect(shown.json().data.claim).toMatchObject({ text: 'Ben Reyes', signature: 'valid' });
    // Somebody with the database in their hands changes what was shown.
    await api.world.db
      .update(reports)
      .set({ claim: { text: 'Something else' } })
      .where(eq(reports.id, body.id));
    const changed = await api.ask(moderator, 'GET', `/moderation/reports/${body.id}`);
    expect(changed.json().data.claim).toMatchObject({ text: 'Something else', signature: 'broken' });
  });
});

describe('the queue', () => {
  it('takes turns: one reporter with many does not push the others out, and none waits for ever', async () => {
    const { world } = api;
    const [ana, ben, cora] = [
      await world.person('Ana'),
      await world.person('Ben'),
      await world.person('Cora'),
    ];
    world.clock.advance(60_000);
    const many: string[] = [];
    for (let count = 0; count < 30; count += 1)
      many.push(await report(ana, { kind: 'person', targetId: (await world.person()).id }));
    world.clock.advance(60_000);
    const early = await report(ben, { kind: 'person', targetId: ana.id });
    world.clock.advance(5 * 60 * 60_000);
    const late = await report(cora, { kind: 'person', targetId: ana.id });
    const page = async (number: number): Promise<string[]> => {
      const answer = await api.ask(moderator, 'GET', `/moderation/reports?page=${number}`);
      return answer.json().data.map(({ id }: { id: string }) => id);
    };
    const queue = [...(await page(1)), ...(await page(2)), ...(await page(3))];
    const here = queue.filter((id) => id === early || id === late || many.includes(id));
    expect(here).toEqual([many[0], early, ...many.slice(1, 6), late, ...many.slice(6)]);
  });
});

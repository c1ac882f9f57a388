import { randomBytes } from 'node:crypto';
import { eq, getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createUniqueCode, newId, newUntimedId, savedMessagesId } from '../../../protocol/index.ts';
import * as accountTables from '../../db/account-tables.ts';
import * as schema from '../../db/schema.ts';
import { members, messages, posts, users } from '../../db/schema.ts';
import type { Job, SendOptions } from '../../jobs/job.ts';
import { openApi } from '../../testing/api.ts';
import { deleteDueAccounts, deleteOwnPost, deletePostJob } from './deletion.ts';
import { oidcIdentities } from './oidc/table.ts';

let api: Awaited<ReturnType<typeof openApi>>;
beforeAll(async () => {
  api = await openApi();
});
afterAll(() => api.close());

const DAY_MS = 24 * 60 * 60_000;
const PASSWORD = 'halo-halo sa tag-init';
const registered = async (firstName: string) => {
  const email = `${newId()}@example.test`;
  const answer = await api.ask(null, 'POST', '/auth/register', {
    body: { email, password: PASSWORD, firstName, lastName: 'Cruz', birthDate: '1990-05-05' },
  });
  const { accessToken, user } = answer.json().data;
  return { ...user, email, token: accessToken as string };
};
const as = (token: string, method: 'GET' | 'POST', path: string, body?: object) =>
  api.ask(null, method, path, {
    headers: { authorization: `Bearer ${token}` },
    ...(body === undefined ? {} : { body }),
  });
const sent: { name: string; data: unknown; startAfter: Date | undefined }[] = [];
const services = () => ({
  ...{ db: api.world.db, clock: api.world.clock, publish: () => undefined },
  jobs: {
    send: async (_tx: unknown, { name }: Job, data: unknown, { startAfter }: SendOptions = {}) => {
      sent.push({ name, data, startAfter });
    },
  },
  receipts: { stored: () => undefined, seen: () => undefined },
  takeFromBucket: async () => 0,
});
const runJob = () => deleteDueAccounts(services());

it('takes the password, ends every session, and is taken back by signing in', async () => {
  const ana = await registered('Ana');
  const wrong = await as(ana.token, 'POST', '/account/deletion', { password: 'not this one' });
  expect(wrong.json()).toMatchObject({
    status: 422,
    code: 'wrong_password',
    errors: [{ field: 'password' }],
  });
  expect((await as(ana.token, 'POST', '/account/deletion', { password: PASSWORD })).statusCode).toBe(200);
  expect((await as(ana.token, 'GET', '/auth/verify')).statusCode).toBe(401);
  const login = () =>
    api.ask(null, 'POST', '/auth/login', { body: { email: ana.email, password: PASSWORD } });
  expect((await login()).json().data.deletionCancelled).toBe(true);
  expect((await login()).json().data.deletionCancelled).toBeUndefined();
  api.world.clock.advance(15 * DAY_MS);
  await runJob();
  expect((await login()).statusCode).toBe(200);
});

it('after a fortnight leaves a name that says so: groups pass on, posts and ties go, messages stay', async () => {
  const { world } = api;
  const { ana, ben, chatId } = await world.friends();
  await world.say(ana, chatId, 'This stays');
  const groupId = newId();
  await world.applied(ana, 'createChat', {
    ...{
      id: groupId,
      type: 'GROUP',
      name: 'Barkada',
      uniqueCode: createUniqueCode(randomBytes(12)),
      users: [ben.id],
    },
  });
  const postId = newId();
  await world.applied(ana, 'createPost', { id: postId, content: 'This goes' });
  await world.db.update(users).set({ deletionAt: world.clock.now() }).where(eq(users.id, ana.id));
  await runJob();
  const [left] = await world.db.select().from(users).where(eq(users.id, ana.id));
  expect(left).toMatchObject({ firstName: 'Deleted', lastName: 'account', avatarId: null, deletionAt: null });
  expect(left?.deletedAt).not.toBeNull();
  const rows = await world.db.select().from(members).where(eq(members.chatId, groupId));
  expect(rows.find(({ userId }) => userId === ben.id)?.role).toBe('OWNER');
  expect(rows.find(({ userId }) => userId === ana.id)?.leftAt).not.toBeNull();
  const history = await api.ask(ben, 'GET', `/chats/${chatId}/messages`);
  expect(history.json().data.map(({ content }: { content: string }) => content)).toContain('This stays');
  expect((await api.ask(ben, 'GET', `/posts/${postId}`)).statusCode).toBe(404);
  expect((await api.ask(ben, 'GET', '/users/friends')).json().data).toEqual([]);
  await runJob();
});

it('takes the anonymous posts away one by one, later: what went with the name would tell whose it was', async () => {
  const { world } = api;
  const { ana, ben } = await world.friends();
  const secret = Array.from({ length: 20 }, () => newUntimedId());
  for (const id of secret) await world.applied(ana, 'createPost', { id, content: 'Lihim', anonymous: true });
  const [first = '', binned = ''] = secret;
  await world.applied(ana, 'createComment', { id: newUntimedId(), postId: first, content: 'Ako ulit' });
  await world.applied(ana, 'deletePost', { id: binned, soft: true });
  const now = world.clock.now();
  await world.db.update(users).set({ deletionAt: now }).where(eq(users.id, ana.id));
  sent.length = 0;
  await runJob();

  const readable = async (id: string) => (await api.ask(ben, 'GET', `/posts/${id}`)).statusCode;
  expect(await readable(first)).toBe(200);
  expect(await readable(binned)).toBe(404);
  const said = (await api.ask(ben, 'GET', `/posts/${first}/comments`)).json().data;
  expect(said).toMatchObject([{ content: 'Ako ulit', author: { kind: 'author' } }]);
  const due = sent.filter(({ name }) => name === deletePostJob.name);
  const times = due.map(({ startAfter }) => (startAfter?.getTime() ?? 0) - now.getTime());
  expect(due).toHaveLength(secret.length - 1);
  expect(Math.min(...times)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...times)).toBeLessThan(14 * DAY_MS);
  expect(new Set(times).size).toBe(times.length);

  for (const { data } of due) await deleteOwnPost(services(), deletePostJob.data.parse(data));
  expect(new Set(await Promise.all(secret.map(readable)))).toEqual(new Set([404]));
  const rows = await world.db.select().from(posts).where(eq(posts.creatorId, ana.id));
  expect(rows.every(({ purgedAt, content }) => purgedAt !== null && content === '')).toBe(true);
});

it('takes what one has saved for oneself along, with its files, and closes the chat', async () => {
  const { world } = api;
  const { ana, chatId } = await world.friends();
  const saved = savedMessagesId(ana.id);
  const file = newId();
  for (let more = 1; more <= 101; more += 1) await world.say(ana, saved, `Lihim ${more}`);
  await world.applied(ana, 'sendMessage', { ...world.message(saved), files: [file] });
  await world.say(ana, chatId, 'This stays');
  await world.db.update(users).set({ deletionAt: world.clock.now() }).where(eq(users.id, ana.id));
  await runJob();
  const left = await world.db.select().from(messages).where(eq(messages.chatId, saved));
  expect(left).toHaveLength(102);
  expect(left.every(({ content, media, deletedAt }) => !content && media.length === 0 && deletedAt)).toBe(
    true,
  );
  expect(await world.db.$count(schema.fileUses, eq(schema.fileUses.fileId, file))).toBe(0);
  const [chat] = await world.db.select().from(schema.chats).where(eq(schema.chats.id, saved));
  expect(chat?.deletedAt).toEqual(world.clock.now());
  const kept = await world.db.select().from(messages).where(eq(messages.chatId, chatId));
  expect(kept).toMatchObject([{ content: 'This stays', deletedAt: null }]);
});

describe('what the account leaves in the database', () => {
  const tables = Object.values({ ...schema, ...accountTables, oidcIdentities }).filter((each) =>
    is(each, PgTable),
  );
  /** The tables in which these words stand. */
  const tablesWith = async (words: string): Promise<string[]> => {
    const found: string[] = [];
    for (const table of tables)
      if (JSON.stringify(await api.world.db.select().from(table)).includes(words))
        found.push(getTableName(table));
    return found.toSorted((a, b) => a.localeCompare(b));
  };

  it('is a name that says so, and under other people’s things no like, reaction, comment or subscription', async () => {
    const { world } = api;
    const { ana, ben, chatId } = await world.friends();
    const cora = await world.person('Cora');
    await world.say(ana, chatId, 'This stays');
    const reactedTo = await world.say(ben, chatId, 'Oy!');
    await world.applied(ana, 'reactToMessage', { chatId, messageId: reactedTo, emoji: '❤️' });
    await world.applied(ben, 'reactToMessage', { chatId, messageId: reactedTo, emoji: '😂' });
    const groupId = newId();
    const uniqueCode = createUniqueCode(randomBytes(12));
    await world.applied(ben, 'createChat', {
      ...{ id: groupId, type: 'GROUP', name: 'Barkada', uniqueCode, users: [ana.id] },
    });
    const inGroup = await world.say(ben, groupId, 'Tara!');
    await world.applied(ana, 'reactToMessage', { chatId: groupId, messageId: inGroup, emoji: '👍' });
    const voice = { id: newId(), chatId, files: [newId()] };
    const voices = { [voice.files[0] ?? '']: { durationMs: 4_000, waveform: 'AZ09az+/'.repeat(8) } };
    await world.applied(ben, 'sendMessage', { ...voice, voices, writtenAt: world.clock.now().toISOString() });
    await world.applied(ana, 'markListened', { chatId, messageId: voice.id });
    await world.applied(ben, 'removeMember', { chatId: groupId, userId: ana.id });
    const [open, closed] = [newId(), newId()];
    for (const id of [open, closed]) {
      await world.applied(ben, 'createPost', { id, content: 'Sino ang sasama?' });
      await world.applied(ana, 'setLike', { postId: id, liked: true });
      await world.applied(cora, 'setLike', { postId: id, liked: true });
      await world.applied(ana, 'createComment', { id: newId(), postId: id, content: 'Sama ako rito' });
    }
    // She may no longer see it, and so could not take back anything there herself.
    await world.applied(ben, 'updatePost', { id: closed, content: 'Sino ang sasama?', privacy: 'PRIVATE' });
    await world.applied(ana, 'hidePost', { postId: open, hidden: true });
    const subscription = { endpoint: 'https://fcm.googleapis.com/x', keys: { auth: 'A'.repeat(22) } };
    const asked = await api.ask(ana, 'POST', '/notifications/push/register', { body: subscription });
    expect(asked.statusCode, asked.body).toBeLessThan(300);
    expect(await tablesWith('A'.repeat(22))).toContain('push_subscriptions');

    await world.db.update(users).set({ deletionAt: world.clock.now() }).where(eq(users.id, ana.id));
    await runJob();

    const [chatMessage, groupMessage] = await Promise.all(
      [reactedTo, inGroup].map(
        async (id) => (await world.db.select().from(messages).where(eq(messages.id, id)))[0],
      ),
    );
    expect(chatMessage?.reactions).toEqual([{ userId: ben.id, emoji: '😂' }]);
    expect(groupMessage?.reactions).toEqual([]);
    const [listenedTo] = await world.db.select().from(messages).where(eq(messages.id, voice.id));
    expect(listenedTo).toMatchObject({ listens: [], version: 3 });
    for (const id of [open, closed]) {
      const [post] = await world.db.select().from(posts).where(eq(posts.id, id));
      expect(post).toMatchObject({ likeCount: 1, commentCount: 0 });
    }
    expect(await tablesWith('Sama ako rito')).toEqual([]);
    expect(await tablesWith('A'.repeat(22))).toEqual([]);
    expect(await tablesWith(ana.email)).toEqual([]);
    // Her id alone stands in her messages and her place in chats, in tombstones that must not lose their version, in ended
    // sessions, and in the verdicts of other people's mutations, which are kept a month.
    expect(await tablesWith(ana.id)).toEqual([
      ...['comments', 'friendships', 'members', 'memberships', 'messages', 'mutations'],
      ...['scope_log', 'scopes', 'sessions', 'unique_codes', 'users'],
    ]);
    const keys = await world.db.select().from(schema.mutations).where(eq(schema.mutations.userId, ana.id));
    expect(keys).toEqual([]);
    // The others learn of it by the chat's own log.
    const { scopes } = await world.pull(ben);
    expect(JSON.stringify(scopes)).not.toContain('❤️');
    await runJob();
  });
});

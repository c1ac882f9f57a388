import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createUniqueCode, newId } from '../../../protocol/index.ts';
import { members, users } from '../../db/schema.ts';
import { openApi } from '../../testing/api.ts';
import { deleteDueAccounts } from './deletion.ts';

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
const runJob = () =>
  deleteDueAccounts({
    ...{ db: api.world.db, clock: api.world.clock, publish: () => undefined },
    jobs: { send: async () => undefined },
    receipts: { stored: () => undefined, seen: () => undefined },
  });

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

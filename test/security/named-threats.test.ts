import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { newId } from '../../protocol/index.ts';
import { messages } from '../../server/db/schema.ts';
import { forgetOldKeys } from '../../server/jobs/forget-old-keys.ts';
import { createMemoryBuckets } from '../../server/plugins/buckets.ts';
import { openMailbox } from '../../server/testing/mailbox.ts';
import { TestClock } from '../../server/testing/world.ts';
import { openApp } from './app.ts';
import { ask } from './ask.ts';
import { type Cast, PASSWORD } from './cast.ts';
import { listen } from './sockets.ts';
import { gather } from './world.ts';

/** What docs/threat-model.md says of T05, T21 and T23 and no other file asks, with the real limits, whose clock stands still. */
const LIMIT_MS = 120_000;
const DAY_MS = 24 * 60 * 60_000;

const clock = new TestClock();
const mailbox = openMailbox();
const buckets = createMemoryBuckets(() => clock.now().getTime());
const server = await openApp({
  ...{ mailer: mailbox.mailer, takeFromBucket: buckets, env: { TRUST_PROXY: 'loopback' } },
});
const { app, db } = server;
let url = '';
let cast: Cast;
beforeAll(async () => {
  url = await app.listen({ port: 0, host: '127.0.0.1' });
});
beforeEach(async () => {
  cast = await gather(db);
});
afterAll(() => server.close());

describe('T05: a changed password', { timeout: LIMIT_MS }, () => {
  it('cuts the sockets of the other devices, and leaves this one', async () => {
    const [here, there] = [await cast.tokenFor(cast.account), await cast.tokenFor(cast.account)];
    const [mine, other] = [listen(url, here), listen(url, there)];
    await Promise.all([mine.ready, other.ready]);
    const newPassword = 'sampaguita sa umaga';
    const body = { currentPassword: PASSWORD, newPassword, confirmPassword: newPassword };
    expect((await ask(app, 'POST /api/v1/auth/change-password', { body }, here)).statusCode).toBe(200);
    const answeredAt = performance.now();
    await other.cut;
    expect(performance.now() - answeredAt).toBeLessThan(1_000);
    expect(other.received.map(({ event }) => event)).toContain('session:revoked');
    expect((await ask(app, 'GET /api/v1/auth/verify', {}, there)).statusCode).toBe(401);
    expect((await ask(app, 'GET /api/v1/auth/verify', {}, here)).statusCode).toBe(200);
    expect(mine.socket.connected).toBe(true);
    mine.socket.disconnect();
  });
});

describe('T21: one key', { timeout: LIMIT_MS }, () => {
  const call = (content: string, id: string, key: string) => ({
    ...{ params: { id: cast.groupId }, body: { id, content }, headers: { 'idempotency-key': key } },
  });
  const send = (actor: 'O' | 'M', content: string, id: string, key: string) =>
    ask(app, 'POST /api/v1/chats/:id/messages', call(content, id, key), cast.tokens[actor]);
  const stored = (id: string) => db.select().from(messages).where(eq(messages.id, id));

  it('acts once for twenty who come at the same moment', async () => {
    const [id, key] = [newId(), newId()];
    const answers = await Promise.all(Array.from({ length: 20 }, () => send('O', 'Isa lang', id, key)));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    expect(answers.filter(({ headers }) => headers['idempotent-replayed'] === 'true')).toHaveLength(19);
    expect(await stored(id)).toHaveLength(1);
  });

  it('of one member is another key in another member’s hands', async () => {
    const [mine, theirs, key] = [newId(), newId(), newId()];
    await send('O', 'Sa akin ito', mine, key);
    const answer = await send('M', 'Sa iyo naman', theirs, key);
    expect(answer.statusCode).toBe(201);
    expect(answer.headers['idempotent-replayed']).toBeUndefined();
    expect(answer.body).not.toContain('Sa akin ito');
    expect(answer.body).not.toContain(mine);
    expect(await stored(theirs)).toHaveLength(1);
  });

  it('may be forgotten after its time: the id of what was made still stands for it', async () => {
    const [id, key] = [newId(), newId()];
    await send('O', 'Noong isang taon', id, key);
    const token = await cast.tokenFor(cast.people.O);
    await forgetOldKeys(db, new Date(Date.now() + 400 * DAY_MS));
    const again = await ask(app, 'POST /api/v1/chats/:id/messages', call('Noong isang taon', id, key), token);
    expect(again.statusCode, again.body).toBeLessThan(500);
    expect(await stored(id)).toHaveLength(1);
  });

  it.each(['x'.repeat(10_240), 'isa🥭', 'no uuid'])('that is none is refused (%#)', async (key) => {
    const id = newId();
    const answer = await ask(
      app,
      'POST /api/v1/chats/:id/messages',
      call('x', id, Buffer.from(key).toString('latin1')),
      cast.tokens.O,
    );
    expect(answer.statusCode).toBe(400);
    expect(await stored(id)).toEqual([]);
  });
});

describe('T23: a thousand forgotten passwords', { timeout: LIMIT_MS }, () => {
  it('are five letters, and no answer tells which', async () => {
    const { email } = cast.account;
    const forgot = (to: string, address: string) => {
      const headers = { 'x-forwarded-for': address };
      return ask(app, 'POST /api/v1/auth/forgot-password', { body: { email: to }, headers }, undefined);
    };
    const answers = new Set<string>();
    for (let index = 0; index < 1_000; index += 1) {
      const answer = await forgot(email, `10.9.${index >> 8}.${index & 255}`);
      answers.add(`${answer.statusCode} ${answer.body}`);
    }
    expect(answers.size).toBe(1);
    // A letter asked for after all of them: when it is here, theirs are.
    const last = cast.people.O.email;
    await forgot(last, '10.10.0.1');
    await vi.waitFor(() => expect(mailbox.mails.filter(({ to }) => to === last)).toHaveLength(1), {
      timeout: 30_000,
    });
    await vi.waitFor(() => expect(mailbox.mails.filter(({ to }) => to === email)).toHaveLength(5), {
      timeout: 30_000,
    });
  });
});

import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { newId, newUntimedId, privateChatId, pushKeyResponse } from '../../../protocol/index.ts';
import { pushSubscriptions } from '../../db/schema.ts';
import type { JobSender, SendOptions } from '../../jobs/job.ts';
import { openApi } from '../../testing/api.ts';
import { requestOf } from '../../testing/chat-stories.ts';
import { openPushService, vapidClaims } from '../../testing/push-service.ts';
import type { Person } from '../../testing/world.ts';
import { composePush, type PushTopic } from './compose.ts';
import { deliverPush } from './deliver.ts';
import { pushTo } from './notify.ts';
import { isPlausibleEndpoint } from './push-endpoint.ts';
import { areKeptApart, livingSubscriptions } from './subscriptions.ts';
import { ensureVapidKeys } from './vapid-keys.ts';

const WAIT_OPTIONS = { timeout: 25_000, interval: 10 };
let service: Awaited<ReturnType<typeof openPushService>>;
let api: Awaited<ReturnType<typeof openApi>>;
beforeAll(async () => {
  service = await openPushService();
  api = await openApi({ pushPorts: service.ports });
});
afterAll(async () => {
  // Before the jobs: those that wait for it end at once.
  service.close();
  await api.close();
});
beforeEach(() => {
  service.arrived.length = 0;
});

const register = async (person: Person, host?: string) => {
  const { path, ...subscription } = service.subscribe(host);
  const answer = await api.ask(person, 'POST', '/notifications/push/register', { body: subscription });
  expect(answer.statusCode).toBe(201);
  expect(answer.json()).toEqual({ data: { id: subscription.keys.auth, isActive: true } });
  return { path, id: subscription.keys.auth };
};
const say = (from: Person, to: Person, content: string) =>
  api.ask(from, 'POST', `/chats/${privateChatId(from.id, to.id)}/messages`, {
    body: { id: newId(), content },
  });
const comment = async (
  from: Person,
  postId: string,
  body: { id: string; content: string; parentId?: string },
) => {
  const answer = await api.ask(from, 'POST', `/posts/${postId}/comments`, { body });
  expect(answer.statusCode).toBe(201);
};
const friends = async () => {
  const { ana, ben, chatId } = await api.world.friends();
  api.world.clock.advance(60_000);
  return { ana, ben, chatId };
};
const nextPush = (path: string) =>
  vi.waitFor(() => {
    const push = service.arrived.find((one) => one.path === path);
    if (!push) throw new Error('No push yet');
    return push;
  }, WAIT_OPTIONS);
/** Everything that was sent before has been carried out once this has come. */
const settle = async () => {
  const { ana, ben } = await friends();
  const { path } = await register(ben);
  await say(ana, ben, 'the last one');
  await nextPush(path);
};

describe('a push', () => {
  it('reaches the browser encrypted and signed, small, and says what it is about', async () => {
    const { ana, ben, chatId } = await friends();
    const { path } = await register(ben);
    const message = (await say(ana, ben, 'Nasa bus na ako')).json().data;
    const { headers, payload, bytes } = await nextPush(path);
    expect(payload).toEqual({
      v: 1,
      type: 'message',
      id: message.id,
      key: 'message',
      args: { name: `${ana.firstName} ${ana.lastName}` },
      tag: `chat:${chatId}`,
      url: `/chats/${ana.uniqueCode}`,
      chatId,
      senderId: ana.id,
      at: message.createdAt,
      text: 'Nasa bus na ako',
      seq: message.seq,
      unseen: 1,
      ts: api.world.clock.now().toISOString(),
    });
    expect(bytes).toBeLessThanOrEqual(4_096);
    expect(headers).toMatchObject({ ttl: '86400', urgency: 'high', 'content-encoding': 'aes128gcm' });
    // RFC 8030 §5.4: a push that waits for the same chat is replaced, and the push service learns no id.
    expect(headers['topic']).toBe(
      createHash('sha256').update(`chat:${chatId}`).digest('base64url').slice(0, 32),
    );
    const { data } = pushKeyResponse.parse((await api.ask(null, 'GET', '/notifications/push/key')).json());
    const claims = vapidClaims(headers.authorization);
    expect(claims).toMatchObject({ aud: 'https://push.example', isSigned: true, key: data.publicKey });
    expect(claims.sub).toMatch(/^mailto:/);
  });

  it('names a message without words by what it shows, a voice message before its bytes have come', async () => {
    const { ana, ben, chatId } = await friends();
    const send = async (body: object) => {
      const path = `/chats/${chatId}/messages`;
      expect((await api.ask(ana, 'POST', path, { body: { id: newId(), ...body } })).statusCode).toBe(201);
      const push = await composePush(
        api.world.db,
        ben.id,
        { kind: 'message', chatId },
        api.world.clock.now(),
      );
      return { sent: push?.args.sent, text: push?.text };
    };
    const id = newId();
    const voices = { [id]: { durationMs: 4_000, waveform: 'AZ09az+/'.repeat(8) } };
    expect(await send({ files: [id], voices })).toEqual({ sent: 'voice', text: null });
    expect(await send({ files: [newId()] })).toEqual({ sent: 'file', text: null });
    expect(await send({ images: [newId(), newId()] })).toEqual({ sent: 'picture', text: null });
    expect(await send({ video: newId(), content: '' })).toEqual({ sent: 'video', text: null });
    expect(await send({ images: [newId()], content: 'Dagat' })).toEqual({ sent: undefined, text: 'Dagat' });
    await api.world.applied(ben, 'updateSettings', { hidePreviews: true });
    expect(
      (await composePush(api.world.db, ben.id, { kind: 'message', chatId }, api.world.clock.now()))?.args,
    ).toEqual({});
  });

  it('cuts a long text at a whole character and stays below 3 KB', async () => {
    const { ana, ben } = await friends();
    const { path } = await register(ben);
    await say(ana, ben, '👨‍👩‍👧‍👦'.repeat(300));
    const { payload } = await nextPush(path);
    expect(payload.text).toMatch(/^(👨‍👩‍👧‍👦)+…$/u);
    expect(Buffer.byteLength(JSON.stringify(payload))).toBeLessThanOrEqual(3_072);
  });

  it('stays below 3 KB when each letter of a text takes two in JSON', async () => {
    const { ana, ben } = await friends();
    const { path } = await register(ben);
    await say(ana, ben, '"\\'.repeat(1_900));
    const { payload, bytes } = await nextPush(path);
    expect(payload.text).toMatch(/^("\\)+"?…$/);
    expect(Buffer.byteLength(JSON.stringify(payload))).toBeLessThanOrEqual(3_072);
    expect(Buffer.byteLength(JSON.stringify(payload.text))).toBeLessThanOrEqual(1_024);
    expect(bytes).toBeLessThanOrEqual(3_993);
  });

  it('into a group wakes no phone that sleeps', async () => {
    const { ana, ben } = await friends();
    const { path } = await register(ben);
    const chatId = newId();
    const group = { id: chatId, type: 'GROUP', name: 'Barkada', users: [ben.id] };
    await api.world.applied(ana, 'createChat', group);
    await api.ask(ana, 'POST', `/chats/${chatId}/messages`, { body: { id: newId(), content: 'Tara!' } });
    const push = await vi.waitFor(() => {
      const found = service.arrived.find((one) => one.path === path && one.payload.text === 'Tara!');
      if (!found) throw new Error('No push yet');
      return found;
    }, WAIT_OPTIONS);
    expect(push.payload).toMatchObject({ type: 'message', key: 'groupMessage', args: { chat: 'Barkada' } });
    expect(push.headers['urgency']).toBe('normal');
  });

  it('tells neither who nor what when previews are hidden', async () => {
    const { ana, ben } = await friends();
    const { path } = await register(ben);
    await api.ask(ben, 'PATCH', '/settings', { body: { hidePreviews: true } });
    await say(ana, ben, 'Sikreto ito');
    const { payload } = await nextPush(path);
    expect(payload).toMatchObject({ args: {}, text: null, senderId: null });
    expect(JSON.stringify(payload)).not.toMatch(/Sikreto|Ana/);
  });

  it('of a stranger who waits says that somebody does, and with hidden previews not even that', async () => {
    const ana = await api.world.person('Ana');
    const compose = () => composePush(api.world.db, ana.id, { kind: 'stranger' }, api.world.clock.now());
    const generic = { type: 'stranger', url: '/strangers', chatId: null, senderId: null, text: null };
    expect(await compose()).toMatchObject({ ...generic, args: { name: 'Tambay' } });
    await api.world.applied(ana, 'updateSettings', { hidePreviews: true });
    expect(await compose()).toMatchObject({ ...generic, args: {} });
  });

  it("tells that the copy of one's data is ready", async () => {
    const ana = await api.world.person('Ana');
    const { path } = await register(ana);
    expect((await api.ask(ana, 'POST', '/account/export')).statusCode).toBe(201);
    expect((await nextPush(path)).payload).toMatchObject({
      ...{ type: 'exportReady', args: { name: 'Tambay' }, url: '/profile/account' },
      ...{ text: null, senderId: null, chatId: null },
    });
  });

  it('tells the other devices of a sign-in, whatever they have silenced', async () => {
    const credentials = { email: `${newId()}@example.test`, password: 'halo-halo sa tag-init' };
    const person = { firstName: 'Ana', lastName: 'Reyes', birthDate: '1990-05-05' };
    const made = await api.ask(null, 'POST', '/auth/register', { body: { ...credentials, ...person } });
    const headers = { authorization: `Bearer ${made.json().data.accessToken}` };
    const { path, ...subscription } = service.subscribe();
    await api.ask(null, 'POST', '/notifications/push/register', { body: subscription, headers });
    await api.ask(null, 'PATCH', '/settings', { body: { notifyMessages: false }, headers });
    const phone =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1';
    await api.ask(null, 'POST', '/auth/login', { body: credentials, headers: { 'user-agent': phone } });
    expect((await nextPush(path)).payload).toMatchObject({
      ...{ type: 'newSignIn', args: { name: 'Safari on iPhone' }, url: '/profile/devices' },
      ...{ text: null, senderId: null, chatId: null },
    });
  });

  it('is not sent to who switched it off or removed the subscription', async () => {
    const paths: string[] = [];
    const pair = async (prepare: (ben: Person, id: string, chatId: string) => Promise<unknown>) => {
      const { ana, ben, chatId } = await friends();
      const { path, id } = await register(ben);
      paths.push(path);
      await prepare(ben, id, chatId);
      await say(ana, ben, 'Gising ka pa?');
    };
    await pair((ben) => api.ask(ben, 'PATCH', '/settings', { body: { notifyMessages: false } }));
    await pair((ben, id) => api.ask(ben, 'DELETE', `/notifications/push/${id}`));
    await settle();
    expect(service.arrived.filter(({ path }) => paths.includes(path))).toEqual([]);
  });

  it('is not sent for a message request until it is accepted, nor after a no', async () => {
    const { olga, pia, chatId } = await requestOf(api.world);
    const { path } = await register(olga);
    // A push that waited is composed long after the message that it tells of.
    const compose = () =>
      composePush(api.world.db, olga.id, { kind: 'message', chatId }, api.world.clock.now());
    const ask = async (content: string) => {
      expect((await say(pia, olga, content)).statusCode).toBe(201);
      api.world.clock.advance(60_000);
    };
    await ask('Pwede ba kitang kausapin?');
    expect(await compose()).toBeNull();
    await api.world.applied(olga, 'answerMessageRequest', { chatId, isAccepted: false });
    await ask('Sige na');
    expect(await compose()).toBeNull();
    await settle();
    expect(service.arrived.filter((one) => one.path === path)).toEqual([]);

    await api.world.applied(olga, 'answerMessageRequest', { chatId, isAccepted: true });
    await ask('Salamat!');
    expect((await nextPush(path)).payload).toMatchObject({ type: 'message', text: 'Salamat!' });
  });

  it('a subscription is removed by its owner alone', async () => {
    const { ana, ben } = await friends();
    const { path, id } = await register(ben);
    const answer = await api.ask(ana, 'DELETE', `/notifications/push/${id}`);
    expect(answer.json()).toEqual({ data: { id, deleted: true } });
    await say(ana, ben, 'Nandito pa ba?');
    await nextPush(path);
  });

  it('goes where the browser is signed in now, and not to who was there before', async () => {
    const { ana, ben } = await friends();
    const { path: _path, ...subscription } = service.subscribe();
    await api.ask(ben, 'POST', '/notifications/push/register', { body: subscription });
    await api.ask(ana, 'POST', '/notifications/push/register', { body: subscription });
    await say(ana, ben, 'Para kay Ben lang');
    await settle();
    expect(service.arrived.filter(({ path }) => path === _path)).toEqual([]);
  });

  it('[T08] an endpoint belongs to the last member to register it, under whatever keys', async () => {
    const { ana, ben } = await friends();
    const { path, endpoint, ...first } = service.subscribe();
    const { keys } = service.subscribe();
    for (const [who, body] of [
      [ben, { ...first, endpoint }],
      [ana, { endpoint, keys }],
    ] as const)
      expect((await api.ask(who, 'POST', '/notifications/push/register', { body })).statusCode).toBe(201);
    await say(ana, ben, 'Para kay Ben lang');
    await settle();
    expect(service.arrived.filter((one) => one.path === path)).toEqual([]);
  });

  it('a member has ten subscriptions, the newest ones', async () => {
    const { ben } = await friends();
    const ids: string[] = [];
    for (let count = 0; count < 12; count += 1) {
      api.world.clock.advance(1_000);
      ids.push((await register(ben)).id);
    }
    const kept = await livingSubscriptions(api.world.db, ben.id, api.world.clock.now());
    expect(new Set(kept.map(({ auth }) => auth))).toEqual(new Set(ids.slice(-10)));
  });

  it('a service that says 410 gets no more', async () => {
    const { ana, ben } = await friends();
    const { path } = await register(ben);
    service.answer(410);
    await say(ana, ben, 'Una');
    await settle();
    api.world.clock.advance(60_000);
    await say(ana, ben, 'Pangalawa');
    await settle();
    expect(service.arrived.filter((one) => one.path === path)).toEqual([]);
  });

  /** A subscription whose next push is sent by hand. */
  const byHand = async () => {
    const { ana, ben, chatId } = await friends();
    await say(ana, ben, 'Bago ang subscription');
    const { path } = await register(ben);
    const { db, clock } = api.world;
    const living = () => livingSubscriptions(db, ben.id, clock.now());
    const push = { keys: await ensureVapidKeys(db), subject: 'mailto:a@example.test', ports: service.ports };
    const [subscription] = await living();
    const run = () =>
      deliverPush(
        { db, clock, push },
        { subscriptionId: subscription?.id ?? '', userId: ben.id, topic: { kind: 'message', chatId } },
        AbortSignal.timeout(20_000),
      );
    return { path, run, living };
  };

  it('a service that does not take it is asked again, by a job that fails', async () => {
    const { path, run } = await byHand();
    const refusals = [503, 429, 413, 403, 301];
    service.answer(...refusals);
    for (const status of refusals) await expect(run()).rejects.toThrow(String(status));
    await run();
    expect((await nextPush(path)).payload.text).toBe('Bago ang subscription');
  });

  it('a service that took none for three days gets no more, unless it has taken one in between', async () => {
    const { run, living } = await byHand();
    const day = 24 * 60 * 60_000;
    const failTwice = async (daysBetween: number) => {
      for (const days of [0, daysBetween]) {
        api.world.clock.advance(days * day);
        service.answer(503);
        await expect(run()).rejects.toThrow('503');
      }
    };
    await failTwice(2);
    await run();
    await failTwice(2);
    expect(await living()).toHaveLength(1);
    api.world.clock.advance(2 * day);
    service.answer(503);
    await expect(run()).rejects.toThrow('503');
    expect(await living()).toEqual([]);
  });

  it('[T06] services that fail, and then hang, hold up nobody else', async () => {
    const pairs = await Promise.all(Array.from({ length: 8 }, friends));
    const hanging = await Promise.all(
      pairs.map(async (pair) => ({ ...pair, path: (await register(pair.ben)).path })),
    );
    for (const { path } of hanging) service.trouble(path, 'refuses');
    for (const { ana, ben } of hanging) await say(ana, ben, 'Una');
    for (const { ben } of hanging)
      await vi.waitFor(async () => {
        const { db, clock } = api.world;
        expect(await areKeptApart(db, ben.id, clock.now())).toBe(true);
      }, WAIT_OPTIONS);
    // A subscription made anew is no fresh start.
    for (const one of hanging) one.path = (await register(one.ben)).path;
    for (const { path } of hanging) service.trouble(path, 'hangs');
    api.world.clock.advance(60_000);
    for (const { ana, ben } of hanging) await say(ana, ben, 'Pangalawa');
    await vi.waitFor(() => expect(service.unanswered.now).toBeGreaterThan(0), WAIT_OPTIONS);
    await settle();
    expect(service.unanswered.givenUp).toBe(0);
  });

  it('a member whose push service failed goes with the others again after an hour', async () => {
    const { run, living } = await byHand();
    service.answer(503);
    await expect(run()).rejects.toThrow('503');
    const [{ userId } = { userId: '' }] = await living();
    const { db, clock } = api.world;
    expect(await areKeptApart(db, userId, clock.now())).toBe(true);
    await run();
    clock.advance(59 * 60_000);
    expect(await areKeptApart(db, userId, clock.now())).toBe(true);
    clock.advance(60_000);
    expect(await areKeptApart(db, userId, clock.now())).toBe(false);
  });

  /** What the sender would have done with these topics, each so many milliseconds after the one before. */
  const schedule = async (userId: string, topic: PushTopic, gapsMs: readonly number[]) => {
    const { db, clock } = api.world;
    const sent: (SendOptions | undefined)[] = [];
    const jobs: JobSender = { send: async (_tx, _job, _data, options) => void sent.push(options) };
    const firstAt = clock.now().getTime();
    const sends: { at: number; key: string | undefined }[] = [];
    for (const gapMs of [0, ...gapsMs]) {
      clock.advance(gapMs);
      await pushTo({ db, clock, jobs }, userId, topic);
      const options = sent.at(-1);
      const at = (options?.startAfter ?? clock.now()).getTime() - firstAt;
      sends.push({ at, key: options?.once?.key });
    }
    return sends;
  };

  it('the second one within ten seconds waits for the rest of them, and stands for all that follow', async () => {
    const { ben, chatId } = await friends();
    await register(ben);
    const sends = await schedule(ben.id, { kind: 'message', chatId }, [2_000, 4_000, 5_000, 20_000]);
    // The one at eleven seconds waits as well: another has gone at ten.
    expect(sends.map(({ at }) => at)).toEqual([0, 10_000, 10_000, 20_000, 31_000]);
    expect(sends[1]?.key).toBeDefined();
    expect(sends[2]?.key).toBe(sends[1]?.key);
    expect(sends[3]?.key).not.toBe(sends[1]?.key);
  });

  it('[T23] of 500 messages in a minute at most six reach a device', async () => {
    const { ben, chatId } = await friends();
    await register(ben);
    const sends = await schedule(
      ben.id,
      { kind: 'message', chatId },
      Array.from({ length: 499 }, () => 120),
    );
    const withinMinute = sends.filter(({ at }) => at < 60_000).map(({ at, key }) => key ?? String(at));
    expect(new Set(withinMinute).size).toBe(6);
  });

  it('likes of a post that follow a told one wait ten minutes together', async () => {
    const { ben } = await friends();
    await register(ben);
    const minute = 60_000;
    const topic = { kind: 'like', postId: newUntimedId() } as const;
    const sends = await schedule(ben.id, topic, [minute, 8 * minute, 2 * minute]);
    expect(sends.map(({ at }) => at / minute)).toEqual([0, 10, 10, 20]);
    expect(sends[1]?.key).toBe(sends[2]?.key);
  });

  it('asks and answers of friendship are told', async () => {
    const [carla, dodong] = [await api.world.person('Carla'), await api.world.person('Dodong')];
    const [ofCarla, ofDodong] = [await register(carla), await register(dodong)];
    const asked = await api.ask(carla, 'POST', '/users/friends', { body: { uniqueCode: dodong.uniqueCode } });
    const request = await nextPush(ofDodong.path);
    expect(request.payload).toMatchObject({ type: 'friendRequest', url: '/profile/friend-requests' });
    await api.ask(dodong, 'PATCH', `/users/friends/${asked.json().data.id}/accept`);
    const accepted = await nextPush(ofCarla.path);
    expect(accepted.payload).toMatchObject({ type: 'friendAccepted', url: `/users/${dodong.uniqueCode}` });
    expect(accepted.headers['urgency']).toBe('normal');
  });

  it('a comment notifies the post’s author, an answer the comment’s author, and both can be silenced', async () => {
    const [ana, ben, cora] = [
      await api.world.person('Ana'),
      await api.world.person('Ben'),
      await api.world.person('Cora'),
    ];
    const [ofAna, ofBen] = [await register(ana), await register(ben)];
    const [postId, first] = [newUntimedId(), newId()];
    await api.world.applied(ana, 'createPost', {
      id: postId,
      content: 'Sino ang sasama?',
      privacy: 'PUBLIC',
    });
    await comment(ben, postId, { id: first, content: 'Ako!' });
    expect((await nextPush(ofAna.path)).payload).toMatchObject({
      type: 'comment',
      args: { name: `${ben.firstName} ${ben.lastName}` },
      text: 'Ako!',
      url: `/posts/${postId}`,
      tag: `post:${postId}`,
    });
    await comment(cora, postId, { id: newId(), content: 'Ako rin', parentId: first });
    expect((await nextPush(ofBen.path)).payload).toMatchObject({ type: 'commentReply', text: 'Ako rin' });

    api.world.clock.advance(60_000);
    await settle();
    service.arrived.length = 0;
    await api.world.applied(ana, 'updateSettings', { notifyComments: false });
    await comment(ben, postId, { id: newId(), content: 'Kailan?' });
    await comment(ana, postId, { id: newId(), content: 'Bukas' });
    await settle();
    expect(service.arrived.filter(({ path }) => path === ofAna.path)).toEqual([]);
  });

  it('a like notifies the author of the post, without a name, and can be silenced', async () => {
    const { ana, ben } = await friends();
    const { path } = await register(ana);
    const [postId, quietId] = [newUntimedId(), newUntimedId()];
    const post = { content: 'Sino ang sasama?', privacy: 'PUBLIC' } as const;
    await api.world.applied(ana, 'createPost', { id: postId, ...post });
    await api.world.applied(ana, 'createPost', { id: quietId, ...post, anonymous: true });
    const like = async (who: Person, id: string, liked = true) => {
      const answer = await api.ask(who, 'PATCH', `/posts/${id}/like`, { body: { liked } });
      expect(answer.statusCode).toBe(200);
    };
    await like(ana, postId);
    await like(ben, postId);
    const { payload } = await nextPush(path);
    expect(payload).toMatchObject({
      ...{ type: 'like', args: {}, senderId: null, text: 'Sino ang sasama?' },
      ...{ url: `/posts/${postId}`, tag: `like:${postId}` },
    });
    for (const word of [ben.id, ben.firstName, ben.uniqueCode])
      expect(JSON.stringify(payload)).not.toContain(word);

    service.arrived.length = 0;
    await like(ben, quietId);
    expect((await nextPush(path)).payload).toMatchObject({ type: 'like', text: null });

    service.arrived.length = 0;
    api.world.clock.advance(60 * 60_000);
    await api.world.applied(ana, 'updateSettings', { notifyLikes: false });
    await like(ben, postId, false);
    await like(ben, postId);
    await settle();
    expect(service.arrived.filter((one) => one.path === path)).toEqual([]);
  });

  it('an answer of an anonymous author says neither who nor what', async () => {
    const [ana, ben] = [await api.world.person('Ana'), await api.world.person('Ben')];
    const { path } = await register(ben);
    const [postId, asked] = [newUntimedId(), newId()];
    await api.world.applied(ana, 'createPost', {
      ...{ id: postId, content: 'Nobody knows', privacy: 'PUBLIC', anonymous: true },
    });
    await comment(ben, postId, { id: asked, content: 'Who are you?' });
    await comment(ana, postId, { id: newUntimedId(), content: 'Guess', parentId: asked });
    const { payload } = await nextPush(path);
    expect(payload).toMatchObject({ type: 'commentReply', args: {}, senderId: null, text: null });
    for (const word of [ana.id, ana.firstName, ana.uniqueCode])
      expect(JSON.stringify(payload)).not.toContain(word);
  });
});

describe('the endpoint is given by a client', () => {
  it.each([
    ['https://fcm.googleapis.com/fcm/send/abc', true],
    ['https://93.184.216.34/push', true],
    ['http://push.example/send', false],
    ['https://127.0.0.1/send', false],
    ['https://[::1]/send', false],
    ['https://[::ffff:10.0.0.1]/send', false],
    ['https://169.254.169.254/latest', false],
    ['https://10.1.2.3/', false],
    ['https://2130706433/', false],
    ['https://localhost/send', false],
    ['https://db.internal/send', false],
    ['https://user:secret@push.example/', false],
    ['https://intranet/', false],
  ])('%s: %s', async (endpoint, isAllowed) => {
    expect(isPlausibleEndpoint(endpoint)).toBe(isAllowed);
    const { ana } = await friends();
    const answer = await api.ask(ana, 'POST', '/notifications/push/register', {
      body: { endpoint, keys: service.subscribe().keys },
    });
    expect(answer.statusCode).toBe(isAllowed ? 201 : 400);
  });

  it('a name that leads inside is never connected to, and forgotten', async () => {
    const { ana, ben } = await friends();
    const { path } = await register(ben, 'inside.example');
    await say(ana, ben, 'Kumusta?');
    await settle();
    expect(service.resolved).toContain('inside.example');
    expect(service.arrived.filter((one) => one.path === path)).toEqual([]);
  });

  it('is the same subscription in base64 and base64url, padded or not, to register and to remove', async () => {
    const { ben } = await friends();
    const auth = '-_8AAQIDBAUGBwgJCgsMDQ';
    const standard = '+/8AAQIDBAUGBwgJCgsMDQ==';
    const stored = async () =>
      (await api.world.db.select().from(pushSubscriptions).where(eq(pushSubscriptions.userId, ben.id))).map(
        (row) => row.auth,
      );
    for (const id of [auth, standard, `${auth}==`]) {
      const answer = await api.ask(ben, 'POST', '/notifications/push/register', {
        body: { keys: { auth: id } },
      });
      expect(answer.json()).toEqual({ data: { id, isActive: false } });
    }
    expect(await stored()).toEqual([auth]);
    const path = `/notifications/push/${encodeURIComponent(standard)}`;
    expect((await api.ask(ben, 'DELETE', path)).statusCode).toBe(200);
    expect(await stored()).toEqual([]);
  });

  it('one without endpoint is taken and not pushed to', async () => {
    const { ben } = await friends();
    const { keys } = service.subscribe();
    const answer = await api.ask(ben, 'POST', '/notifications/push/register', {
      body: { keys: { auth: keys.auth } },
    });
    expect(answer.json()).toEqual({ data: { id: keys.auth, isActive: false } });
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  friendshipId,
  newId,
  newUntimedId,
  noticesOverResponse,
  type PushPayload,
  privateChatId,
} from '../../../protocol/index.ts';
import { openApi } from '../../testing/api.ts';
import { openPushService } from '../../testing/push-service.ts';
import type { Person } from '../../testing/world.ts';

let service: Awaited<ReturnType<typeof openPushService>>;
let api: Awaited<ReturnType<typeof openApi>>;
beforeAll(async () => {
  service = await openPushService();
  api = await openApi({ pushPorts: service.ports });
});
afterAll(async () => {
  await api.close();
  service.close();
});
beforeEach(() => {
  service.arrived.length = 0;
  api.world.clock.advance(60_000);
});

const register = async (person: Person) => {
  const { path, ...body } = service.subscribe();
  expect((await api.ask(person, 'POST', '/notifications/push/register', { body })).statusCode).toBe(201);
  return async (): Promise<PushPayload> => {
    const arrived = await vi.waitFor(
      () => {
        const push = service.arrived.find((one) => one.path === path);
        if (!push) throw new Error('No push yet');
        return push;
      },
      { timeout: 25_000, interval: 10 },
    );
    service.arrived.splice(service.arrived.indexOf(arrived), 1);
    return arrived.payload;
  };
};

const isOver = async (person: Person, { type, id, tag, at }: PushPayload): Promise<boolean> => {
  const body = { shown: [{ type, id, tag, at }] };
  const answer = await api.ask(person, 'POST', '/notifications/over', { body });
  return noticesOverResponse.parse(answer.json()).data.tags.includes(tag);
};
const lookAt = async (person: Person, url: string) =>
  expect((await api.ask(person, 'PUT', '/notifications/seen', { body: { url } })).statusCode).toBe(200);
const post = async (person: Person) => {
  const id = newUntimedId();
  await api.world.applied(person, 'createPost', { id, content: 'Sino ang sasama?', privacy: 'PUBLIC' });
  return id;
};
/** Over HTTP: that is where what tells somebody is sent on its way. */
const done = async (person: Person, method: 'POST' | 'PATCH', path: string, body: object = {}) => {
  const answer = await api.ask(person, method, path, { body });
  expect(answer.statusCode, answer.body).toBeLessThan(300);
};
const comment = async (person: Person, postId: string) => {
  const id = newId();
  await done(person, 'POST', `/posts/${postId}/comments`, { id, content: 'Ako!' });
  return id;
};

describe('a notification about what has no number', () => {
  it('is over on every device once its screen was looked at on one, until something new is told', async () => {
    const { ana, ben } = await api.world.friends();
    const nextOfAna = await register(ana);
    const postId = await post(ana);
    await comment(ben, postId);
    const first = await nextOfAna();
    expect(await isOver(ana, first)).toBe(false);
    // Another screen, and another member at the same one, change nothing.
    await lookAt(ana, `/posts/${newUntimedId()}`);
    await lookAt(ben, first.url);
    expect(await isOver(ana, first)).toBe(false);
    api.world.clock.advance(1_000);
    await lookAt(ana, first.url);
    expect(await isOver(ana, first)).toBe(true);

    api.world.clock.advance(60_000);
    await comment(ben, postId);
    const second = await nextOfAna();
    expect(second.tag).toBe(first.tag);
    expect(await isOver(ana, second)).toBe(false);
  });

  it('that was seen in a tunnel is over as soon as that is reported, but not what was told meanwhile', async () => {
    const { ana, ben } = await api.world.friends();
    const nextOfAna = await register(ana);
    const postId = await post(ana);
    await comment(ben, postId);
    const first = await nextOfAna();
    const seenFirst = { url: first.url, until: first.ts };
    const report = () => api.world.applied(ana, 'markScreenSeen', seenFirst);
    api.world.clock.advance(60_000);
    await report();
    expect(await isOver(ana, first)).toBe(true);

    // Late, from another device that was in the same tunnel, by either way.
    api.world.clock.advance(60_000);
    await comment(ben, postId);
    const second = await nextOfAna();
    api.world.clock.advance(60_000);
    await report();
    expect((await api.ask(ana, 'PUT', '/notifications/seen', { body: seenFirst })).statusCode).toBe(200);
    expect([await isOver(ana, first), await isOver(ana, second)]).toEqual([true, false]);
    // A clock that lags does not take anything back.
    await lookAt(ana, first.url);
    api.world.clock.advance(-170_000);
    await lookAt(ana, first.url);
    expect(await isOver(ana, second)).toBe(true);
  });

  it('is over with the answer to a request, and with a friendship', async () => {
    const [ana, ben] = [await api.world.person('Ana'), await api.world.person('Ben')];
    const [nextOfAna, nextOfBen] = [await register(ana), await register(ben)];
    await done(ana, 'POST', '/users/friends', { uniqueCode: ben.uniqueCode });
    const asked = await nextOfBen();
    expect(await isOver(ben, asked)).toBe(false);
    const friendship = { friendshipId: friendshipId(ana.id, ben.id) };
    await done(ben, 'PATCH', `/users/friends/${friendship.friendshipId}/accept`);
    expect(await isOver(ben, asked)).toBe(true);
    const accepted = await nextOfAna();
    expect(await isOver(ana, accepted)).toBe(false);
    await api.world.applied(ana, 'unfriend', friendship);
    expect(await isOver(ana, accepted)).toBe(true);
  });

  it('is over when what was said or liked is gone', async () => {
    const { ana, ben } = await api.world.friends();
    const nextOfAna = await register(ana);
    const postId = await post(ana);
    const commentId = await comment(ben, postId);
    const said = await nextOfAna();
    await done(ben, 'PATCH', `/posts/${postId}/like`, { liked: true });
    const liked = await nextOfAna();
    expect([await isOver(ana, said), await isOver(ana, liked)]).toEqual([false, false]);
    await api.world.applied(ben, 'deleteComment', { postId, id: commentId });
    expect([await isOver(ana, said), await isOver(ana, liked)]).toEqual([true, false]);
    await api.world.applied(ana, 'deletePost', { id: postId, soft: true });
    expect(await isOver(ana, liked)).toBe(true);
  });

  it('of a message is over when its writer takes it back, though older ones are still unread', async () => {
    const { ana, ben } = await api.world.friends();
    const chatId = privateChatId(ana.id, ben.id);
    const nextOfBen = await register(ben);
    const say = async (content: string) => {
      const id = newId();
      await done(ana, 'POST', `/chats/${chatId}/messages`, { id, content });
      api.world.clock.advance(60_000);
      return id;
    };
    await say('Una');
    await nextOfBen();
    const messageId = await say('Mali ito');
    const wrong = await nextOfBen();
    expect(await isOver(ben, wrong)).toBe(false);
    await api.world.applied(ana, 'deleteMessage', { chatId, messageId });
    expect(await isOver(ben, wrong)).toBe(true);
  });

  it('says of what is not mine only that it is nothing to me', async () => {
    const { ana, ben } = await api.world.friends();
    const cora = await api.world.person('Cora');
    const nextOfAna = await register(ana);
    await comment(ben, await post(ana));
    const told = await nextOfAna();
    await lookAt(cora, told.url);
    expect(await isOver(ana, told)).toBe(false);
    const request = { ...told, type: 'friendAccepted' as const, id: friendshipId(ana.id, ben.id) };
    expect(await isOver(cora, request)).toBe(true);
  });
});

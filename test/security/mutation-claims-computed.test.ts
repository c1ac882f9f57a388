import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  friendshipId,
  type MutationName,
  newId,
  PROTOCOL_VERSION,
  privateChatId,
} from '../../protocol/index.ts';
import { openApi } from '../../server/testing/api.ts';
import { photo, postFile } from '../../server/testing/upload.ts';
import { becomeFriendsAndTalk, gatherFor, SECRET, type Story, textOf } from './mutation-claims.ts';

let api: Awaited<ReturnType<typeof openApi>>;
beforeAll(async () => {
  api = await openApi();
});
afterAll(() => api.close());
const gather = () => gatherFor(api);

/** Ids that anybody can compute from two people's ids, claimed before and after there is anything under them. */
const writtenAt = '2026-03-01T08:00:00.000Z';
const content = 'Akin na ito';

/** Every mutation that makes a row under an id of the client's choice. */
const claims: Readonly<Record<string, (story: Story, id: string) => [MutationName, object]>> = {
  'a PUBLIC chat': (_, id) => ['createChat', { id, type: 'PUBLIC', name: 'Akin' }],
  'a GROUP': ({ max }, id) => ['createChat', { id, type: 'GROUP', name: 'Akin', users: [max.id] }],
  'a message': ({ mallory, max }, id) => [
    'sendMessage',
    { id, chatId: privateChatId(mallory.id, max.id), content, writtenAt },
  ],
  'the picture of a message': ({ mallory, max }, id) => [
    'sendMessage',
    { id: newId(), chatId: privateChatId(mallory.id, max.id), images: [id], writtenAt },
  ],
  'the file of a message': ({ mallory, max }, id) => [
    'sendMessage',
    { id: newId(), chatId: privateChatId(mallory.id, max.id), files: [id], writtenAt },
  ],
  'the video of a message': ({ mallory, max }, id) => [
    'sendMessage',
    { id: newId(), chatId: privateChatId(mallory.id, max.id), video: id, writtenAt },
  ],
  'a post': (_, id) => ['createPost', { id, content }],
  'a report': ({ ana }, id) => ['reportThing', { id, kind: 'person', targetId: ana.id, reason: 'spam' }],
};

const computed: Readonly<Record<string, (story: Story) => string>> = {
  'their private chat': ({ chatId }) => chatId,
  'their friendship': ({ ana, ben }) => friendshipId(ana.id, ben.id),
};

describe.each(Object.entries(computed))('%s, before there is one', (_, idOf) => {
  it.each(Object.entries(claims))('is not taken as the id of %s', async (_what, claim) => {
    const story = await gather();
    const [name, args] = claim(story, idOf(story));
    expect.soft(await story.world.verdict(story.mallory, name, args)).toBe('validation');
    await becomeFriendsAndTalk(story);
  });

  it('is not taken as the id of a comment', async () => {
    const story = await gather();
    const postId = newId();
    await story.world.applied(story.mallory, 'createPost', { id: postId, content });
    const args = { id: idOf(story), postId, content };
    expect.soft(await story.world.verdict(story.mallory, 'createComment', args)).toBe('validation');
    await becomeFriendsAndTalk(story);
  });

  it('is not taken as the id of a mutation or a device', async () => {
    const story = await gather();
    const push = (id: string, deviceId: string) =>
      api.ask(story.mallory, 'POST', '/sync/push', {
        body: {
          ...{ protocol: PROTOCOL_VERSION, deviceId },
          mutations: [
            {
              id,
              name: 'updateSettings',
              version: 1,
              lane: 'settings',
              prev: null,
              args: { hidePreviews: true },
            },
          ],
        },
      });
    expect.soft((await push(idOf(story), newId())).statusCode).toBe(400);
    expect.soft((await push(newId(), idOf(story))).statusCode).toBe(400);
    await becomeFriendsAndTalk(story);
  });

  it('is not taken as the id of an upload', async () => {
    const story = await gather();
    const answer = await postFile(api, story.mallory, await photo(), { id: idOf(story) });
    expect.soft(answer.statusCode).toBe(400);
    await becomeFriendsAndTalk(story);
  });
});

const inPrivate = (name: MutationName, rest: object = {}) => [name, rest] as const;

describe('a private chat of two others', () => {
  it.each([
    inPrivate('sendMessage', { content, writtenAt }),
    inPrivate('joinChat'),
    inPrivate('declineInvitation'),
    inPrivate('leaveChat'),
    inPrivate('deleteChat'),
    inPrivate('updateChat', { name: 'Akin' }),
    inPrivate('markSeen', { seq: 1 }),
    inPrivate('clearChat', { seq: 1 }),
    inPrivate('setChatPreferences', { isMuted: true }),
    inPrivate('setChatPin', { rank: 'a0' }),
    inPrivate('answerMessageRequest', { isAccepted: true }),
  ])('is not found by %s, neither before nor after it is there', async (name, rest) => {
    const story = await gather();
    const { world, mallory, ana, chatId } = story;
    const args = () => ({ id: newId(), chatId, ...rest });
    expect(await world.verdict(mallory, name, args())).toBe('not_found');
    await becomeFriendsAndTalk(story);
    expect(await world.verdict(mallory, name, args())).toBe('not_found');
    // Mallory as the third member.
    const member = { chatId, userId: mallory.id };
    for (const by of [mallory, ana])
      expect(await world.verdict(by, 'addMember', member)).toBe(by === ana ? 'forbidden' : 'not_found');
    await world.applied(ana, 'sendMessage', world.message(chatId, SECRET));
    expect(await textOf(world, mallory)).not.toContain(SECRET);
  });

  it('is not opened by naming oneself or another recipient', async () => {
    const story = await gather();
    const { world, mallory, ana, max, chatId } = story;
    for (const recipientId of [ana.id, mallory.id, max.id]) {
      const message = { ...world.message(chatId), recipientId };
      expect(await world.verdict(mallory, 'sendMessage', message)).toBe('validation');
    }
    for (const user of [ana, max]) {
      const chat = { id: chatId, type: 'PRIVATE', users: [user.id] };
      expect(await world.verdict(mallory, 'createChat', chat)).toMatch(/^(validation|not_found)$/);
    }
    await becomeFriendsAndTalk(story);
  });

  it('is not reached over a chat that says it is with the same person', async () => {
    const { world, ana, ben, mallory } = await gather();
    await world.befriend(ana, ben);
    const open = newId();
    await world.applied(mallory, 'createChat', { id: open, type: 'PUBLIC', name: 'Para kay Ben' });
    const message = { ...world.message(open, SECRET), recipientId: ben.id };
    expect(await world.verdict(ana, 'sendMessage', message)).toBe('validation');
    expect(await textOf(world, mallory)).not.toContain(SECRET);
  });
});

describe('a friendship of two others', () => {
  it.each(['acceptFriend', 'rejectFriend', 'cancelRequest', 'unfriend'] as const)(
    'is not found by %s in any state',
    async (name) => {
      const { world, ana, ben, mallory } = await gather();
      const args = { friendshipId: friendshipId(ana.id, ben.id) };
      const claim = () => world.verdict(mallory, name, args);
      expect(await claim()).toBe('not_found');
      await world.applied(ana, 'requestFriend', { uniqueCode: ben.uniqueCode });
      expect(await claim()).toBe('not_found');
      await world.applied(ben, 'acceptFriend', args);
      expect(await claim()).toBe('not_found');
      expect(await textOf(world, ana)).toContain('APPROVED');
      await world.applied(ana, 'unfriend', args);
      expect(await claim()).toBe('not_found');
    },
  );

  it('is not asked for in the name of another', async () => {
    const { world, ana, ben, mallory } = await gather();
    const args = { uniqueCode: ben.uniqueCode, requesterId: ana.id };
    expect(await world.verdict(mallory, 'requestFriend', args)).toBe('forbidden');
    expect(await textOf(world, ben)).not.toContain(friendshipId(ana.id, ben.id));
    await world.befriend(ana, ben);
  });
});

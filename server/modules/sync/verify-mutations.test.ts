import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  friendshipId,
  memberId,
  mutations,
  newId,
  newUntimedId,
  privateChatId,
  type ScopeEntry,
  scopeId,
} from '../../../protocol/index.ts';
import { messages } from '../../db/schema.ts';
import { tellPosts } from '../../jobs/told-posts.ts';
import { chatStories } from '../../testing/chat-stories.ts';
import { Device } from '../../testing/device.ts';
import { type OpenedDatabase, openMemoryDatabase } from '../../testing/open-database.ts';
import type { Case } from '../../testing/story.ts';
import { type Person, World } from '../../testing/world.ts';
import { tellProfile } from '../users/tell-profile.ts';

/**
 * For every mutation, as Zulip does for every event: what a device held before, plus the entries, is what a fresh
 * device gets now; by pull, by socket, and by both in turns, for everybody concerned.
 */
let opened: OpenedDatabase;
beforeAll(async () => {
  opened = await openMemoryDatabase();
});
afterAll(() => opened.close());

const cases: Case[] = [
  {
    mutation: 'sendMessage',
    title: 'a message',
    prepare: async (world) => {
      const { ana, ben, chatId } = await world.friends();
      await world.say(ben, chatId, 'Oy!');
      return { people: [ana, ben], act: () => world.say(ana, chatId) };
    },
  },
  ...(
    [
      ['editMessage', 'an edit', { content: 'Tara na!' }],
      ['deleteMessage', 'a message deleted for everyone', {}],
      ['hideMessage', 'a message deleted for oneself', { hidden: true }],
      ['reactToMessage', 'a reaction', { emoji: '❤️' }],
      ['pinMessage', 'a pinned message', { isPinned: true }],
      ['starMessage', 'a star', { isStarred: true }],
    ] as const
  ).map(([mutation, title, more]) => ({
    mutation,
    title,
    prepare: async (world: World) => {
      const { ana, ben, chatId } = await world.friends();
      const messageId = await world.say(ana, chatId, 'Tara!');
      await world.say(ben, chatId, 'Saan?');
      return {
        people: [ana, ben],
        act: () => world.applied(ana, mutation, { chatId, messageId, ...more }),
      };
    },
  })),
  {
    mutation: 'markListened',
    title: 'a voice message that was listened to',
    prepare: async (world) => {
      const { ana, ben, chatId } = await world.friends();
      const [messageId, file] = [newId(), newId()];
      const writtenAt = world.clock.now().toISOString();
      const voices = { [file]: { durationMs: 4_000, waveform: 'AZ09az+/'.repeat(8) } };
      await world.applied(ben, 'sendMessage', { id: messageId, chatId, files: [file], voices, writtenAt });
      const act = () => world.applied(ana, 'markListened', { chatId, messageId });
      return { people: [ana, ben], act };
    },
  },
  {
    mutation: 'pinMessage',
    title: 'an unpinned message',
    prepare: async (world) => {
      const { ana, ben, chatId } = await world.friends();
      const target = { chatId, messageId: await world.say(ben, chatId) };
      await world.applied(ana, 'pinMessage', { ...target, isPinned: true });
      const act = () => world.applied(ben, 'pinMessage', { ...target, isPinned: false });
      return { people: [ana, ben], act };
    },
  },
  {
    mutation: 'starMessage',
    title: 'a star that is taken away',
    prepare: async (world) => {
      const { ana, ben, chatId } = await world.friends();
      const target = { chatId, messageId: await world.say(ben, chatId) };
      await world.applied(ana, 'starMessage', { ...target, isStarred: true });
      const act = () => world.applied(ana, 'starMessage', { ...target, isStarred: false });
      return { people: [ana, ben], act };
    },
  },
  ...(['editMessage', 'deleteMessage', 'clearChat'] as const).map((mutation) => ({
    mutation,
    title: `a starred message: ${mutation}`,
    prepare: async (world: World) => {
      const { ana, ben, chatId } = await world.friends();
      const target = { chatId, messageId: await world.say(ana, chatId) };
      for (const person of [ana, ben])
        await world.applied(person, 'starMessage', { ...target, isStarred: true });
      const more = { editMessage: { content: 'Iba na' }, deleteMessage: {}, clearChat: {} }[mutation];
      const args = mutation === 'clearChat' ? { chatId, seq: 1 } : { ...target, ...more };
      return { people: [ana, ben], act: () => world.applied(ana, mutation, args) };
    },
  })),
  ...(['editMessage', 'deleteMessage'] as const).map((mutation) => ({
    mutation,
    title: `a pinned message: ${mutation}`,
    prepare: async (world: World) => {
      const { ana, ben, chatId } = await world.friends();
      const target = { chatId, messageId: await world.say(ana, chatId) };
      await world.applied(ben, 'pinMessage', { ...target, isPinned: true });
      const more = mutation === 'editMessage' ? { content: 'Iba na' } : {};
      return { people: [ana, ben], act: () => world.applied(ana, mutation, { ...target, ...more }) };
    },
  })),
  {
    mutation: 'editMessage',
    title: 'a preview that is taken away from a message that is pinned and starred',
    prepare: async (world) => {
      const { ana, ben, chatId } = await world.friends();
      const content = 'https://news.example/a';
      const target = { chatId, messageId: await world.say(ana, chatId, content) };
      const preview = { url: content, title: 'A page', description: null, picture: null };
      const which = eq(messages.id, target.messageId);
      await world.db.update(messages).set({ previewLink: content, preview }).where(which);
      await world.applied(ben, 'pinMessage', { ...target, isPinned: true });
      await world.applied(ben, 'starMessage', { ...target, isStarred: true });
      const act = () => world.applied(ana, 'editMessage', { ...target, content, preview: null });
      return { people: [ana, ben], act };
    },
  },
  {
    mutation: 'withdrawFile',
    title: 'a file that is given up',
    prepare: async (world) => {
      const { ana, ben, chatId } = await world.friends();
      const [messageId, fileId] = [newId(), newId()];
      const writtenAt = world.clock.now().toISOString();
      await world.applied(ana, 'sendMessage', { id: messageId, chatId, images: [fileId], writtenAt });
      const act = () => world.applied(ana, 'withdrawFile', { chatId, messageId, fileId });
      return { people: [ana, ben], act };
    },
  },
  {
    mutation: 'hideMessage',
    title: 'a message brought back',
    prepare: async (world) => {
      const { ana, ben, chatId } = await world.friends();
      const target = { chatId, messageId: await world.say(ben, chatId) };
      await world.applied(ana, 'hideMessage', { ...target, hidden: true });
      const act = () => world.applied(ana, 'hideMessage', { ...target, hidden: false });
      return { people: [ana, ben], act };
    },
  },
  {
    mutation: 'markSeen',
    title: 'a seen mark',
    prepare: async (world) => {
      const { ana, ben, chatId } = await world.friends();
      for (const speaker of [ana, ben, ana, ben]) await world.say(speaker, chatId);
      return { people: [ana, ben], act: () => world.applied(ana, 'markSeen', { chatId, seq: 2 }) };
    },
  },
  {
    mutation: 'markScreenSeen',
    title: 'a notification that was seen',
    prepare: async (world) => {
      const { ana, ben } = await world.friends();
      const args = { url: '/profile/friend-requests', until: new Date().toISOString() };
      return { people: [ana, ben], act: () => world.applied(ana, 'markScreenSeen', args) };
    },
  },
  {
    mutation: 'requestFriend',
    title: 'a friend request',
    prepare: async (world) => {
      const [ana, ben] = [await world.person('Ana'), await world.person('Ben')];
      const act = () => world.applied(ana, 'requestFriend', { uniqueCode: ben.uniqueCode });
      return { people: [ana, ben], act };
    },
  },
  {
    mutation: 'requestFriend',
    title: 'a crossed request',
    prepare: async (world) => {
      const [ana, ben] = [await world.person('Ana'), await world.person('Ben')];
      await world.applied(ana, 'requestFriend', { uniqueCode: ben.uniqueCode });
      const act = () => world.applied(ben, 'requestFriend', { uniqueCode: ana.uniqueCode });
      return { people: [ana, ben], act };
    },
  },
  {
    mutation: 'acceptFriend',
    title: 'an accepted request',
    prepare: async (world) => {
      const [ana, ben] = [await world.person('Ana'), await world.person('Ben')];
      await world.applied(ana, 'requestFriend', { uniqueCode: ben.uniqueCode });
      const act = () => world.applied(ben, 'acceptFriend', { friendshipId: friendshipId(ana.id, ben.id) });
      return { people: [ana, ben], act };
    },
  },
  {
    mutation: 'rejectFriend',
    title: 'a rejected request',
    prepare: async (world) => {
      const [ana, ben] = [await world.person('Ana'), await world.person('Ben')];
      await world.applied(ana, 'requestFriend', { uniqueCode: ben.uniqueCode });
      const act = () => world.applied(ben, 'rejectFriend', { friendshipId: friendshipId(ana.id, ben.id) });
      return { people: [ana, ben], act };
    },
  },
  {
    mutation: 'requestFriend',
    title: 'a second request after a rejection',
    prepare: async (world) => {
      const [ana, ben] = [await world.person('Ana'), await world.person('Ben')];
      await world.applied(ana, 'requestFriend', { uniqueCode: ben.uniqueCode });
      await world.applied(ben, 'rejectFriend', { friendshipId: friendshipId(ana.id, ben.id) });
      world.clock.advance(25 * 60 * 60 * 1_000);
      const act = () => world.applied(ana, 'requestFriend', { uniqueCode: ben.uniqueCode });
      return { people: [ana, ben], act };
    },
  },
  {
    mutation: 'updateProfile',
    title: 'a changed profile',
    prepare: async (world) => {
      const { ana, ben, chatId } = await world.friends();
      await world.say(ben, chatId, 'Oy!');
      const cora = await world.person('Cora');
      await world.applied(cora, 'requestFriend', { uniqueCode: ana.uniqueCode });
      const change = { userId: ana.id, firstName: 'Anita', middleName: 'Luz', birthDate: '1991-01-01' };
      const act = async () => {
        await world.applied(ana, 'updateProfile', change);
        await tellProfile(world.services, ana.id);
      };
      return { people: [ana, ben, cora], act };
    },
  },
  {
    mutation: 'cancelRequest',
    title: 'a request taken back',
    prepare: async (world) => {
      const [ana, ben] = [await world.person('Ana'), await world.person('Ben')];
      await world.applied(ana, 'requestFriend', { uniqueCode: ben.uniqueCode });
      const args = { friendshipId: friendshipId(ana.id, ben.id) };
      return { people: [ana, ben], act: () => world.applied(ana, 'cancelRequest', args) };
    },
  },
  {
    mutation: 'unfriend',
    title: 'a friendship that ends',
    prepare: async (world) => {
      const { ana, ben } = await world.friends();
      const args = { friendshipId: friendshipId(ana.id, ben.id) };
      return { people: [ana, ben], act: () => world.applied(ben, 'unfriend', args) };
    },
  },
  {
    mutation: 'setBlock',
    title: 'a blocked friend',
    prepare: async (world) => {
      const { ana, ben } = await world.friends();
      const act = () => world.applied(ana, 'setBlock', { userId: ben.id, blocked: true });
      return { people: [ana, ben], act };
    },
  },
  {
    mutation: 'setBlock',
    title: 'a blocked stranger, who is renamed',
    prepare: async (world) => {
      const [ana, ben] = [await world.person('Ana'), await world.person('Ben')];
      await world.lookUp(ana, ben);
      const act = async () => {
        await world.applied(ana, 'setBlock', { userId: ben.id, blocked: true });
        await world.applied(ben, 'updateProfile', { userId: ben.id, firstName: 'Benjie' });
        await tellProfile(world.services, ben.id);
      };
      return { people: [ana, ben], act };
    },
  },
  {
    mutation: 'setBlock',
    title: 'a block taken away',
    prepare: async (world) => {
      const { ana, ben } = await world.friends();
      await world.applied(ana, 'setBlock', { userId: ben.id, blocked: true });
      const act = () => world.applied(ana, 'setBlock', { userId: ben.id, blocked: false });
      return { people: [ana, ben], act };
    },
  },
  {
    mutation: 'muteAuthor',
    title: 'a muted stranger, who is renamed',
    prepare: async (world) => {
      const [ana, ben] = [await world.person('Ana'), await world.person('Ben')];
      await world.lookUp(ana, ben);
      const act = async () => {
        await world.applied(ana, 'muteAuthor', { userId: ben.id, muted: true });
        await world.applied(ben, 'updateProfile', { userId: ben.id, firstName: 'Benjie' });
        await tellProfile(world.services, ben.id);
      };
      return { people: [ana, ben], act };
    },
  },
  {
    mutation: 'muteAuthor',
    title: 'a mute taken away',
    prepare: async (world) => {
      const [ana, ben] = [await world.person('Ana'), await world.person('Ben')];
      await world.lookUp(ana, ben);
      await world.applied(ana, 'muteAuthor', { userId: ben.id, muted: true });
      const act = () => world.applied(ana, 'muteAuthor', { userId: ben.id, muted: false });
      return { people: [ana, ben], act };
    },
  },
  {
    mutation: 'reportThing',
    title: 'a report',
    prepare: async (world) => {
      const { ana, ben, chatId } = await world.friends();
      const targetId = await world.say(ben, chatId, 'Bili na!');
      const args = { id: newId(), kind: 'message', targetId, reason: 'spam' };
      return { people: [ana, ben], act: () => world.applied(ana, 'reportThing', args) };
    },
  },
  {
    mutation: 'updateSettings',
    title: 'changed settings',
    prepare: async (world) => {
      const { ana, ben } = await world.friends();
      const act = () => world.applied(ana, 'updateSettings', { showPresence: false, language: 'fil' });
      return { people: [ana, ben], act };
    },
  },
  ...chatStories,
];

/** Ana's post, seen by Ben and by a stranger. */
const withPost = async (world: World) => {
  const { ana, ben } = await world.friends();
  const stranger = await world.person('Sol');
  const id = newId();
  await world.applied(ana, 'createPost', { id, content: 'Tara sa dagat' });
  return { ana, ben, stranger, id, people: [ana, ben, stranger] };
};

const withComment = async (world: World) => {
  const story = await withPost(world);
  const commentId = newId();
  const args = { id: commentId, postId: story.id, content: 'Kailan?' };
  await world.applied(story.ben, 'createComment', args);
  return { ...story, commentId, comment: { id: commentId, postId: story.id } };
};

const postCases: Case[] = [
  {
    mutation: 'createPost',
    title: 'a post',
    prepare: async (world) => {
      const { ana, people } = await withPost(world);
      return { people, act: () => world.applied(ana, 'createPost', { id: newId(), content: 'Isa pa' }) };
    },
  },
  {
    mutation: 'createPost',
    title: 'an anonymous post',
    prepare: async (world) => {
      const { ana, people } = await withPost(world);
      const args = { id: newUntimedId(), content: 'Secret', anonymous: true };
      return { people, act: () => world.applied(ana, 'createPost', args) };
    },
  },
  {
    mutation: 'updatePost',
    title: 'an edited post that others liked',
    prepare: async (world) => {
      const { ana, ben, id, people } = await withPost(world);
      await world.applied(ben, 'setLike', { postId: id, liked: true });
      const args = { id, content: 'Tara sa bundok', privacy: 'PRIVATE' };
      return { people, act: () => world.applied(ana, 'updatePost', args) };
    },
  },
  {
    mutation: 'deletePost',
    title: 'a post that goes into the bin',
    prepare: async (world) => {
      const { ana, id, people } = await withPost(world);
      return { people, act: () => world.applied(ana, 'deletePost', { id, soft: true }) };
    },
  },
  {
    mutation: 'deletePost',
    title: 'a post that is deleted for good',
    prepare: async (world) => {
      const { ana, id, people } = await withComment(world);
      return { people, act: () => world.applied(ana, 'deletePost', { id }) };
    },
  },
  {
    mutation: 'restorePost',
    title: 'a post that comes back from the bin',
    prepare: async (world) => {
      const { ana, id, people } = await withPost(world);
      await world.applied(ana, 'deletePost', { id, soft: true });
      return { people, act: () => world.applied(ana, 'restorePost', { id }) };
    },
  },
  {
    mutation: 'setLike',
    title: 'a like',
    prepare: async (world) => {
      const { ben, id, people } = await withPost(world);
      return { people, act: () => world.applied(ben, 'setLike', { postId: id, liked: true }) };
    },
  },
  {
    mutation: 'setLike',
    title: 'a like of my own post, taken back',
    prepare: async (world) => {
      const { ana, id, people } = await withPost(world);
      await world.applied(ana, 'setLike', { postId: id, liked: true });
      return { people, act: () => world.applied(ana, 'setLike', { postId: id, liked: false }) };
    },
  },
  {
    mutation: 'hidePost',
    title: 'a hidden post',
    prepare: async (world) => {
      const { ben, id, people } = await withPost(world);
      return { people, act: () => world.applied(ben, 'hidePost', { postId: id, hidden: true }) };
    },
  },
  {
    mutation: 'createComment',
    title: 'an answer to a comment',
    prepare: async (world) => {
      const { ana, id, commentId, people } = await withComment(world);
      const args = { id: newId(), postId: id, parentId: commentId, content: 'Bukas!' };
      return { people, act: () => world.applied(ana, 'createComment', args) };
    },
  },
  {
    mutation: 'updateComment',
    title: 'an edited comment',
    prepare: async (world) => {
      const { ben, comment, people } = await withComment(world);
      return { people, act: () => world.applied(ben, 'updateComment', { ...comment, content: 'Saan?' }) };
    },
  },
  {
    mutation: 'deleteComment',
    title: "a comment that the post's author takes away",
    prepare: async (world) => {
      const { ana, comment, people } = await withComment(world);
      return { people, act: () => world.applied(ana, 'deleteComment', comment) };
    },
  },
];
cases.push(...postCases);

describe('every mutation', () => {
  it('has a story here', () => {
    expect(new Set(cases.map(({ mutation }) => mutation))).toEqual(new Set(Object.keys(mutations)));
  });

  it.each(cases)(
    '[SA1] $title: old state + what came = new state, and so are the checksums',
    async ({ prepare }) => {
      const world = new World(opened.db);
      const { people, act } = await prepare(world);
      const crowd = await Promise.all(
        people.map(async (person) => ({
          person,
          pulls: await heldBy(world, person),
          listens: await heldBy(world, person),
        })),
      );
      world.commits.length = 0;
      await act();
      // What a job tells a moment later belongs to it.
      await tellPosts(world.services);
      const entries = world.commits.flatMap((commit) => commit.entries);
      for (const { person, pulls, listens } of crowd) {
        const fresh = (await heldBy(world, person)).view();
        await pulls.sync((cursors) => world.pull(person, cursors));
        expect(pulls.view()).toEqual(fresh);
        const isComplete = receiveAll(listens, entries);
        if (!isComplete) await listens.sync((cursors) => world.pull(person, cursors));
        expect(listens.view()).toEqual(fresh);
        for (const entry of entries) expect(listens.receive(entry)).toBe(false);
        await expectSums(world, person, pulls);
        await expectSums(world, person, listens);
      }
    },
  );
});

describe('a new friendship', () => {
  it('brings both people, the chat and its members in one pull', async () => {
    const world = new World(opened.db);
    const [ana, ben] = [await world.person('Ana'), await world.person('Ben')];
    const before = await heldBy(world, ana);
    await world.befriend(ana, ben);
    const answer = await world.pull(ana, before.cursors);
    expect(answer.more).toBe(false);
    await before.sync(() => Promise.resolve(answer));
    const chatId = privateChatId(ana.id, ben.id);
    expect(before.view()).toMatchObject({
      users: expect.arrayContaining([expect.objectContaining({ id: ben.id })]),
      friendships: [{ status: 'APPROVED' }],
      chats: [{ id: chatId, lastSeq: 0 }],
      memberships: [{ id: memberId(chatId, ana.id) }],
    });
    expect(before.count('members')).toBe(2);
  });
});

/** The checksums of both sides agree for every scope: an audit never finds fault where there is none. */
const expectSums = async (world: World, person: Person, device: Device): Promise<void> => {
  const scopes = Object.keys(device.cursors).map((scope) => scopeId.parse(scope));
  for (const scope of scopes) {
    const { audit } = await world.pull(person, device.cursors, { audit: scope });
    if (audit === undefined) throw new Error(`No checksum of ${scope}`);
    expect([scope, audit.seq, audit.sum]).toEqual([
      scope,
      device.cursors[scope]?.seq,
      device.sum(scope, audit.fromSeq),
    ]);
  }
};

const heldBy = async (world: World, person: Person): Promise<Device> => {
  const device = new Device();
  await device.sync((cursors) => world.pull(person, cursors));
  return device;
};

/** False when the device learned of a scope that it does not hold yet, and has to pull. */
const receiveAll = (device: Device, entries: readonly ScopeEntry[]): boolean => {
  for (const entry of entries) device.receive(entry);
  const chats = (device.view()['memberships'] ?? []).length;
  return Object.keys(device.cursors).filter((scope) => scope.startsWith('chat:')).length === chats;
};

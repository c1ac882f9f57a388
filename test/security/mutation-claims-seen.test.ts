import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MutationName, memberId, newId, newUntimedId, privateChatId } from '../../protocol/index.ts';
import { comments, pushMarks, strangerChats, strangerMembers, users } from '../../server/db/schema.ts';
import { cancelMutations } from '../../server/modules/sync/cancel.ts';
import { openApi } from '../../server/testing/api.ts';
import { photo, postFile } from '../../server/testing/upload.ts';
import { gatherFor, SECRET, type Story, textOf } from './mutation-claims.ts';

let api: Awaited<ReturnType<typeof openApi>>;
beforeAll(async () => {
  api = await openApi();
});
afterAll(() => api.close());
const gather = () => gatherFor(api);

/** Ids that have been seen or guessed, claimed while their owner uses them. */
const content = 'Akin na ito';

describe('a place in a group', () => {
  const groupOf = async (story: Story) => {
    const { world, ana, ben } = story;
    const [friend, chatId] = [await world.person('Fe'), newId()];
    await world.befriend(ana, friend);
    await world.applied(ana, 'createChat', { id: chatId, type: 'GROUP', name: 'Tropa', users: [friend.id] });
    await world.applied(ana, 'addMember', { chatId, userId: ben.id, uniqueCode: ben.uniqueCode });
    return { ...story, friend, groupId: chatId };
  };

  it('is not taken with the invitation of another', async () => {
    const { world, ana, ben, mallory, friend, groupId } = await groupOf(await gather());
    for (const name of ['joinChat', 'declineInvitation', 'leaveChat'] as const)
      expect(await world.verdict(mallory, name, { chatId: groupId })).toBe('not_found');
    for (const userId of [mallory.id, ben.id, friend.id])
      for (const [name, rest] of [
        ['addMember', {}],
        ['removeMember', {}],
        ['setMemberRole', { role: 'ADMIN' }],
      ] as const)
        expect(await world.verdict(mallory, name, { chatId: groupId, userId, ...rest })).toBe('not_found');
    await world.applied(ben, 'joinChat', { chatId: groupId });
    await world.say(ana, groupId, SECRET);
    expect(await textOf(world, ben)).toContain(SECRET);
    expect(await textOf(world, mallory)).not.toContain(groupId);
  });

  it('has an id that no command takes for the id of a chat', async () => {
    const { world, ana, friend, mallory, groupId } = await groupOf(await gather());
    const place = memberId(groupId, friend.id);
    for (const [name, args] of [
      ['joinChat', { chatId: place }],
      ['markSeen', { chatId: place, seq: 1 }],
      ['createChat', { id: place, type: 'PUBLIC', name: 'Akin' }],
      ['createPost', { id: place, content }],
    ] as const)
      expect(await world.verdict(mallory, name, args)).toBe('validation');
    await world.say(ana, groupId, SECRET);
    expect(await textOf(world, friend)).toContain(SECRET);
  });

  it('is not made again under an id that was seen', async () => {
    const { world, ana, mallory, max, groupId, friend } = await groupOf(await gather());
    for (const type of ['PUBLIC', 'GROUP'] as const) {
      const args = { id: groupId, type, name: 'Akin', users: [max.id] };
      expect(await world.verdict(mallory, 'createChat', args)).toBe('id_taken');
    }
    await world.applied(ana, 'deleteChat', { chatId: groupId });
    const args = { id: groupId, type: 'PUBLIC', name: 'Akin' };
    expect(await world.verdict(mallory, 'createChat', args)).toBe('id_taken');
    expect(await textOf(world, friend)).not.toContain('Akin');
  });
});

describe('what has been seen of another', () => {
  it('is not written over: a message, a post, a comment, a report', async () => {
    const { world, ana, ben, mallory, max } = await gather();
    await world.befriend(ana, ben);
    const [chatId, own] = [privateChatId(ana.id, ben.id), privateChatId(mallory.id, max.id)];
    const message = world.message(chatId, SECRET);
    const [postId, malloryPost] = [newId(), newId()];
    const comment = { id: newId(), postId, content };
    const report = { id: newId(), kind: 'person', targetId: mallory.id, reason: 'spam' };
    await world.applied(ana, 'sendMessage', message);
    await world.applied(ana, 'createPost', { id: postId, content: 'kay Ana' });
    await world.applied(ana, 'createComment', comment);
    await world.applied(ana, 'reportThing', report);
    await world.applied(mallory, 'createPost', { id: malloryPost, content });
    const taken: [MutationName, object][] = [
      ['sendMessage', { ...message, chatId: own, content }],
      ['createPost', { id: postId, content }],
      ['createComment', { ...comment, postId: malloryPost }],
      ['createComment', comment],
      ['reportThing', { ...report, targetId: ana.id }],
      ['reportThing', report],
    ];
    for (const [name, args] of taken)
      expect.soft(await world.verdict(mallory, name, args), name).toMatch(/^(id_taken|impossible)$/);
    // A second copy of one's own is the same thing still.
    await world.applied(ana, 'sendMessage', message);
    await world.applied(ana, 'reportThing', report);
    await world.applied(ana, 'updatePost', { id: postId, content: 'kay Ana pa rin' });
    await world.applied(ana, 'updateComment', { ...comment, content: 'iba na' });
    expect(await textOf(world, ben)).toContain(SECRET);
    expect(await textOf(world, mallory)).not.toContain(SECRET);
  });

  it('is not made again once it is purged: a post, and the comments under it', async () => {
    const { world, ana, ben, mallory } = await gather();
    const [postId, commentId, malloryPost] = [newId(), newId(), newId()];
    await world.applied(ana, 'createPost', { id: postId, content: 'kay Ana' });
    await world.applied(ben, 'createComment', { id: commentId, postId, content: 'kay Ben' });
    await world.applied(ben, 'updateComment', { id: commentId, postId, content: 'kay Ben pa rin' });
    await world.applied(mallory, 'createPost', { id: malloryPost, content });
    await world.applied(ana, 'deletePost', { id: postId });
    const claim = { id: commentId, postId: malloryPost, content };
    for (const claimant of [mallory, ben])
      expect.soft(await world.verdict(claimant, 'createComment', claim)).toBe('id_taken');
    expect.soft(await world.verdict(mallory, 'createPost', { id: postId, content })).toBe('id_taken');
    // What is left is a tombstone: no words, and a version that no device takes for an older one.
    const [left] = await world.db.select().from(comments).where(eq(comments.id, commentId));
    expect(left).toMatchObject({ content: null, deletedAt: world.clock.now(), version: 3 });
    expect(await textOf(world, ben)).not.toContain('kay Ben');
  });

  it('is not changed: settings, profile and picture', async () => {
    const { world, ana, mallory } = await gather();
    const before = await world.db.select().from(users).where(eq(users.id, ana.id));
    for (const rest of [{ firstName: 'Akin' }, { avatarId: null }, { birthDate: '2001-01-01' }])
      expect(await world.verdict(mallory, 'updateProfile', { userId: ana.id, ...rest })).toBe('not_found');
    const settings = { id: ana.id, userId: ana.id, showPresence: false };
    await world.run(mallory, 'updateSettings', settings);
    expect(await world.db.select().from(users).where(eq(users.id, ana.id))).toEqual(before);
    await world.applied(ana, 'updateSettings', { showPresence: false });
  });

  it('is not marked as seen on the screens of another', async () => {
    const { world, ana, mallory } = await gather();
    const notice = { tag: 'friends', url: '/profile/friend-requests' };
    const sentAt = world.clock.now();
    await world.db.insert(pushMarks).values({ userId: ana.id, ...notice, sentAt });
    const seen = { url: notice.url, until: world.clock.now().toISOString() };
    const marks = () => world.db.select().from(pushMarks).where(eq(pushMarks.userId, ana.id));
    await world.applied(mallory, 'markScreenSeen', seen);
    expect(await marks()).toMatchObject([{ seenAt: null }]);
    await world.applied(ana, 'markScreenSeen', seen);
    expect(await marks()).toMatchObject([{ seenAt: expect.any(Date) }]);
  });
});

describe('the key of a mutation', () => {
  it('stands for nothing but what its own member wrote under it', async () => {
    const { world, ana, ben, mallory, max, chatId } = await gather();
    await world.befriend(ana, ben);
    const id = newId();
    const [own, message] = [privateChatId(mallory.id, max.id), world.message(chatId, SECRET)];
    const ofMallory = await world.run(mallory, 'sendMessage', world.message(own), { id });
    const ofAna = await world.run(ana, 'sendMessage', message, { id });
    expect([ofMallory.status, ofAna.status]).toEqual(['applied', 'applied']);
    // The same key and the same body: the answer is about one's own, never about the other's.
    await expect(world.run(mallory, 'sendMessage', message, { id })).rejects.toMatchObject({
      kind: 'key_reused',
    });
    expect(await world.run(ana, 'sendMessage', message, { id })).toMatchObject({ isReplay: true });
    expect(await textOf(world, ben)).toContain(SECRET);
  });

  it('is not cancelled by another, neither before nor after', async () => {
    const { world, ana, ben, mallory, chatId } = await gather();
    await world.befriend(ana, ben);
    const id = newId();
    await cancelMutations(world.services, mallory.id, [id]);
    const outcome = await world.run(ana, 'sendMessage', world.message(chatId, SECRET), { id });
    expect(outcome.status).toBe('applied');
    expect(await cancelMutations(world.services, mallory.id, [id])).toEqual({
      [id]: { status: 'cancelled' },
    });
    expect(await textOf(world, ben)).toContain(SECRET);
  });

  it('does not put a mutation before those of another', async () => {
    const { world, ana, mallory } = await gather();
    const id = newId();
    await world.applied(ana, 'updateSettings', { showPresence: false }, { id });
    const late = { lane: 'settings', prev: id };
    await expect(world.run(mallory, 'updateSettings', { showPresence: false }, late)).rejects.toMatchObject({
      kind: 'out_of_order',
    });
  });
});

describe('the id of a device', () => {
  it('tells nothing of what another has pending, and changes nothing of it', async () => {
    const { world, ana, mallory } = await gather();
    const deviceId = newId();
    await world.pull(ana, {}, { deviceId, pendingCount: 7 });
    const first = await world.pull(mallory, {}, { deviceId, pendingCount: 99 });
    expect(first.lastPendingCount).toBe(null);
    expect((await world.pull(ana, {}, { deviceId, pendingCount: 7 })).lastPendingCount).toBe(7);
  });
});

describe('a chat of strangers', () => {
  it('is in reach of no mutation by its id or those of its members', async () => {
    const { world, ana, ben, mallory } = await gather();
    const [chatId, now] = [newUntimedId(), world.clock.now()];
    await world.db.insert(strangerChats).values({ id: chatId, createdAt: now });
    const places = [ana, ben].map(({ id: userId }, index) => ({
      ...{ id: newUntimedId(), chatId, userId, heardAt: now, alias: index === 0 ? 'Maya' : 'Narra' },
    }));
    await world.db.insert(strangerMembers).values(places);
    for (const id of [chatId, ...places.map((place) => place.id)]) {
      for (const [name, args] of [
        ['sendMessage', world.message(id)],
        ['joinChat', { chatId: id }],
        ['markSeen', { chatId: id, seq: 1 }],
        ['acceptFriend', { friendshipId: id }],
        ['setBlock', { userId: id, blocked: true }],
        ['muteAuthor', { userId: id, muted: true }],
      ] as const)
        expect(await world.verdict(mallory, name, args), name).toBe('not_found');
      // A report answers the same for what is not there; it must not end the chat of two others.
      const report = { id: newId(), kind: 'stranger', targetId: id, reason: 'spam' };
      expect(await world.verdict(mallory, 'reportThing', report)).toBe('applied');
    }
    const [chat] = await world.db.select().from(strangerChats).where(eq(strangerChats.id, chatId));
    expect(chat?.endedAt).toBe(null);
    // Under the same id, in the table of chats.
    await world.run(mallory, 'createChat', { id: chatId, type: 'PUBLIC', name: 'Akin' });
    const path = `/strangers/chats/${chatId}`;
    expect((await api.ask(ana, 'GET', path)).statusCode).toBe(200);
    expect((await api.ask(mallory, 'GET', path)).statusCode).toBe(404);
  });
});

describe('the id of an upload', () => {
  it('that a message awaits is not filled by the one who reads the message', async () => {
    const { world, ana, ben, chatId } = await gather();
    await world.befriend(ana, ben);
    const [id, picture] = [newUntimedId(), await photo()];
    await world.applied(ana, 'sendMessage', { ...world.message(chatId), images: [id] });
    const filled = await postFile(api, ben, picture, { id });
    expect(filled.statusCode).toBeGreaterThanOrEqual(400);
    const stored = await postFile(api, ana, picture, { id });
    expect(stored.statusCode).toBe(201);
    expect((await api.ask(ben, 'GET', `/files/${id}`)).statusCode).toBe(200);
  });

  it('that another has named first is not lost to its owner’s next message', async () => {
    const { world, ana, ben, mallory, max, chatId } = await gather();
    await world.befriend(ana, ben);
    const [id, own] = [newUntimedId(), privateChatId(mallory.id, max.id)];
    await world.applied(mallory, 'sendMessage', { ...world.message(own), images: [id] });
    const message = { ...world.message(chatId, SECRET), images: [id] };
    expect(await world.verdict(ana, 'sendMessage', message)).toBe('impossible');
    // The id was guessed, which takes luck: with another one the message goes.
    await world.applied(ana, 'sendMessage', { ...message, id: newId(), images: [newUntimedId()] });
    expect(await textOf(world, mallory)).not.toContain(SECRET);
  });
});

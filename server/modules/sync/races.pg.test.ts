import { and, eq, isNull } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { friendshipId, memberId, newId, privateChatId } from '../../../protocol/index.ts';
import { hasPostgres } from '../../../test/support/services.ts';
import { useTestPostgres } from '../../../test/support/test-postgres.ts';
import {
  chats,
  comments,
  friendships,
  invitations,
  members,
  messages,
  posts,
  starredMessages,
} from '../../db/schema.ts';
import { Device } from '../../testing/device.ts';
import { World } from '../../testing/world.ts';

/** Races between people (docs/threat-model.md): each comes to one end that all rows agree on. */
describe.skipIf(!hasPostgres)('people who act at the same moment', () => {
  const postgres = useTestPostgres();
  let world: World;
  beforeEach(() => {
    world = new World(postgres.opened.db);
  });

  const times = <T>(count: number, act: (at: number) => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: count }, (_, at) => act(at)));
  const likeCountOf = async (id: string) =>
    (await world.db.select().from(posts).where(eq(posts.id, id)))[0]?.likeCount;

  const peopleIn = (chatId: string) =>
    world.db.$count(members, and(eq(members.chatId, chatId), isNull(members.leftAt)));
  const seqsOf = async (chatId: string): Promise<number[]> =>
    (await world.db.select().from(messages).where(eq(messages.chatId, chatId)))
      .flatMap(({ seq }) => (seq === null ? [] : [seq]))
      .sort((a, b) => a - b);

  it('leave no star of somebody who is taken out of the chat while starring', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [ana, ben] = [await world.person('Ana'), await world.person('Ben')];
      await world.befriend(ana, ben);
      const chatId = newId();
      await world.applied(ana, 'createChat', { id: chatId, type: 'GROUP', name: 'Barkada', users: [ben.id] });
      const said = [await world.say(ana, chatId), await world.say(ana, chatId), await world.say(ana, chatId)];
      await Promise.all([
        ...said.map((messageId) => world.run(ben, 'starMessage', { chatId, messageId, isStarred: true })),
        world.run(ana, 'removeMember', { chatId, userId: ben.id }),
      ]);
      const standing = and(eq(starredMessages.userId, ben.id), isNull(starredMessages.deletedAt));
      expect(await world.db.$count(starredMessages, standing)).toBe(0);
    }
  });

  it('become friends once when both ask', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [ana, ben] = [await world.person('Ana'), await world.person('Ben')];
      await times(6, (at) => {
        const [asking, asked] = at % 2 === 0 ? [ana, ben] : [ben, ana];
        return world.run(asking, 'requestFriend', { uniqueCode: asked.uniqueCode });
      });
      const id = friendshipId(ana.id, ben.id);
      const rows = await world.db.select().from(friendships).where(eq(friendships.id, id));
      expect(rows).toMatchObject([{ status: 'APPROVED' }]);
      expect(await world.db.$count(chats, eq(chats.id, privateChatId(ana.id, ben.id)))).toBe(1);
    }
  });

  it('answer one request from many devices once: friends with a chat, or nobody to each other, and never stuck', async () => {
    for (let round = 0; round < 4; round += 1) {
      const [ana, ben] = [await world.person('Ana'), await world.person('Ben')];
      await world.applied(ana, 'requestFriend', { uniqueCode: ben.uniqueCode });
      const id = friendshipId(ana.id, ben.id);
      const verdicts = await times(50, (at) =>
        world.verdict(ben, (at + round) % 2 === 0 ? 'acceptFriend' : 'rejectFriend', { friendshipId: id }),
      );
      const rows = await world.db.select().from(friendships).where(eq(friendships.id, id));
      expect(rows).toHaveLength(1);
      const isFriend = rows[0]?.deletedAt === null;
      expect(rows[0]).toMatchObject({ status: isFriend ? 'APPROVED' : 'PENDING' });
      expect(verdicts).toContain('applied');
      expect(await world.db.$count(chats, eq(chats.id, privateChatId(ana.id, ben.id)))).toBe(
        isFriend ? 1 : 0,
      );
      // No dead end: the person turned away can still be asked by the other side.
      if (!isFriend)
        expect(await world.verdict(ben, 'requestFriend', { uniqueCode: ana.uniqueCode })).toBe('applied');
    }
  });

  it('are no friends once one of them has blocked the other, whatever was asked and accepted meanwhile', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [ana, ben] = [await world.person('Ana'), await world.person('Ben')];
      if (round % 2 === 0) await world.applied(ana, 'requestFriend', { uniqueCode: ben.uniqueCode });
      await world.lookUp(ben, ana);
      const id = friendshipId(ana.id, ben.id);
      await Promise.all([
        world.run(ben, 'setBlock', { userId: ana.id, blocked: true }),
        world.run(ben, 'acceptFriend', { friendshipId: id }),
        world.run(ana, 'requestFriend', { uniqueCode: ben.uniqueCode }),
        world.run(ben, 'requestFriend', { uniqueCode: ana.uniqueCode }),
      ]);
      const isLiving = and(eq(friendships.id, id), isNull(friendships.deletedAt));
      expect(await world.db.$count(friendships, isLiving)).toBe(0);
      expect(await world.verdict(ana, 'sendMessage', world.message(privateChatId(ana.id, ben.id)))).toBe(
        'not_found',
      );
    }
  });

  it('begin one private chat from both sides, and each word is there once', async () => {
    const { ana, ben, chatId } = await world.friends();
    await times(20, (at) => world.say(at % 2 === 0 ? ana : ben, chatId, `${at}`));
    expect(await peopleIn(chatId)).toBe(2);
    expect(await seqsOf(chatId)).toEqual(Array.from({ length: 20 }, (_, at) => at + 1));
  });

  it('begin one private chat where there was none, as people of a common group who are no friends', async () => {
    const cora = await world.person('Cora');
    for (let round = 0; round < 6; round += 1) {
      const [ana, ben] = [await world.person('Ana'), await world.person('Ben')];
      for (const friend of [ana, ben]) await world.befriend(cora, friend);
      const users = [ana.id, ben.id];
      await world.applied(cora, 'createChat', { id: newId(), type: 'GROUP', name: 'Barkada', users });
      const chatId = privateChatId(ana.id, ben.id);
      expect(await world.db.$count(chats, eq(chats.id, chatId))).toBe(0);
      const verdicts = await times(24, (at) => {
        const [one, other] = at % 2 === 0 ? [ana, ben] : [ben, ana];
        return at % 3 === 0
          ? world.verdict(one, 'createChat', { id: chatId, type: 'PRIVATE', users: [other.id] })
          : world.verdict(one, 'sendMessage', { ...world.message(chatId), recipientId: other.id });
      });
      expect(new Set(verdicts)).toEqual(new Set(['applied']));
      const rows = await world.db.select().from(chats).where(eq(chats.id, chatId));
      // Both have written, and the second to write has answered yes.
      expect(rows).toMatchObject([{ type: 'PRIVATE', lastSeq: 16, requestedBy: null }]);
      expect(await peopleIn(chatId)).toBe(2);
      expect(await seqsOf(chatId)).toEqual(Array.from({ length: 16 }, (_, at) => at + 1));
    }
  });

  it('count likes as there are people who like, however often each presses', async () => {
    const ana = await world.person('Ana');
    const id = newId();
    await world.applied(ana, 'createPost', { id, content: 'Tambay tayo', privacy: 'PUBLIC' });
    const ben = await world.person('Ben');
    await times(50, () => world.run(ben, 'setLike', { postId: id, liked: true }));
    expect(await likeCountOf(id)).toBe(1);
    const crowd = await times(100, (at) => world.person(`Tao ${at}`));
    await Promise.all(crowd.map((one) => world.run(one, 'setLike', { postId: id, liked: true })));
    expect(await likeCountOf(id)).toBe(101);
    await Promise.all([ben, ...crowd].map((one) => world.run(one, 'setLike', { postId: id, liked: false })));
    expect(await likeCountOf(id)).toBe(0);
  });

  it('leave no comment under a post that is deleted meanwhile', async () => {
    const ana = await world.person('Ana');
    const id = newId();
    await world.applied(ana, 'createPost', { id, content: 'Sandali lang', privacy: 'PUBLIC' });
    const crowd = await times(50, (at) => world.person(`Tao ${at}`));
    const [deleted, ...answers] = await Promise.all([
      world.verdict(ana, 'deletePost', { id }),
      ...crowd.map((one) =>
        world.verdict(one, 'createComment', { id: newId(), postId: id, content: 'Una!' }),
      ),
    ]);
    expect(deleted).toBe('applied');
    expect(answers.every((answer) => ['applied', 'not_found'].includes(answer))).toBe(true);
    expect(await world.db.$count(comments, and(eq(comments.postId, id), isNull(comments.deletedAt)))).toBe(0);
  });

  it('take no id of a comment whose post is purged meanwhile, nor after', async () => {
    const [ana, ben, cora] = [
      await world.person('Ana'),
      await world.person('Ben'),
      await world.person('Cora'),
    ];
    const [postId, otherPost] = [newId(), newId()];
    await world.applied(ana, 'createPost', { id: postId, content: 'Sandali lang', privacy: 'PUBLIC' });
    await world.applied(cora, 'createPost', { id: otherPost, content: 'Iba', privacy: 'PUBLIC' });
    const ids = await times(20, async () => {
      const id = newId();
      await world.applied(ben, 'createComment', { id, postId, content: 'Una!' });
      return id;
    });
    const claim = () =>
      ids.map((id) => world.verdict(cora, 'createComment', { id, postId: otherPost, content: 'Akin' }));
    const [purged, ...during] = await Promise.all([
      world.verdict(ana, 'deletePost', { id: postId }),
      ...claim(),
    ]);
    expect(purged).toBe('applied');
    expect(new Set([...during, ...(await Promise.all(claim()))])).toEqual(new Set(['id_taken']));
    const left = await world.db.select().from(comments).where(eq(comments.creatorId, ben.id));
    expect(left).toHaveLength(20);
    expect(left.every(({ content, version }) => content === null && version === 2)).toBe(true);
  });

  // Two edits: the later one stands (last writer wins, by the order of the server), and followers have the same.
  it('leave one wording of a post and of a message that are edited on many devices at once', async () => {
    const { ana, ben, chatId } = await world.friends();
    const postId = newId();
    await world.applied(ana, 'createPost', { id: postId, content: 'Una', privacy: 'PUBLIC' });
    const messageId = await world.say(ana, chatId, 'Una');
    const follower = new Device();
    await follower.sync((cursors) => world.pull(ben, cursors));
    const wordings = Array.from({ length: 20 }, (_, at) => `Ayos ${at}`);
    const verdicts = await Promise.all([
      ...wordings.map((content) => world.verdict(ana, 'updatePost', { id: postId, content })),
      ...wordings.map((content) => world.verdict(ana, 'editMessage', { chatId, messageId, content })),
    ]);
    expect(new Set(verdicts)).toEqual(new Set(['applied']));
    const [post] = await world.db.select().from(posts).where(eq(posts.id, postId));
    const [message] = await world.db.select().from(messages).where(eq(messages.id, messageId));
    // Each of the twenty was made one after the other: none was written over unseen.
    expect([post?.version, message?.version]).toEqual([21, 21]);
    expect(wordings).toContain(post?.content);
    expect(wordings).toContain(message?.content);
    await follower.sync((cursors) => world.pull(ben, cursors));
    const followed = follower.view()['messages'] ?? [];
    expect(followed).toContainEqual(expect.objectContaining({ id: messageId, content: message?.content }));
  });

  it('leave a group with one owner when its owner hands over, leaves and is asked to at once', async () => {
    const [ana, ben, cora] = [
      await world.person('Ana'),
      await world.person('Ben'),
      await world.person('Cora'),
    ];
    for (const friend of [ben, cora]) await world.befriend(ana, friend);
    for (let round = 0; round < 6; round += 1) {
      // One person adds the same friend to a few groups a day.
      world.clock.advance(24 * 60 * 60_000);
      const chatId = newId();
      const users = [ben.id, cora.id];
      await world.applied(ana, 'createChat', { id: chatId, type: 'GROUP', name: 'Barkada', users });
      await Promise.all([
        world.run(ana, 'setMemberRole', { chatId, userId: ben.id, role: 'OWNER' }),
        world.run(ana, 'leaveChat', { chatId, successorId: cora.id }),
        world.run(ana, 'removeMember', { chatId, userId: ben.id }),
      ]);
      const left = await world.db
        .select()
        .from(members)
        .where(and(eq(members.chatId, chatId), isNull(members.leftAt)));
      expect(left.filter(({ role }) => role === 'OWNER')).toHaveLength(1);
      expect(left.map(({ id }) => id)).toContain(memberId(chatId, cora.id));
    }
  });

  it('are added by one friend to no more groups at once than one after the other', async () => {
    const { ana, ben } = await world.friends();
    const group = () => ({ id: newId(), type: 'GROUP', name: 'Tropa', users: [ben.id] });
    await times(12, () => world.applied(ana, 'createChat', group()));
    const added = and(eq(members.userId, ben.id), eq(members.addedBy, ana.id));
    expect(await world.db.$count(members, added)).toBe(5);
    const reached = and(eq(invitations.userId, ben.id), eq(invitations.isHidden, false));
    expect(await world.db.$count(invitations, reached)).toBe(5);
  });

  it('report one person three times, however many reports arrive together', async () => {
    const { ana, ben } = await world.friends();
    const report = () => ({ id: newId(), kind: 'person', targetId: ben.id, reason: 'spam' });
    const verdicts = await times(12, () => world.verdict(ana, 'reportThing', report()));
    expect(verdicts.toSorted((a, b) => (a < b ? -1 : 1))).toEqual([
      ...Array(3).fill('applied'),
      ...Array(9).fill('impossible'),
    ]);
  });
});

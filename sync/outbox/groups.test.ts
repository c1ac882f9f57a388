import { describe, expect, it } from 'vitest';
import { chatScope, userScope } from '../../protocol/index.ts';
import { groupDependents } from '../rebase/dependents.ts';
import { shadowFaults } from '../testing/laws.ts';
import { createWorld } from '../testing/world.ts';

/** Ana's post has an id that the server refuses; her comment is written while the answer is on its way. */
const setup = async () => {
  const world = createWorld();
  const [ana, ben] = [world.addPerson('Ana'), world.addPerson('Ben')];
  const device = world.addDevice(ana);
  const tab = await device.openTab();
  await world.time.advance(1_000);
  const [postId, commentId, replyId] = [world.newId(), world.newId(), world.newId()];
  const taken = {
    ...{
      id: postId,
      creatorId: ben.id,
      author: { kind: 'self' as const },
      content: 'of Ben',
      images: [],
      alts: {},
      video: null,
      media: [],
    },
    ...{ privacy: 'PRIVATE' as const, anonymous: false, likeCount: 0, commentCount: 0 },
    ...{ createdAt: '2026-11-20T08:00:00.000Z', editedAt: null, deletedAt: null },
  };
  world.server.save();
  world.server.act((tx) => tx.put('posts', taken, userScope(ben.id)));
  const post = await tab.engine.mutate('createPost', { id: postId, content: 'of Ana' });
  // The request is on its way.
  const { stores } = device.disk;
  while ([...stores.outbox.values()][0]?.state === 'queued') await world.time.advance(1);
  const comment = await tab.engine.mutate('createComment', { id: commentId, postId, content: 'mine' });
  const reply = { id: replyId, postId, content: 'to myself', parentId: commentId };
  await tab.engine.mutate('createComment', reply);
  const states = () =>
    [...stores.outbox.values()]
      .sort((a, b) => a.seq - b.seq)
      .map((row) => `${row.name} ${row.state}${row.blockedBy === null ? '' : ' with it'}`);
  return {
    world,
    ana,
    device,
    stores,
    engine: tab.engine,
    states,
    post,
    comment,
    postId,
    commentId,
    replyId,
  };
};

describe('what stands on something refused', () => {
  it('[OB9] is blocked with it: off the screen, in the outbox, one thing to decide about', async () => {
    const { world, device, stores, engine, states, post, postId } = await setup();
    expect(stores.comments.size).toBe(2);
    await world.time.advance(3_000);
    expect(states()).toEqual([
      'createPost rejected',
      'createComment blocked with it',
      'createComment blocked with it',
    ]);
    expect([...stores.outbox.values()].map((row) => row.blockedBy)).toEqual([null, post, post]);
    expect(stores.comments.size + stores.posts.size).toBe(0);
    expect(shadowFaults(device)).toEqual([]);
    expect(engine.status.value.attention).toBe(1);
    // Nobody else's comment is held up by it.
    expect(world.server.state().tables.posts.get(postId)?.content).toBe('of Ben');
  });

  it('[OB9] is one group in the outbox, refused or not, and nothing else is in it', async () => {
    const { world, stores, engine, post, comment } = await setup();
    const alone = await engine.mutate('updateSettings', { showPresence: false });
    const groups = () =>
      groupDependents([...stores.outbox.values()].sort((a, b) => a.seq - b.seq)).map(
        ({ root, dependents }) => [root.id, ...dependents.map(({ id }) => id)],
      );
    const [first] = groups();
    expect(first).toHaveLength(3);
    expect(first?.slice(0, 2)).toEqual([post, comment]);
    expect(groups()[1]).toEqual([alone]);
    await world.time.advance(3_000);
    expect(groups()).toEqual([first]);
  });

  it('[OB9] a message goes with the group it was written in', async () => {
    const world = createWorld();
    const [ana, ben] = [world.addPerson('Ana'), world.addPerson('Ben')];
    const device = world.addDevice(ana);
    const tab = await device.openTab();
    await world.time.advance(1_000);
    const { stores } = device.disk;
    device.setOnline(false);
    const [chatId, messageId] = [world.newId(), world.newId()];
    const root = await tab.engine.mutate('createChat', {
      ...{ id: chatId, type: 'GROUP', name: 'Tropa', users: [ben.id] },
    });
    const written = await tab.engine.mutate('sendMessage', {
      ...{ id: messageId, chatId, content: 'Tara!', writtenAt: '2026-11-20T08:00:00.000Z' },
    });
    // Taken meanwhile by somebody else.
    world.server.save();
    world.server.act((tx) =>
      tx.put(
        'chats',
        {
          ...{ id: chatId, type: 'PUBLIC', name: 'of Ben', uniqueCode: null, avatarId: null, lastSeq: 0 },
          ...{ lastMessageAt: null, createdAt: '2026-11-20T08:00:00.000Z', requestedBy: null },
        },
        chatScope(chatId),
      ),
    );
    device.setOnline(true);
    await world.time.advance(3_000);
    // They went in one request: each has a verdict.
    expect([...stores.outbox.values()].map(({ id, state, blockedBy }) => [id, state, blockedBy])).toEqual([
      [root, 'rejected', null],
      [written, 'rejected', root],
    ]);
    expect(stores.chats.size + stores.messages.size).toBe(0);
    expect(shadowFaults(device)).toEqual([]);

    // An id that is taken becomes free in a database alone that was restored to before that.
    world.server.restore();
    await tab.engine.retry(root);
    await world.time.advance(5_000);
    expect(stores.outbox.size).toBe(0);
    expect(world.server.state().tables.messages.get(messageId)?.content).toBe('Tara!');
  });

  it('[OB9] goes again behind it, in order, whichever of them is retried', async () => {
    const { world, stores, engine, comment, postId, commentId, replyId } = await setup();
    await world.time.advance(3_000);
    world.server.restore();
    await engine.retry(comment);
    await world.time.advance(5_000);
    expect(stores.outbox.size).toBe(0);
    const { tables } = world.server.state();
    expect(tables.posts.get(postId)?.content).toBe('of Ana');
    expect([commentId, replyId].map((id) => tables.comments.get(id)?.content)).toEqual(['mine', 'to myself']);
    expect(stores.comments.size).toBe(2);
  });

  it('[OB9] goes away with it, but a comment can go alone with what answers it', async () => {
    const { world, stores, engine, states, post, comment } = await setup();
    await world.time.advance(3_000);
    expect(await engine.cancel(comment)).toBe('cancelled');
    expect(states()).toEqual(['createPost rejected']);
    expect(await engine.cancel(post)).toBe('cancelled');
    expect(stores.outbox.size + stores.shadows.size).toBe(0);
  });

  it('[OB9] goes away with what was never sent', async () => {
    const { world, device, stores, engine } = await setup();
    await world.time.advance(3_000);
    device.setOnline(false);
    const id = world.newId();
    const root = await engine.mutate('createPost', { id, content: 'offline' });
    await engine.mutate('createComment', { id: world.newId(), postId: id, content: 'offline too' });
    expect(stores.comments.size).toBe(1);
    expect(await engine.cancel(root)).toBe('cancelled');
    expect(stores.comments.size).toBe(0);
    expect([...stores.outbox.values()].filter((row) => row.state === 'queued')).toEqual([]);
  });

  it('[OB10] goes on by itself when what was parked turns out to have arrived', async () => {
    const world = createWorld();
    const ana = world.addPerson('Ana');
    let fate: 'ok' | 'lostAnswer' | 'proxyForPush' = 'ok';
    const device = world.addDevice(ana, { fate: () => fate });
    const tab = await device.openTab();
    await world.time.advance(1_000);
    const [postId, commentId] = [world.newId(), world.newId()];
    fate = 'lostAnswer';
    await tab.engine.mutate('createPost', { id: postId, content: 'arrived' });
    await world.time.advance(1_000);
    const { stores } = device.disk;
    const [post] = [...stores.outbox.values()];
    if (post === undefined) throw new Error('no post');
    // As a proxy's fourth refusal leaves it, after a first copy whose answer was lost.
    device.setOnline(false);
    await tab.engine.mutate('createComment', { id: commentId, postId, content: 'waits' });
    tab.kill();
    stores.outbox.set(post.seq, { ...post, state: 'parked', refusals: 4, leaseOwner: null });
    const other = await device.openTab();
    await other.engine.mutate('createPost', { id: world.newId(), content: 'another' });
    expect(stores.comments.size).toBe(0);
    expect([...stores.outbox.values()].map((row) => row.state)).toEqual(['parked', 'blocked', 'queued']);
    fate = 'ok';
    device.setOnline(true);
    await world.time.advance(10_000);
    expect(stores.outbox.size).toBe(0);
    expect(world.server.state().tables.comments.get(commentId)?.content).toBe('waits');
  });
});

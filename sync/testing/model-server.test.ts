import { expect, it } from 'vitest';
import { type MutationName, memberId } from '../../protocol/index.ts';
import type { MutationInput } from '../engine-types.ts';
import type { Tab } from './device.ts';
import { createIdLaw } from './id-laws.ts';
import { replicaFaults } from './laws.ts';
import { createWorld } from './world.ts';

/** Ana has deleted a group with its history, and a post with a comment of Ben's. Mallory has seen all of it. */
const setup = async () => {
  const world = createWorld();
  const { newId, server, time } = world;
  const [ana, ben, mallory] = [world.addPerson('Ana'), world.addPerson('Ben'), world.addPerson('Mallory')];
  const groupId = world.createGroup([ana, ben, mallory]);
  const devices = [ana, ben, mallory].map((person) => world.addDevice(person));
  const [anas, bens, mallorys] = await Promise.all(devices.map((device) => device.openTab()));
  if (!anas || !bens || !mallorys) throw new Error('No tab.');
  await time.advance(1_000);
  const run = async <N extends MutationName>(tab: Tab, name: N, args: MutationInput<N>): Promise<void> => {
    await tab.engine.mutate(name, args);
    await time.advance(1_000);
  };
  const writtenAt = new Date(time.now()).toISOString();
  for (const content of ['one', 'two', 'three'])
    await run(anas, 'sendMessage', { id: newId(), chatId: groupId, content, writtenAt });
  const [postId, commentId, otherPost] = [newId(), newId(), newId()];
  await run(anas, 'createPost', { id: postId, content: 'of Ana' });
  await run(mallorys, 'createPost', { id: otherPost, content: 'of Mallory' });
  await run(bens, 'createComment', { id: commentId, postId, content: 'of Ben' });
  await run(anas, 'deleteChat', { chatId: groupId });
  await run(anas, 'deletePost', { id: postId });
  return { world, server, devices, mallory, mallorys, run, groupId, postId, commentId, otherPost };
};

it('[AP8] what is deleted keeps its id: nobody makes another chat, post or comment under it', async () => {
  const { server, devices, mallory, mallorys, run, groupId, postId, commentId, otherPost } = await setup();
  const law = createIdLaw();
  expect(law.faults(server)).toEqual([]);
  await run(mallorys, 'createChat', { id: groupId, type: 'PUBLIC', name: 'Mine', users: [] });
  await run(mallorys, 'createPost', { id: postId, content: 'Mine' });
  await run(mallorys, 'createComment', { id: commentId, postId: otherPost, content: 'Mine' });
  const refused = [...(devices[2]?.disk.stores.outbox.values() ?? [])];
  expect(refused.map(({ name, error }) => [name, error?.code])).toEqual([
    ['createChat', 'id_taken'],
    ['createPost', 'id_taken'],
    ['createComment', 'id_taken'],
  ]);
  // Neither the history of the former chat nor a place in it.
  const { stores } = devices[2]?.disk ?? { stores: null };
  expect([...(stores?.messages.values() ?? [])]).toEqual([]);
  expect(stores?.memberships.get(memberId(groupId, mallory.id))).toBeUndefined();
  expect(devices.flatMap((device) => replicaFaults(device, server))).toEqual([]);
  expect(law.faults(server)).toEqual([]);
});

it('[AP8] the law sees a row that comes back, and a number that is given twice', async () => {
  const { server, postId, groupId } = await setup();
  const law = createIdLaw();
  expect(law.faults(server)).toEqual([]);
  const [post] = [...server.state().tables.posts.values()];
  const message = [...server.state().tables.messages.values()].find(({ seq }) => seq === 1);
  if (!post || !message) throw new Error('No rows.');
  const copyId = `${message.id.slice(0, -1)}${message.id.endsWith('0') ? '1' : '0'}`;
  server.act((tx) => {
    tx.put('posts', { ...post, id: postId });
    tx.put('messages', { ...message, id: copyId });
  });
  expect(law.faults(server)).toEqual([
    `AP8 posts ${postId} was deleted and is there again`,
    `AP8 ${groupId} 1 is the number of two messages`,
  ]);
});

import { Subscription } from 'rxjs';
import { expect, it } from 'vitest';
import { chatScope, newId, privateChatId } from '../../protocol/index.ts';
import { createClock } from '../platform/clock.ts';
import { createMemoryDisk, openMemoryStorage } from '../testing/memory-storage.ts';
import { listId } from '../windows/kinds.ts';
import { toLocalMessage } from './local-row.ts';
import { keepPushedMessage } from './pushed-message.ts';
import { createUnitRunner } from './run-unit.ts';

const clock = createClock(
  () => 1_000,
  () => Subscription.EMPTY,
);

const setup = async () => {
  const [me, ana] = [newId(), newId()];
  const chatId = privateChatId(me, ana);
  const storage = openMemoryStorage(createMemoryDisk());
  await storage.write(['meta'], (tx) => tx.put('meta', [{ key: 'birth', value: 'b' }]));
  const pushed = {
    id: newId(),
    chatId,
    senderId: ana,
    content: 'Nasa bus na ako',
    seq: 7,
    createdAt: '2026-11-21T12:00:00.000Z',
  };
  const read = () => storage.read(['messages'], (tx) => tx.get('messages', pushed.id));
  const runner = createUnitRunner(storage, { userId: me, databaseId: 'b' }, clock);
  return { me, chatId, storage, pushed, read, runner };
};

it('[WO2] a pushed message can be read at once, covers nothing, and gives way to any row of the server', async () => {
  const { me, chatId, storage, pushed, read, runner } = await setup();
  expect(await keepPushedMessage(storage, me, pushed)).toBe(true);
  expect(await read()).toMatchObject({ content: 'Nasa bus na ako', seq: 7, order: 7, version: 0 });
  expect(
    await storage.read(['coverage', 'cursors'], async (tx) => [
      await tx.getAll('coverage'),
      await tx.getAll('cursors'),
    ]),
  ).toEqual([[], []]);

  const row = { ...(await read()), content: 'Nasa bus na ako!', version: 1 };
  await runner.run(['messages', 'users'], async (unit) => {
    const { order: _order, ...message } = toLocalMessage({ ...pushedRow(pushed), ...row });
    unit.change({ table: 'messages', id: pushed.id, version: 1, row: message });
    unit.setCursor(chatScope(chatId), { epoch: 'e', seq: 1 });
  });
  expect(await read()).toMatchObject({ content: 'Nasa bus na ako!', version: 1 });
  // The same push again, late: what the server said stays.
  expect(await keepPushedMessage(storage, me, { ...pushed, content: 'old' })).toBe(false);
  expect(await read()).toMatchObject({ content: 'Nasa bus na ako!' });
});

it('[WO2] a pushed message that was deleted, is covered, or is of somebody else’s chat is not kept', async () => {
  const { me, chatId, storage, pushed, read } = await setup();
  await storage.write(['tombstones'], (tx) =>
    tx.put('tombstones', [{ key: `messages:${pushed.id}`, version: 2, isGone: true, at: 1 }]),
  );
  expect(await keepPushedMessage(storage, me, pushed)).toBe(false);
  await storage.write(['tombstones', 'coverage'], async (tx) => {
    await tx.clear('tombstones');
    await tx.put('coverage', [
      {
        list: listId('messages', chatId),
        ranges: [{ from: 1, to: 9 }],
        start: null,
        people: [],
        refreshedAt: null,
        usedAt: 0,
      },
    ]);
  });
  expect(await keepPushedMessage(storage, me, pushed)).toBe(false);
  expect(await keepPushedMessage(storage, me, { ...pushed, chatId: newId() })).toBe(false);
  expect(await read()).toBeUndefined();
});

const pushedRow = (pushed: Awaited<ReturnType<typeof setup>>['pushed']) => ({
  ...pushed,
  kind: 'user' as const,
  afterSeq: 7,
  images: [],
  files: [],
  video: null,
  media: [],
  replyToId: null,
  mentions: [],
  isForwarded: false,
  reactions: [],
  event: null,
  writtenAt: pushed.createdAt,
  editedAt: null,
  deletedAt: null,
  version: 1,
});

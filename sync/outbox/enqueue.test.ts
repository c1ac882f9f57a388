import { describe, expect, it } from 'vitest';
import { newId, ProtocolError, privateChatId } from '../../protocol/index.ts';
import { ensureDatabaseId, StorageLostError } from '../apply/database-id.ts';
import { createUnitRunner } from '../apply/run-unit.ts';
import { createNotes } from '../device/notes.ts';
import type { PageEnd } from '../platform/ports.ts';
import { PENDING_ORDER } from '../storage/rows.ts';
import { noPageEnd } from '../testing/fake-files.ts';
import { createMemoryDisk, type MemoryDisk, openMemoryStorage } from '../testing/memory-storage.ts';
import { createRandom, createSeededIds, createVirtualTime } from '../testing/virtual-time.ts';
import { createEnqueue } from './enqueue.ts';
import { createWriteAhead } from './write-ahead.ts';

const userId = newId();
const chatId = newId();
const at = '2026-11-20T08:00:00.000Z';

const openTab = async (
  disk: MemoryDisk,
  onOperation: (operation: string) => void = () => undefined,
  seed = 1,
  isKilled: () => boolean = () => false,
  pageEnd: PageEnd = noPageEnd,
) => {
  const clock = createVirtualTime();
  const random = createRandom(seed);
  const operations: string[] = [];
  const storage = openMemoryStorage(disk, {
    isKilled,
    onOperation(operation) {
      operations.push(operation);
      onOperation(operation);
    },
  });
  const { databaseId } = await ensureDatabaseId(storage, newId);
  const runner = createUnitRunner(storage, { userId, databaseId }, clock);
  const ids = { newId: createSeededIds(random), random };
  const writeAhead = createWriteAhead(storage, pageEnd);
  const enqueue = createEnqueue({
    runner,
    serverNow: clock.now,
    ids,
    writeAhead,
    onEnqueued: () => undefined,
  });
  const notes = createNotes({
    storage,
    databaseId,
    serverNow: clock.now,
    writeAhead,
    onDrafts: () => undefined,
  });
  operations.length = 0;
  return { enqueue, notes, runner, operations };
};

const setup = async (onOperation?: (operation: string) => void) => {
  const disk = createMemoryDisk();
  return { disk, ...(await openTab(disk, onOperation)) };
};

/** Until everything that was begun has ended, or is stuck with its tab. */
const waitForDisk = async (disk: MemoryDisk): Promise<void> => {
  let queue: unknown;
  do {
    queue = disk.queue;
    await disk.queue;
    await new Promise(setImmediate);
  } while (queue !== disk.queue);
};

const text = (content: string, id = newId()) => ({ id, chatId, content, writtenAt: at });

describe('enqueue', () => {
  it('[OB3] lets everything of one tick share a transaction', async () => {
    const { disk, enqueue, operations } = await setup();
    const ids = await Promise.all(
      Array.from({ length: 200 }, (_, index) => enqueue('sendMessage', text(`${index}`))),
    );
    expect(operations.filter((operation) => operation === 'commit')).toHaveLength(1);
    expect([...disk.stores.outbox.values()].map((row) => row.id)).toEqual(ids);
    const shown = [...disk.stores.messages.values()].sort((a, b) => a.order - b.order);
    expect(shown.map((row) => row.content)).toEqual(ids.map((_, index) => `${index}`));
    expect(disk.stores.shadows.size).toBe(200);
  });

  it('[OB3] does not let one that cannot be written take the others with it', async () => {
    let failures = 0;
    const { disk, enqueue } = await setup((operation) => {
      if (operation !== 'commit' || failures === 0) return;
      failures -= 1;
      throw new ProtocolError('storage_full');
    });
    // The group's transaction fails, then the first of those that go alone.
    failures = 2;
    const results = await Promise.allSettled([
      enqueue('sendMessage', text('one')),
      enqueue('sendMessage', text('two')),
      enqueue('sendMessage', text('three')),
    ]);
    expect(results.map((result) => result.status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
    expect(new Set([...disk.stores.messages.values()].map((row) => row.content))).toEqual(
      new Set(['two', 'three']),
    );
  });

  it('[OB2] refuses what does not fit, with its fields, and leaves nothing behind', async () => {
    const { disk, enqueue, operations } = await setup();
    const refused = enqueue('sendMessage', { ...text(''), images: [] });
    await expect(refused).rejects.toMatchObject({
      kind: 'validation',
      errors: [{ field: 'content', message: 'Required' }],
    });
    expect(operations).toEqual([]);
    expect(disk.stores.outbox.size).toBe(0);
  });

  it('[OB4] merges seen marks that were never attempted, and no others', async () => {
    const { disk, enqueue, runner } = await setup();
    const first = await enqueue('markSeen', { chatId, seq: 4 });
    expect(await enqueue('markSeen', { chatId, seq: 9 })).toBe(first);
    expect(await enqueue('markSeen', { chatId, seq: 6 })).toBe(first);
    expect(await enqueue('markSeen', { chatId: newId(), seq: 1 })).not.toBe(first);
    const rows = () => [...disk.stores.outbox.values()].map((row) => row.args);
    expect(rows()[0]).toEqual({ chatId, seq: 9 });
    await runner.run([], async (unit) => {
      const row = unit.byId(first);
      if (row !== undefined) unit.replace({ ...row, attempts: 1 });
    });
    expect(await enqueue('markSeen', { chatId, seq: 12 })).not.toBe(first);
    expect(rows()[0]).toEqual({ chatId, seq: 9 });
  });

  it('[OB4] merges what was seen of a screen to the latest, whatever came last', async () => {
    const { disk, enqueue } = await setup();
    const url = '/profile/friend-requests';
    const mark = (minute: number) => ({ url, until: `2026-11-21T12:0${minute}:00.000Z` });
    const first = await enqueue('markScreenSeen', mark(4));
    expect(await enqueue('markScreenSeen', mark(9))).toBe(first);
    expect(await enqueue('markScreenSeen', mark(6))).toBe(first);
    expect(await enqueue('markScreenSeen', { ...mark(1), url: '/strangers' })).not.toBe(first);
    expect([...disk.stores.outbox.values()][0]?.args).toEqual(mark(9));
  });

  it('[OB4] writes an edit into a message that never left the device, and keeps it apart from one that did', async () => {
    const { disk, enqueue, runner } = await setup();
    const message = text('Tara!');
    const sent = await enqueue('sendMessage', message);
    const edit = (content: string) => enqueue('editMessage', { chatId, messageId: message.id, content });
    expect(await edit('Tara na!')).toBe(sent);
    expect(disk.stores.messages.get(message.id)).toMatchObject({ content: 'Tara na!', editedAt: null });
    expect([...disk.stores.outbox.values()].map((row) => row.args)).toEqual([
      { ...message, content: 'Tara na!' },
    ]);
    await runner.run([], async (unit) => {
      const row = unit.byId(sent);
      if (row !== undefined) unit.replace({ ...row, attempts: 1 });
    });
    const later = await edit('Sige na!');
    expect(later).not.toBe(sent);
    expect(await edit('Sige na nga!')).toBe(later);
    expect(disk.stores.messages.get(message.id)?.content).toBe('Sige na nga!');
  });

  it('[OB4] merges whom an edit names, into the edit before it and into a message that never left', async () => {
    const { disk, enqueue, runner } = await setup();
    const [ben, cora] = [newId(), newId()];
    const naming = (id: string, name: string) => ({ mentions: [id], mentionNames: { [id]: name } });
    const message = { ...text('@Ben'), ...naming(ben, 'Ben') };
    const edit = (content: string, named: object = {}) =>
      enqueue('editMessage', { chatId, messageId: message.id, content, ...named });
    const args = () => [...disk.stores.outbox.values()].map((row) => row.args);
    const sent = await enqueue('sendMessage', message);
    await edit('@Ben oy');
    expect(args()).toEqual([{ ...message, content: '@Ben oy' }]);
    await edit('@Cora', naming(cora, 'Cora'));
    expect(args()).toEqual([{ ...message, content: '@Cora', ...naming(cora, 'Cora') }]);
    expect(disk.stores.messages.get(message.id)).toMatchObject(naming(cora, 'Cora'));
    await runner.run([], async (unit) => {
      const row = unit.byId(sent);
      if (row !== undefined) unit.replace({ ...row, attempts: 1 });
    });
    await edit('@Ben', naming(ben, 'Ben'));
    await edit('@Ben oy');
    expect(args()[1]).toMatchObject({ content: '@Ben oy', ...naming(ben, 'Ben') });
    await edit('@Cora', naming(cora, 'Cora'));
    expect(args()[1]).toMatchObject({ content: '@Cora', ...naming(cora, 'Cora') });
    expect(disk.stores.messages.get(message.id)).toMatchObject(naming(cora, 'Cora'));
  });

  it('[OB4] merges which preview an edit wishes, into the edit before it and into a message that never left', async () => {
    const { disk, enqueue, runner } = await setup();
    const [one, two] = ['https://a.example/1', 'https://b.example/2'];
    const message = { ...text(one), preview: one };
    const edit = (content: string, wish: { preview?: string | null } = {}) =>
      enqueue('editMessage', { chatId, messageId: message.id, content, ...wish });
    const args = () => [...disk.stores.outbox.values()].map((row) => row.args);
    const sent = await enqueue('sendMessage', message);
    await edit(`Una ${one}`);
    expect(args()).toEqual([{ ...message, content: `Una ${one}`, preview: one }]);
    await edit(two, { preview: two });
    expect(args()).toEqual([{ ...message, content: two, preview: two }]);
    await edit(two, { preview: null });
    expect(args()[0]).not.toHaveProperty('preview');
    await runner.run([], async (unit) => {
      const row = unit.byId(sent);
      if (row !== undefined) unit.replace({ ...row, attempts: 1 });
    });
    await edit(one, { preview: one });
    await edit(two, { preview: null });
    expect(args()[1]).toMatchObject({ content: two, preview: null });
  });

  it('[OB4] merges nothing past what is about the same row or person', async () => {
    const { disk, enqueue } = await setup();
    const [other, friendId] = [newId(), newId()];
    const names = () => [...disk.stores.outbox.values()].map((row) => row.name);
    const prefer = (isMuted: boolean) => enqueue('setChatPreferences', { chatId, isMuted });
    const first = await prefer(true);
    expect(await prefer(false)).toBe(first);
    await enqueue('leaveChat', { chatId });
    // Muted again after leaving and coming back: done before, it would be lost.
    expect(await prefer(true)).not.toBe(first);
    const block = (blocked: boolean) => enqueue('setBlock', { userId: other, blocked });
    const free = await block(false);
    await enqueue('sendMessage', text('to somebody else'));
    expect(await block(false)).toBe(free);
    await enqueue('sendMessage', { ...text('a last word'), chatId: privateChatId(userId, other) });
    // Blocked first, the word would be refused.
    expect(await block(true)).not.toBe(free);
    await enqueue('unfriend', { friendshipId: friendId });
    expect(names()).toEqual([
      ...['setChatPreferences', 'leaveChat', 'setChatPreferences'],
      ...['setBlock', 'sendMessage', 'sendMessage', 'setBlock', 'unfriend'],
    ]);
  });

  it('[OB4] merges mutes of a chat without the end of the earlier one', async () => {
    const { disk, enqueue } = await setup();
    const mutedUntil = '2026-03-01T09:00:00.000Z';
    const prefer = (wanted: object) => enqueue('setChatPreferences', { chatId, ...wanted });
    const args = () => [...disk.stores.outbox.values()].map((row) => row.args);
    const first = await prefer({ isMuted: true, mutedUntil });
    expect(await prefer({ mutesMentions: true, isArchived: true })).toBe(first);
    expect(args()).toEqual([{ chatId, isMuted: true, mutedUntil, mutesMentions: true, isArchived: true }]);
    await prefer({ isMuted: true });
    expect(args()).toEqual([{ chatId, isMuted: true, mutesMentions: true, isArchived: true }]);
    await prefer({ isMuted: true, mutedUntil });
    await prefer({ isMuted: false });
    expect(args()).toEqual([{ chatId, isMuted: false, mutesMentions: true, isArchived: true }]);
  });

  it('[OB4] merges pins of a chat: a move into what was done before it, anything else in its place', async () => {
    const { disk, enqueue } = await setup();
    const args = () => [...disk.stores.outbox.values()].map((row) => row.args);
    const pin = (rank: string | null, isMove?: true) =>
      enqueue('setChatPin', { chatId, rank, ...(isMove && { isMove }) });
    const first = await pin('a0', true);
    expect(await pin('a1', true)).toBe(first);
    expect(args()).toEqual([{ chatId, rank: 'a1', isMove: true }]);
    await pin('a2');
    await pin('a3', true);
    expect(args()).toEqual([{ chatId, rank: 'a3' }]);
    await pin(null);
    await pin('a4', true);
    expect(args()).toEqual([{ chatId, rank: null }]);
  });

  it('[OB4] merges two names of a chat, and leaves its picture apart: each is told in a line of its own', async () => {
    const { disk, enqueue } = await setup();
    const first = await enqueue('updateChat', { chatId, name: 'Barkada' });
    expect(await enqueue('updateChat', { chatId, name: 'Tropa' })).toBe(first);
    expect(await enqueue('updateChat', { chatId, avatarId: null })).not.toBe(first);
    expect([...disk.stores.outbox.values()].map((row) => row.args)).toEqual([
      { chatId, name: 'Tropa' },
      { chatId, avatarId: null },
    ]);
  });

  it('[OB1] is written the same whatever other tabs have written meanwhile, each in its place', async () => {
    const disk = createMemoryDisk();
    const [one, two] = [await openTab(disk, undefined, 1), await openTab(disk, undefined, 2)];
    for (let index = 0; index < 6; index += 1) {
      const tab = index % 3 === 0 ? two : one;
      await tab.enqueue('sendMessage', text(`${index}`));
      if (index === 3) await two.enqueue('markSeen', { chatId, seq: index });
    }
    const shown = [...disk.stores.messages.values()].sort((a, b) => a.order - b.order);
    expect(shown.map(({ content }) => content)).toEqual(['0', '1', '2', '3', '4', '5']);
    const rows = [...disk.stores.outbox.values()].filter(({ name }) => name === 'sendMessage');
    expect(rows.map(({ seq }) => PENDING_ORDER + seq)).toEqual(shown.map(({ order }) => order));
    expect([...disk.stores.shadows.values()].filter(({ table }) => table === 'messages')).toEqual(
      shown.map(({ id }) => ({ key: `messages:${id}`, table: 'messages', id, base: null })),
    );
  });

  it('[OB1] needs one round trip to the database for a message in a known chat', async () => {
    const { enqueue, operations } = await setup();
    await enqueue('sendMessage', text('the outbox is not known yet'));
    for (const content of ['first', 'second', 'third']) {
      operations.length = 0;
      await enqueue('sendMessage', text(content));
      // No read follows a write, so none waited for an answer.
      expect(operations.join(' ')).toMatch(/^(get )+((put|delete) )+commit$/);
    }
  });

  const draftOf = (key: string, content: string) => ({
    ...{ id: key, chatId, content, replyToId: null, edit: null, updatedAt: 0 },
  });

  it.each([
    ['the outbox is not known yet', []],
    ['the outbox is known', ['before']],
  ])('[OB11] loses and doubles nothing that was sent when its page is killed: %s', async (_, before) => {
    const send = async (killedAt: number) => {
      const disk = createMemoryDisk();
      let steps = 0;
      let isArmed = false;
      const { enqueue } = await openTab(
        disk,
        () => {
          if (isArmed) steps += 1;
        },
        1,
        () => steps >= killedAt,
      );
      for (const content of before) await enqueue('sendMessage', text(content));
      disk.stores.chatDrafts.set('draft', draftOf('draft', 'Tara!'));
      disk.stores.chatDrafts.set('other', draftOf('other', 'stays'));
      isArmed = true;
      void enqueue('sendMessage', text('Tara!'), { draft: { chatId, rowIds: ['draft'] } });
      await waitForDisk(disk);
      const { enqueue: next } = await openTab(disk, undefined, 2);
      const left = [...disk.stores.writeAhead.values()];
      // Two tabs open at once.
      await Promise.all([next.resume(left), next.resume(left)]);
      const words = (store: 'chatDrafts' | 'messages') =>
        [...disk.stores[store].values()].filter(({ content }) => content === 'Tara!').length;
      expect([disk.stores.chatDrafts.has('other'), disk.stores.writeAhead.size]).toEqual([true, 0]);
      const outbox = disk.stores.outbox.size - before.length;
      return { steps, left: left.length, found: [words('chatDrafts'), words('messages'), outbox] };
    };
    const whole = await send(Number.POSITIVE_INFINITY);
    expect(whole).toMatchObject({ left: 0, found: [0, 1, 1] });
    const lefts = new Set<number>();
    for (let killedAt = 1; killedAt <= whole.steps; killedAt += 1) {
      const { left, found } = await send(killedAt);
      lefts.add(left);
      expect([
        [1, 0, 0],
        [0, 1, 1],
      ]).toContainEqual(found);
      if (left === 1) expect(found).toEqual([0, 1, 1]);
    }
    expect(lefts).toEqual(new Set([0, 1]));
  });

  it.each([
    ['aborts what has not begun', true],
    ['commits it after all', false],
  ])(
    '[OB11] resumes what waited behind other transactions when its page ended and the browser %s',
    async (_, isAborted) => {
      const disk = createMemoryDisk();
      disk.stores.chatDrafts.set('draft', draftOf('draft', 'Tara'));
      let isKilled = false;
      let read: () => string | null = () => null;
      const { enqueue, runner } = await openTab(disk, undefined, 1, () => isKilled, {
        take: () => null,
        keep(of) {
          read = of;
          return () => undefined;
        },
      });
      let release = (): void => undefined;
      void runner.storage.write(['chatDrafts'], () => new Promise<void>((resolve) => (release = resolve)));
      void enqueue('sendMessage', text('Tara!'), { draft: { chatId, rowIds: ['draft'] } });
      await Promise.resolve();
      let kept = read();
      expect(kept).toContain('Tara!');
      isKilled = isAborted;
      release();
      await waitForDisk(disk);
      const next = await openTab(disk, undefined, 2, undefined, {
        take() {
          const text = kept;
          kept = null;
          return text;
        },
        keep: () => () => undefined,
      });
      const left = await next.enqueue.recordLeft();
      await next.enqueue.resume(left);
      expect([disk.stores.chatDrafts.size, disk.stores.writeAhead.size, disk.stores.outbox.size]).toEqual([
        0, 0, 1,
      ]);
      expect([...disk.stores.messages.values()].map(({ content }) => content)).toEqual(['Tara!']);
    },
  );

  it.each([
    [
      'the draft is stored again',
      [
        [1, 0],
        [0, 0, 0],
      ],
    ],
    [
      'the page is killed before that',
      [
        [0, 1],
        [0, 1, 1],
      ],
    ],
  ])('[OB11] keeps words once that a full disk has refused, when %s', async (when, [found, resumed]) => {
    const disk = createMemoryDisk();
    let commits = Number.NEGATIVE_INFINITY;
    let isFull = false;
    const tab = await openTab(disk, (operation) => {
      if (operation === 'commit') commits += 1;
      // The record fits. The message does not, and not even a deletion does.
      if (isFull && operation === 'commit' && commits > 1) throw new ProtocolError('storage_full');
    });
    disk.stores.chatDrafts.set('draft', draftOf('draft', 'Tara!'));
    isFull = true;
    commits = 0;
    await expect(
      tab.enqueue('sendMessage', text('Tara!'), { draft: { chatId, rowIds: ['draft'] } }),
    ).rejects.toThrow(ProtocolError);
    const save = () => tab.notes.saveDrafts(chatId, [{ id: 'draft', content: 'Tara!' }]);
    await expect(save()).rejects.toThrow(ProtocolError);
    isFull = false;
    if (when === 'the draft is stored again') await save();
    expect([disk.stores.chatDrafts.size, disk.stores.writeAhead.size]).toEqual(found);
    const next = await openTab(disk, undefined, 2);
    await next.enqueue.resume([...disk.stores.writeAhead.values()]);
    const { writeAhead, messages, outbox } = disk.stores;
    expect([writeAhead.size, messages.size, outbox.size]).toEqual(resumed);
  });

  it('[OB13] carries out one of two mutations that two tabs make from one draft, in every order of their steps', async () => {
    const send = async (seed: number) => {
      const disk = createMemoryDisk();
      disk.stores.chatDrafts.set('draft', draftOf('draft', 'Tara!'));
      const tabs = await Promise.all([openTab(disk, undefined, seed), openTab(disk, undefined, seed + 100)]);
      // Each has sent something before, and predicts what the outbox holds.
      for (const { enqueue } of tabs) await enqueue('sendMessage', text('before'));
      const random = createRandom(seed);
      await Promise.all(
        tabs.map(async ({ enqueue }) => {
          for (let turns = Math.floor(random() * 12); turns > 0; turns -= 1) await Promise.resolve();
          return enqueue('sendMessage', text('Tara!'), {
            draft: { chatId, rowIds: ['draft'] },
            source: 'draft',
          });
        }),
      );
      const words = [...disk.stores.messages.values()].filter(({ content }) => content === 'Tara!');
      return [words.length, disk.stores.outbox.size, disk.stores.writeAhead.size];
    };
    for (let seed = 1; seed <= 30; seed += 1) expect(await send(seed)).toEqual([1, 3, 0]);
  });

  it('[OB13] carries out what a killed page had recorded and another tab sends as well, once', async () => {
    const disk = createMemoryDisk();
    disk.stores.chatDrafts.set('draft', draftOf('draft', 'Tara!'));
    let isKilled = false;
    const killed = await openTab(
      disk,
      (operation) => {
        // Between the record and the mutation's own transaction.
        if (operation === 'commit') setImmediate(() => (isKilled = true));
      },
      1,
      () => isKilled,
    );
    const options = { draft: { chatId, rowIds: ['draft'] }, source: 'draft' };
    void killed.enqueue('sendMessage', text('Tara!'), options).catch(() => undefined);
    await waitForDisk(disk);
    const other = await openTab(disk, undefined, 2);
    await other.enqueue('sendMessage', text('Tara!'), options);
    await other.enqueue.resume([...disk.stores.writeAhead.values()]);
    expect([...disk.stores.messages.values()].map(({ content }) => content)).toEqual(['Tara!']);
  });

  it('[OB13] carries out one of two mutations of one source that share a transaction', async () => {
    const { disk, enqueue } = await setup();
    await enqueue('sendMessage', text('before'));
    await Promise.all([1, 2].map(() => enqueue('sendMessage', text('Tara!'), { source: 'draft' })));
    expect([...disk.stores.messages.values()].map(({ content }) => content)).toEqual(['before', 'Tara!']);
  });

  it('[OB13] sends the same words again from another draft', async () => {
    const { disk, enqueue } = await setup();
    await enqueue('sendMessage', text('Oo'), { source: 'first' });
    await enqueue('sendMessage', text('Oo'), { source: 'second' });
    await enqueue('sendMessage', text('Oo'));
    expect(disk.stores.messages.size).toBe(3);
  });

  it('[OB11] keeps the draft when not even the record can be stored', async () => {
    let isFull = false;
    const { disk, enqueue } = await setup((operation) => {
      if (isFull && operation === 'commit') throw new ProtocolError('storage_full');
    });
    disk.stores.chatDrafts.set('draft', draftOf('draft', 'Tara!'));
    isFull = true;
    await expect(
      enqueue('sendMessage', text('Tara!'), { draft: { chatId, rowIds: ['draft'] } }),
    ).rejects.toThrow();
    expect([disk.stores.chatDrafts.get('draft')?.content, disk.stores.writeAhead.size]).toEqual(['Tara!', 0]);
  });

  it('[OB1] does not take a row that is there for a new one', async () => {
    const { disk, enqueue } = await setup();
    const message = text('Tara!');
    await enqueue('sendMessage', message);
    await enqueue('deleteMessage', { chatId, messageId: message.id });
    const before = new Map(disk.stores.shadows);
    await enqueue('sendMessage', message);
    expect(disk.stores.shadows).toEqual(before);
    expect(disk.stores.outbox.size).toBe(3);
  });

  it.each(['rejected', 'parked', 'cancelling'] as const)(
    '[OB9] is blocked at once where what it stands on is %s',
    async (state) => {
      const { disk, enqueue, runner } = await setup();
      const group = { id: newId(), type: 'GROUP' as const, name: 'Barkada', users: [newId()] };
      const root = await enqueue('createChat', group);
      await runner.run([], async (unit) => {
        const row = unit.byId(root);
        if (row !== undefined) unit.replace({ ...row, attempts: 1, state });
      });
      const id = await enqueue('sendMessage', { ...text('Kumusta!'), chatId: group.id });
      const row = [...disk.stores.outbox.values()].find((one) => one.id === id);
      expect(row).toMatchObject({ state: 'blocked', blockedBy: root });
      expect([...disk.stores.messages.values()]).toEqual([]);
    },
  );

  it('[OB5] says storage_full when the disk is, and keeps nothing of it', async () => {
    let isFull = false;
    const { disk, enqueue } = await setup((operation) => {
      if (isFull && operation === 'commit') throw new ProtocolError('storage_full');
    });
    isFull = true;
    await expect(enqueue('sendMessage', text('one'))).rejects.toMatchObject({ kind: 'storage_full' });
    expect(disk.stores.outbox.size + disk.stores.messages.size + disk.stores.shadows.size).toBe(0);
  });

  it('[ST4] refuses to write into another database than the one it opened', async () => {
    const { disk, enqueue } = await setup();
    disk.stores.meta.clear();
    await expect(enqueue('sendMessage', text('one'))).rejects.toBeInstanceOf(StorageLostError);
    expect(disk.stores.outbox.size).toBe(0);
  });
});

it('[TA4] a tab widens its transaction for what another tab has written meanwhile', async () => {
  const disk = createMemoryDisk();
  const one = await openTab(disk);
  const two = await openTab(disk);
  await one.enqueue('markSeen', { chatId, seq: 3 });
  const id = `${chatId}:${userId}`;
  const membership = {
    ...{ id, chatId, userId, seenSeq: 1, ownAfterSeen: 0 },
    ...{ isMuted: false, isArchived: false, clearedSeq: 0, isDeclined: false },
  };
  await two.runner.run(['memberships'], async (unit) =>
    unit.change({ table: 'memberships', id, version: 1, row: { ...membership, version: 1 } }),
  );
  expect(disk.stores.memberships.get(id)?.seenSeq).toBe(3);
});

import { Dexie } from 'dexie';
import { expect, it } from 'vitest';
import { hasWords, memberId, newId, passesFilters, wantedOf } from '../../protocol/index.ts';
import { setDatabaseId } from '../apply/database-id.ts';
import { writeRows } from '../apply/row-io.ts';
import { systemClock } from '../platform/browser-ports.ts';
import { createRows } from '../rebase/rows.ts';
import { createDexieStorage } from '../storage/dexie-storage.ts';
import { databaseNameFor, LocalDatabase } from '../storage/local-database.ts';
import type { LocalMessage } from '../storage/rows.ts';
import { deleteUserDatabase, freezeUserDatabase } from '../storage/user-databases.ts';
import { createFinder, type MessageQuery } from './find.ts';
import { createIndexer } from './indexer.ts';
import { SearchDatabase, searchDatabaseNameFor } from './search-database.ts';

const message = (chatId: string, seq: number, content: string): LocalMessage => {
  const at = new Date(Date.UTC(2026, 0, 1) + seq * 60_000).toISOString();
  return {
    id: newId(),
    chatId,
    kind: 'user',
    seq,
    afterSeq: seq - 1,
    order: seq,
    senderId: null,
    content,
    images: [],
    files: [],
    video: null,
    media: [],
    replyToId: null,
    mentions: [],
    isForwarded: false,
    reactions: [],
    event: null,
    writtenAt: at,
    createdAt: at,
    editedAt: null,
    deletedAt: null,
    version: 1,
  };
};

const setUp = async () => {
  const me = newId();
  const chatId = newId();
  const db = new LocalDatabase(databaseNameFor(me));
  const storage = createDexieStorage(db);
  await storage.write(['meta'], (tx) => setDatabaseId(tx, newId()));
  await db.memberships.put({
    id: memberId(chatId, me),
    chatId,
    userId: me,
    seenSeq: 0,
    ownAfterSeen: 0,
    isMuted: false,
    isArchived: false,
    clearedSeq: 0,
    isDeclined: false,
    version: 1,
  });
  const index = new SearchDatabase(me);
  /** As the engine does: rows and what is to be indexed in one transaction. */
  const change = (...changed: (readonly [LocalMessage | null, LocalMessage | null])[]) =>
    storage.write(['messages', 'unindexed'], async (tx) => {
      const [was, is] = [createRows(), createRows()];
      for (const [before, after] of changed) {
        const id = before?.id ?? after?.id ?? '';
        was.messages.set(id, before);
        is.messages.set(id, after);
      }
      await writeRows(tx, was, is);
    });
  const search = async (query: Partial<MessageQuery>) => {
    const finder = createFinder({ db, index, me, clock: systemClock });
    const found: LocalMessage[] = [];
    for (let from: number | null = 0; from !== null; ) {
      const page = await finder.messages({ text: '', chatId: null, ...query }, from, () => false);
      found.push(...(page?.messages ?? []));
      from = page?.next ?? null;
    }
    return found;
  };
  const find = async (text: string) => {
    const finder = createFinder({ db, index, me, clock: systemClock });
    const found = await finder.messages({ text, chatId: null }, 0, () => false);
    return found?.messages.map(({ content }) => content);
  };
  const catchUp = async () => {
    const indexer = createIndexer(db, index);
    while (await indexer.step());
  };
  const terms = async () => (await index.segments.toArray()).flatMap((segment) => segment.terms.split('\n'));
  return { me, chatId, db, index, storage, change, find, search, catchUp, terms };
};

it('[SE3] finds what was written, edited and deleted, before and after the index has looked', async () => {
  const { chatId, change, find, catchUp, terms } = await setUp();
  const first = message(chatId, 1, 'Tara sa Quiapo');
  const second = message(chatId, 2, 'Nasa Quiapo na ako');
  await change([null, first]);
  await change([null, second]);
  expect(await find('quiapo')).toEqual(['Nasa Quiapo na ako', 'Tara sa Quiapo']);
  await catchUp();
  expect(await find('quiapo')).toEqual(['Nasa Quiapo na ako', 'Tara sa Quiapo']);
  const edited = { ...first, content: 'Tara sa Recto' };
  await change([first, edited]);
  expect(await find('quiapo')).toEqual(['Nasa Quiapo na ako']);
  expect(await find('recto')).toEqual(['Tara sa Recto']);
  await change([second, null]);
  expect(await find('quiapo')).toEqual([]);
  await catchUp();
  expect(await find('rec')).toEqual(['Tara sa Recto']);
  expect(await terms()).not.toContain('quiapo');
});

it('[SE3] finds a file by its name, also one whose name came later, and until it is deleted', async () => {
  const { chatId, change, find, catchUp, terms } = await setUp();
  const file = (name: string | null): LocalMessage['media'] => [
    {
      id: newId(),
      state: name === null ? 'awaited' : 'ready',
      kind: 'file',
      mime: null,
      size: null,
      width: null,
      height: null,
      blurhash: null,
      name,
      posterId: null,
    },
  ];
  const coming = { ...message(chatId, 1, ''), content: null, media: file(null) };
  await change([null, coming]);
  await catchUp();
  expect(await find('resibo')).toEqual([]);
  const here = { ...coming, media: file('Resibo ng kuryente.pdf') };
  await change([coming, here]);
  expect(await find('resibo')).toEqual([null]);
  await catchUp();
  expect(await find('kuryente pdf')).toEqual([null]);
  await change([here, { ...here, media: [], deletedAt: here.createdAt }]);
  await catchUp();
  expect(await find('resibo')).toEqual([]);
  expect(await terms()).not.toContain('resibo');
});

it('[SE4] a page is one line of the queue, whatever becomes of its messages before the index has looked', async () => {
  const { chatId, db, index, change, find, catchUp, terms } = await setUp();
  await catchUp();
  const page = Array.from({ length: 120 }, (_, at) => message(chatId, at + 1, `Pahina ${at + 101}`));
  await change(...page.map((row) => [null, row] as const));
  expect(await db.unindexed.count()).toBe(3);
  const [first, second, third] = page;
  if (!first || !second || !third) throw new Error('The page is empty');
  await change([first, { ...first, content: 'Pinalitan' }]);
  await change([second, null]);
  await change([third, null]);
  await change([null, third]);
  expect(await find('pinalitan')).toEqual(['Pinalitan']);
  expect(await find('pahina 103')).toEqual(['Pahina 103']);
  await catchUp();
  expect(await db.unindexed.count()).toBe(0);
  // Each message stands in it once.
  const heads = await index.heads.toArray();
  expect(heads.reduce((sum, { docs }) => sum + docs, 0)).toBe(119);
  expect(await find('pinalitan')).toEqual(['Pinalitan']);
  expect(await find('pahina 177')).toEqual(['Pahina 177']);
  const held = await terms();
  expect(held).not.toContain('101');
  expect(held).not.toContain('102');
});

it('[SE4] what changes while the index looks is looked at again', async () => {
  const { chatId, db, index, change, find, catchUp } = await setUp();
  await catchUp();
  const page = Array.from({ length: 10 }, (_, at) => message(chatId, at + 1, `Unang ${at + 1}`));
  await change(...page.map((row) => [null, row] as const));
  const [first] = page;
  if (!first) throw new Error('The page is empty');
  const replace = index.replaceSegments.bind(index);
  let isChanged = false;
  index.replaceSegments = async (...segments) => {
    await replace(...segments);
    // The words were read, and the line of the queue still stands.
    if (!isChanged) await change([first, { ...first, content: 'Pangalawa' }]);
    isChanged = true;
  };
  await catchUp();
  expect(isChanged).toBe(true);
  expect(await db.unindexed.count()).toBe(0);
  expect(await find('pangalawa')).toEqual(['Pangalawa']);
  const heads = await index.heads.toArray();
  expect(heads.reduce((sum, { docs }) => sum + docs, 0)).toBe(10);
});

it('[SE4] passes over what was there before it, goes on where it stopped, and keeps few parts', async () => {
  const { chatId, db, index, change, find, catchUp } = await setUp();
  await db.messages.bulkPut(
    Array.from({ length: 900 }, (_, at) => message(chatId, at + 1, `Bilang ${at + 1}`)),
  );
  const stopped = createIndexer(db, index);
  await stopped.step();
  await change([null, message(chatId, 901, 'Bilang 901')]);
  await catchUp();
  expect(await find('bilang 450')).toEqual(['Bilang 450']);
  expect(await find('901')).toEqual(['Bilang 901']);
  for (let seq = 902; seq < 960; seq += 1) {
    await change([null, message(chatId, seq, `Bilang ${seq}`)]);
    await catchUp();
  }
  const heads = await index.heads.toArray();
  expect(heads.reduce((sum, { docs }) => sum + docs, 0)).toBe(959);
  expect(heads.length).toBeLessThan(24);
  expect((await find('bilang'))?.length).toBe(30);
});

it('[SE4] throws away the index of another database', async () => {
  const { chatId, change, find, catchUp, storage, terms } = await setUp();
  const gone = message(chatId, 1, 'Lihim');
  await change([null, gone]);
  await catchUp();
  await storage.write(['meta', 'messages', 'unindexed'], async (tx) => {
    await setDatabaseId(tx, newId());
    await tx.delete('messages', [gone.id]);
    await tx.put('messages', [message(chatId, 1, 'Bago')]);
  });
  await catchUp();
  expect(await terms()).toEqual(['bago']);
  expect(await find('bago')).toEqual(['Bago']);
});

it('[SE5] goes with its member', async () => {
  for (const leave of [deleteUserDatabase, freezeUserDatabase]) {
    const { me, chatId, db, index, change, catchUp } = await setUp();
    await change([null, message(chatId, 1, 'Paalam')]);
    await catchUp();
    db.close();
    index.close();
    await leave(me);
    expect(await Dexie.exists(searchDatabaseNameFor(me))).toBe(false);
  }
});

it('[SE6] narrows down by sender, what a message has, time and star, as looking at every message would', async () => {
  const { me, chatId, db, change, search, catchUp } = await setUp();
  const [ben, cora] = [newId(), newId()];
  const file: LocalMessage['media'][number] = {
    ...{ id: newId(), state: 'ready', kind: 'file', mime: null, size: null, width: null },
    ...{ height: null, blurhash: null, name: null, posterId: null },
  };
  const attached: LocalMessage['media'][] = [
    [],
    [{ ...file, kind: 'image' }],
    [{ ...file, kind: 'video' }],
    [file],
    [{ ...file, waveform: 'A'.repeat(64) }],
    [{ ...file, kind: 'image', state: 'withdrawn' }],
  ];
  const all = Array.from({ length: 90 }, (_, at) => ({
    ...message(chatId, at + 1, at % 7 === 0 ? 'Tara https://tambay.example' : at % 2 ? 'Tara na' : 'Bukas'),
    senderId: at % 5 === 0 ? ben : cora,
    media: attached[at % attached.length] ?? [],
  }));
  await change(...all.slice(0, 60).map((row) => [null, row] as const));
  await catchUp();
  // These wait to be indexed.
  await change(...all.slice(60).map((row) => [null, row] as const));
  const time = (at: number): string => all[at]?.createdAt ?? '';
  const queries: Partial<MessageQuery>[] = [
    { senderId: ben },
    { has: 'media' },
    { has: 'file' },
    { has: 'voice' },
    { has: 'link', senderId: cora },
    { text: 'tar', senderId: ben, has: 'media' },
    { since: time(20), until: time(70) },
    { text: 'bukas', since: time(50) },
    { chatId, has: 'link' },
    { chatId: newId(), has: 'link' },
  ];
  for (const query of queries) {
    const expected = all
      .filter(
        (row) =>
          (query.chatId ?? chatId) === chatId &&
          passesFilters(row, query) &&
          hasWords(row.content ?? '', wantedOf(query.text ?? '')),
      )
      .reverse();
    expect((await search(query)).map(({ seq }) => seq)).toEqual(expected.map(({ seq }) => seq));
    if (query.chatId === undefined || query.chatId === chatId) expect(expected.length).toBeGreaterThan(0);
  }
  // Words that are none, and nothing at all, are no filter.
  expect([await search({}), await search({ text: '!', senderId: ben })]).toEqual([[], []]);
  const {
    order: _order,
    reactions: _reactions,
    version: _version,
    ...starred
  } = all[3] ?? message(chatId, 0, '');
  const star = { id: newId(), userId: me, chatId, messageId: starred.id, starredAt: time(5), version: 1 };
  await db.starredMessages.put({ ...star, message: starred });
  expect((await search({ isStarred: true })).map(({ seq }) => seq)).toEqual([4]);
  expect((await search({ isStarred: true, text: 'bukas' })).map(({ seq }) => seq)).toEqual([]);
  // A star is kept with its message, where the history that held it was cut.
  await db.messages.delete(starred.id);
  expect((await search({ isStarred: true, text: 'tara' })).map(({ seq }) => seq)).toEqual([4]);
});

/** The comparisons with Dexie alone, in the page: each round does both, so that both meet the same machine. */

import { Dexie, liveQuery } from 'dexie';
import {
  type MessageRow,
  messagesResponse,
  newId,
  PROTOCOL_VERSION,
  pullResponse,
} from '../../../protocol/index.ts';
import { type Engine, type LocalMessage, type LocalTables, listId } from '../../../sync/index.ts';
import {
  drop,
  freshName,
  latest,
  nowhere,
  openOn,
  overNetwork,
  ownSocket,
  playing,
  Raw,
  type Recording,
  rawLatest,
  recording,
  switchable,
  type Who,
} from './world.ts';

export type Measured = Who;

const recorded: Recording = new Map();
const toLocal = (row: MessageRow): LocalMessage => ({ ...row, order: row.seq ?? row.afterSeq + 0.5 });

/** The windows of whole chats, the longest first, until that many messages are held. Counted between chats: it takes time. */
const fill = async (engine: Engine, wanted: number): Promise<number> => {
  const chats = (await engine.db.chats.toArray()).sort((a, b) => b.lastSeq - a.lastSeq);
  for (const { id } of chats) {
    if ((await engine.db.messages.count()) >= wanted) break;
    await engine.loadAll(listId('messages', id));
  }
  return engine.db.messages.count();
};

/** Has the real server answer once. @returns how many messages there are to catch up with */
export async function record(who: Who, wanted: number): Promise<number> {
  const name = freshName();
  const engine = await openOn(who, name, { http: recording(recorded) });
  await engine.sync();
  const stored = await fill(engine, wanted);
  await engine.sync();
  await engine.sync();
  await engine.close();
  await drop(name);
  return stored;
}

const busiestChat = async ({ messages }: LocalTables): Promise<string> => {
  const counts = new Map<string, number>();
  for (const { chatId } of await messages.toArray()) counts.set(chatId, (counts.get(chatId) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? '';
};

/** From an empty device to everything durable, and to the list of chats with the newest of each. */
export async function catchUp(who: Who, wanted: number) {
  const name = freshName();
  const startedAt = performance.now();
  const engine = await openOn(who, name, { http: playing(recorded) });
  await engine.sync();
  const chats = await engine.db.chats.toArray();
  for (const { id } of chats.slice(0, 50)) await latest(engine.db, id);
  const usableMs = performance.now() - startedAt;
  const stored = await fill(engine, wanted);
  await latest(engine.db, chats[0]?.id ?? '');
  const durableMs = performance.now() - startedAt;
  await engine.close();
  await drop(name);

  const rawName = freshName();
  const rawStartedAt = performance.now();
  const raw = new Raw(rawName);
  // The same texts, checked by the same schemas, in one transaction for each answer.
  for (const [key, texts] of recorded) {
    for (const text of texts) {
      const rows: LocalMessage[] = [];
      const others: { table: string; id: string }[] = [];
      if (key.endsWith('/sync/pull')) {
        for (const { changes } of pullResponse.parse(JSON.parse(text)).scopes) {
          for (const { table, id, row } of changes) {
            if (row === null) continue;
            if (table === 'messages') rows.push(toLocal(row));
            else others.push({ ...row, table, id });
          }
        }
      } else if (key.includes('/messages')) {
        rows.push(...messagesResponse.parse(JSON.parse(text)).data.map(toLocal));
      } else continue;
      if (rows.length + others.length === 0) continue;
      await raw.transaction('rw', [raw.messages, raw.rows], async () => {
        await raw.messages.bulkPut(rows);
        if (others.length > 0) await raw.rows.bulkPut(others);
      });
    }
  }
  await rawLatest(raw.messages, chats[0]?.id ?? '');
  const rawMs = performance.now() - rawStartedAt;
  const rawStored = await raw.messages.count();
  raw.close();
  await Dexie.delete(rawName);
  return { usableMs, durableMs, rawMs, stored, rawStored };
}

interface Pair {
  engine: Engine;
  raw: Raw;
  chatId: string;
  network: ReturnType<typeof switchable>;
  names: [string, string];
}

/** An engine without a network and a bare database that hold the same messages: those of the recording, and older ones made of them. */
async function openPair(who: Who, wanted: number): Promise<Pair> {
  const names: [string, string] = [freshName(), freshName()];
  const first = await openOn(who, names[0], { http: playing(recorded) });
  await first.sync();
  const stored = await fill(first, Math.min(wanted, 10_000));
  const chatId = await busiestChat(first.db);
  const sample = await latest(first.db, chatId);
  const coverage = await first.db.coverage.get(listId('messages', chatId));
  const newest = coverage?.ranges.at(-1);
  if (coverage && newest && stored < wanted) {
    const older: LocalMessage[] = [];
    const from = Number(newest.from) - (wanted - stored);
    for (let seq = from; seq < Number(newest.from); seq += 1) {
      const model = sample[Math.abs(seq) % sample.length];
      if (model) older.push({ ...model, id: newId(), seq, afterSeq: seq, order: seq });
    }
    await first.db.messages.bulkPut(older);
    await first.db.coverage.put({
      ...coverage,
      ranges: [...coverage.ranges.slice(0, -1), { ...newest, from }],
    });
  }
  const raw = new Raw(names[1]);
  await raw.messages.bulkPut(await first.db.messages.toArray());
  await first.close();
  const network = switchable(false);
  const engine = await openOn(who, names[0], { http: nowhere, online: network.port });
  return { engine, raw, chatId, network, names };
}

async function closePair({ engine, raw, names }: Pair): Promise<void> {
  await engine.close();
  raw.close();
  await drop(names[0]);
  await Dexie.delete(names[1]);
}

const argsFor = (chatId: string, content: string) => ({
  id: newId(),
  chatId,
  content,
  writtenAt: new Date().toISOString(),
});

const rawRow = (model: LocalMessage, order: number, content: string): LocalMessage => ({
  ...model,
  id: newId(),
  content,
  seq: null,
  order,
});

/** The newest fifty of a chat, live, by the engine and by Dexie alone. */
const liveHere = ({ db }: Engine, chatId: string) => liveQuery(async () => latest(db, chatId));
const liveThere = ({ messages }: Raw, chatId: string) => liveQuery(() => rawLatest(messages, chatId));

type Live = { subscribe(listener: (rows: LocalMessage[]) => void): { unsubscribe(): void } };

/** Resolves when a live query of the newest fifty shows all of these. */
const shown = (live: Live, contents: readonly string[]): Promise<void> =>
  new Promise((resolve) => {
    const last = contents.slice(-50);
    const subscription = live.subscribe((rows) => {
      const there = new Set(rows.map(({ content }) => content));
      if (!last.every((content) => there.has(content))) return;
      subscription.unsubscribe();
      resolve();
    });
  });

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Writes of one message, one after the other, by turns: to durable and in a live query. */
export async function singleWrites(who: Who, stored: number, count: number) {
  const pair = await openPair(who, stored);
  const { engine, raw, chatId } = pair;
  const [model] = await rawLatest(raw.messages, chatId);
  if (!model) throw new Error('Nothing is stored');
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const content = `Single ${index}`;
    const seenHere = shown(liveHere(engine, chatId), [content]);
    await pause(40);
    let startedAt = performance.now();
    await Promise.all([engine.mutate('sendMessage', argsFor(chatId, content)), seenHere]);
    ours.push(performance.now() - startedAt);
    await pause(40);
    const seenThere = shown(liveThere(raw, chatId), [content]);
    await pause(40);
    startedAt = performance.now();
    await Promise.all([raw.messages.add(rawRow(model, 2 ** 40 + index, content)), seenThere]);
    theirs.push(performance.now() - startedAt);
    await pause(40);
  }
  await closePair(pair);
  return { ours, theirs };
}

/** Two hundred messages at once, by the engine and one write after the other. */
export async function manyWrites(who: Who, count: number) {
  const pair = await openPair(who, 10_000);
  const { engine, raw, chatId } = pair;
  const [model] = await rawLatest(raw.messages, chatId);
  if (!model) throw new Error('Nothing is stored');
  const contents = Array.from({ length: count }, (_, index) => `Of many ${index}`);
  const seenHere = shown(liveHere(engine, chatId), contents);
  await pause(100);
  let startedAt = performance.now();
  await Promise.all([
    ...contents.map((content) => engine.mutate('sendMessage', argsFor(chatId, content))),
    seenHere,
  ]);
  const ours = performance.now() - startedAt;
  const seenThere = shown(liveThere(raw, chatId), contents);
  await pause(100);
  startedAt = performance.now();
  for (const [index, content] of contents.entries())
    await raw.messages.add(rawRow(model, 2 ** 40 + index, content));
  await seenThere;
  const theirs = performance.now() - startedAt;
  await closePair(pair);
  return { ours, theirs };
}

/** A device that is opened again: to the newest fifty of a chat. */
export async function reopen(who: Who, stored: number, rounds: number) {
  const pair = await openPair(who, stored);
  const { chatId, names } = pair;
  await pair.engine.close();
  pair.raw.close();
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    let startedAt = performance.now();
    const engine = await openOn(who, names[0], { http: nowhere, online: switchable(false).port });
    await latest(engine.db, chatId);
    ours.push(performance.now() - startedAt);
    await engine.close();
    startedAt = performance.now();
    const raw = new Raw(names[1]);
    await rawLatest(raw.messages, chatId);
    theirs.push(performance.now() - startedAt);
    raw.close();
  }
  await drop(names[0]);
  await Dexie.delete(names[1]);
  return { ours, theirs };
}

/** Composed offline, then the network: until the server has all, until all are settled, and the requests alone. */
export async function drain(who: Who, count: number, latencyMs: number) {
  const name = freshName();
  const network = switchable(true);
  let arrivedAt = 0;
  const engine = await openOn(who, name, {
    online: network.port,
    http: overNetwork(latencyMs, (path) => {
      if (!path.endsWith('/sync/push')) return;
      arrivedAt = performance.now();
    }),
  });
  await engine.sync();
  const chat = (await engine.db.chats.toArray()).find(({ type }) => type === 'PRIVATE');
  if (!chat) throw new Error('The member has no friend');
  network.turn(false);
  const contents = Array.from({ length: count }, (_, index) => `Composed offline ${index}`);
  await Promise.all(contents.map((content) => engine.mutate('sendMessage', argsFor(chat.id, content))));
  const startedAt = performance.now();
  network.turn(true);
  // Not by the status: it counts a moment later, and still says that nothing is pending.
  while ((await engine.db.outbox.count()) > 0) await pause(1);
  const settledMs = performance.now() - startedAt;
  const arrivedMs = arrivedAt - startedAt;
  await engine.close();
  await drop(name);

  // The least that anybody has to do: the same messages in as few requests as the protocol allows, one after the other.
  const bareHttp = overNetwork(latencyMs);
  const deviceId = newId();
  const bareStartedAt = performance.now();
  let prev: string | null = null;
  for (let at = 0; at < count; at += 100) {
    const mutations = contents.slice(at, at + 100).map((content) => {
      const id = newId();
      const mutation = {
        ...{ id, name: 'sendMessage', version: 1, lane: `chat:${chat.id}`, prev },
        args: argsFor(chat.id, content),
      };
      prev = id;
      return mutation;
    });
    await bareHttp.send({
      method: 'POST',
      path: '/api/v1/sync/push',
      headers: { authorization: `Bearer ${who.token}`, 'x-acting-user': who.userId },
      body: { protocol: PROTOCOL_VERSION, deviceId, mutations },
      signal: new AbortController().signal,
    });
  }
  const bareMs = performance.now() - bareStartedAt;
  return { arrivedMs, settledMs, bareMs };
}

/** Changes rain down on a device with much on it, while somebody reads. */
export async function rain(who: Who, stored: number, count: number) {
  const name = freshName();
  const pair = await openPair(who, stored);
  await pair.engine.close();
  const socket = ownSocket();
  const engine = await openOn(who, pair.names[0], { http: playing(recorded), socket: socket.port });
  await engine.sync();
  const { chatId } = pair;
  const cursor = await engine.db.cursors.get(`chat:${chatId}`);
  const [model] = await latest(engine.db, chatId);
  if (!cursor || !model) throw new Error('The chat is not held');
  const { order: _, ...row } = model;
  const top = Number(
    (await engine.db.coverage.get(listId('messages', chatId)))?.ranges.at(-1)?.to ?? row.seq,
  );

  let unrelated = -1;
  const other = (await engine.db.chats.toArray()).find(({ id }) => id !== chatId)?.id ?? '';
  const subscription = liveHere(engine, other).subscribe(() => {
    unrelated += 1;
  });
  let related = 0;
  const own = liveHere(engine, chatId).subscribe(() => {
    related += 1;
  });
  await pause(500);
  const tasks: number[] = [];
  const observer = new PerformanceObserver((list) =>
    tasks.push(...list.getEntries().map(({ duration }) => duration)),
  );
  observer.observe({ type: 'longtask' });
  const waits: number[] = [];
  let isDone = false;
  const reading = (async () => {
    while (!isDone) {
      const startedAt = performance.now();
      await engine.db.settings.get(who.userId);
      waits.push(performance.now() - startedAt);
      await pause(5);
    }
  })();
  const startedAt = performance.now();
  for (let index = 1; index <= count; index += 1) {
    const seq = top + index;
    const id = newId();
    socket.tell('changes', {
      ...{ scope: `chat:${chatId}`, epoch: cursor.epoch },
      ...{ prevSeq: cursor.seq + index - 1, seq: cursor.seq + index },
      changes: [
        {
          table: 'messages',
          id,
          version: 1,
          row: { ...row, id, seq, afterSeq: seq, version: 1, content: `Drop ${index}` },
        },
      ],
    });
    // As they come from a socket: each in a task of its own.
    await pause(0);
  }
  const wanted = cursor.seq + count;
  while (((await engine.db.cursors.get(`chat:${chatId}`))?.seq ?? 0) < wanted) await pause(5);
  const rainMs = performance.now() - startedAt;
  isDone = true;
  await reading;
  await pause(200);
  observer.disconnect();
  subscription.unsubscribe();
  own.unsubscribe();
  await engine.close();
  await drop(name);
  await drop(pair.names[0]);
  await Dexie.delete(pair.names[1]);
  return { tasks, waits, unrelated, related, rainMs };
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Dexie } from 'dexie';
import { NEVER } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { mutations, newId, pullRequest, pushRequest, z } from '../../protocol/index.ts';
import { databaseNameFor, LocalDatabase, openEngine } from '../index.ts';
import { noSocket } from '../platform/no-socket.ts';
import type { Http, HttpAnswer, Ports } from '../platform/ports.ts';
import { createFakeFiles } from '../testing/fake-files.ts';
import { ownerCheckStores, ownerFaults, readNamingRows } from '../uploads/rebuild-owners.ts';
import { createDexieStorage } from './dexie-storage.ts';

/**
 * Databases as released versions have left them, with a full outbox, opened by this code. One file per schema, made by
 * `test/support/make-fixture.ts`; a released one never changes.
 */
const fixture = z.object({
  schema: z.int(),
  userId: z.string(),
  stores: z.record(z.string(), z.object({ indexes: z.string(), rows: z.array(z.looseObject({})) })),
});
const fixtures = [1, 2, 3, 4, 6, 7].map((schema) =>
  fixture.parse(
    JSON.parse(
      readFileSync(join(import.meta.dirname, '..', 'testing', 'fixtures', `schema-${schema}.json`), 'utf8'),
    ),
  ),
);

/** JSON has no bytes. */
const toBytes = (_key: string, value: unknown): unknown => {
  const { data } = z.object({ base64: z.string() }).safeParse(value);
  return data === undefined ? value : Uint8Array.from(Buffer.from(data.base64, 'base64')).buffer;
};

/** Puts a released database on this disk, for a member of its own. */
const install = async ({ schema, userId, stores }: z.infer<typeof fixture>): Promise<string> => {
  const owner = newId();
  const old = new Dexie(databaseNameFor(owner));
  old
    .version(schema)
    .stores(Object.fromEntries(Object.entries(stores).map(([name, { indexes }]) => [name, indexes])));
  await old.open();
  for (const [name, { rows }] of Object.entries(stores)) {
    const ours = JSON.parse(JSON.stringify(rows).replaceAll(userId, owner), toBytes);
    await old.table(name).bulkPut(ours);
  }
  old.close();
  return owner;
};

const laneOf = ({ lane, args }: Record<string, unknown>): unknown =>
  lane ?? `chat:${z.object({ chatId: z.string() }).parse(args).chatId}`;

/** A server that takes everything, and says so in a pull. */
const createServer = () => {
  const pushed: z.infer<typeof pushRequest>['mutations'] = [];
  const pulls: string[][] = [];
  const applied = { status: 'applied' as const, result: {}, vector: {} };
  const http: Http = {
    async send({ path, body }): Promise<HttpAnswer> {
      const serverTime = '2026-11-21T12:00:00.000Z';
      if (path.endsWith('/sync/push')) {
        const request = pushRequest.parse(body);
        pushed.push(...request.mutations);
        const answers = request.mutations.map(({ id }) => ({
          id,
          status: 'applied',
          vector: {},
          entries: [],
        }));
        return { status: 200, json: { answers, serverTime }, retryAfterMs: undefined };
      }
      const { unfinished, cursors } = pullRequest.parse(body);
      pulls.push(Object.keys(cursors));
      const done = new Set(pushed.map(({ id }) => id));
      const statuses = Object.fromEntries(unfinished.filter((id) => done.has(id)).map((id) => [id, applied]));
      const json = { scopes: [], removed: [], statuses, more: false, lastPendingCount: null, serverTime };
      return { status: 200, json, retryAfterMs: undefined };
    },
  };
  return { http, pushed, pulls };
};

const portsWith = (http: Http, isOnline = true): Partial<Ports> => ({
  online: { isOnline: () => isOnline, changes: NEVER },
  http,
  files: createFakeFiles(() => isOnline),
  socket: noSocket,
  channel: { post: () => undefined, messages: NEVER, close: () => undefined },
});

const open = (userId: string, ports: Partial<Ports>) =>
  openEngine({ userId, baseUrl: 'http://localhost', token: () => 'token', ports });

/** As a release with another version of that mutation has written it. */
const setVersion = async (db: LocalDatabase, id: string, version: number): Promise<void> => {
  const row = await db.outbox.where('id').equals(id).first();
  if (row === undefined) throw new Error('It is not in the outbox');
  await db.outbox.put({ ...row, version });
};

describe.each(fixtures)('a database of schema $schema', (released) => {
  // A mutation that was recorded and not carried out comes last.
  const written = [
    ...(released.stores['outbox']?.rows ?? []),
    ...(released.stores['writeAhead']?.rows ?? []),
  ];

  it('[UP1] is opened with its whole outbox, which reaches the server as it was written, once and in order', async () => {
    const userId = await install(released);
    const { http, pushed } = createServer();
    const engine = await open(userId, portsWith(http));
    await engine.sync();
    await expect.poll(() => engine.db.outbox.count()).toBe(0);
    expect(pushed).toHaveLength(written.length);
    const byLane = Map.groupBy(pushed, ({ lane }) => lane);
    for (const [lane, sent] of byLane) {
      const expected = written.filter((row) => laneOf(row) === lane);
      expect(sent.map(({ id, name, version }) => [id, name, version])).toEqual(
        expected.map((row) => [row['id'], row['name'], row['version'] ?? 1]),
      );
    }
    expect(await engine.db.shadows.count()).toBe(0);
    await engine.close();
  });

  it('[UP1] asks for its own rows anew: they have fields that its release did not keep', async () => {
    const userId = await install(released);
    const scopes = (released.stores['cursors']?.rows ?? []).map(({ scope }) =>
      String(scope).replaceAll(released.userId, userId),
    );
    const { http, pulls } = createServer();
    const engine = await open(userId, portsWith(http));
    await engine.sync();
    const chats = scopes.filter((scope) => scope.startsWith('chat:'));
    expect(new Set(pulls[0])).toEqual(new Set(chats));
    await engine.close();
  });

  it('[UP1] shows what it showed', async () => {
    const userId = await install(released);
    const engine = await open(userId, portsWith(createServer().http, false));
    const marks = written.filter(({ name }) => name === 'markSeen').length;
    await expect
      .poll(() => engine.status.value)
      .toMatchObject({ pending: written.length - marks, marks, attention: 0 });
    const recorded = released.stores['writeAhead']?.rows.length ?? 0;
    expect(await engine.db.messages.count()).toBe((released.stores['messages']?.rows.length ?? 0) + recorded);
    // Messages of the first release had none.
    expect(await engine.db.messages.filter(({ media }) => !Array.isArray(media)).count()).toBe(0);
    await engine.close();
  });
});

it('[UL17] every file of an earlier release has its owners, and all of its bytes', async () => {
  const released = fixtures.find(({ schema }) => schema === 6);
  if (released === undefined) throw new Error('The fixture is missing');
  const userId = await install(released);
  const db = new LocalDatabase(databaseNameFor(userId));
  const storage = createDexieStorage(db);
  expect(ownerFaults(await storage.read(ownerCheckStores, readNamingRows))).toEqual([]);
  const uploads = await db.uploads.toArray();
  expect(uploads).toHaveLength(released.stores['uploads']?.rows.length ?? 0);
  expect(uploads.filter((row) => 'trays' in row)).toEqual([]);
  const kinds = new Map<string, string[]>();
  for (const { id, name, size } of uploads) {
    const owners = await db.fileOwners.where('files').equals(id).toArray();
    kinds.set(
      name,
      owners.map(({ owner }) => (owner.startsWith('tray:') ? owner : (owner.split(':')[0] ?? ''))),
    );
    const chunks = await db.blobs.where('fileId').equals(id).toArray();
    expect(chunks.reduce((sum, { bytes }) => sum + bytes.byteLength, 0)).toBe(size);
  }
  expect(Object.fromEntries(kinds)).toEqual({
    'of the outbox': ['outbox', 'tray:a tray'],
    'film of the outbox': ['outbox'],
    'still of the film': ['film', 'outbox'],
    'of a draft': ['draft'],
    'of a post draft': ['post'],
    'of two trays': ['tray:a tray', 'tray:another tray'],
    unreadable: ['tray:another tray'],
    'of a message': ['message'],
    'of a recorded mutation': ['ahead'],
  });
  const awaiting = await db.messages
    .filter(({ media }) => media.some(({ state }) => state === 'awaited'))
    .toArray();
  const owners = await db.fileOwners.toArray();
  const message = owners.find(({ owner }) => owner.startsWith('message:'));
  expect(awaiting.map(({ id }) => `message:${id}`)).toContain(message?.owner);
  await storage.close();
});

it('[UP1] the newest fixture has a mutation of each kind that was there when it was made', () => {
  const names = new Set(fixtures.at(-1)?.stores['outbox']?.rows.map((row) => row['name']));
  expect(names.size).toBeGreaterThanOrEqual(5);
  for (const name of names) expect(Object.keys(mutations)).toContain(name);
});

describe('a mutation that this release does not know', () => {
  const setUp = async () => {
    const userId = newId();
    const offline = portsWith(createServer().http, false);
    const first = await open(userId, offline);
    const chatId = newId();
    const say = (content: string) =>
      first.mutate('sendMessage', { id: newId(), chatId, content, writtenAt: '2026-11-20T08:00:00.000Z' });
    const known = await say('known');
    const strange = await say('from another release');
    await first.close();
    const db = new LocalDatabase(databaseNameFor(userId));
    await setVersion(db, strange, 99);
    db.close();
    return { userId, known, strange, chatId };
  };

  it('[UP2] is set aside with its words, and nothing of it is sent; the rest goes', async () => {
    const { userId, known, strange, chatId } = await setUp();
    const { http, pushed } = createServer();
    const engine = await open(userId, portsWith(http));
    await engine.sync();
    await expect.poll(() => engine.db.outbox.count()).toBe(1);
    expect(pushed.map(({ id }) => id)).toEqual([known]);
    expect(engine.status.value).toMatchObject({ attention: 1, pending: 0 });
    const shown = await engine.db.messages.where('[chatId+order]').between([chatId, 0], [chatId, Infinity]);
    expect((await shown.toArray()).map((row) => row.content)).not.toContain('from another release');
    expect(await engine.exportOutbox()).toMatchObject([
      { id: strange, version: 99, state: 'parked', args: { content: 'from another release' } },
    ]);
    await engine.retryAll();
    await engine.sync();
    expect(pushed).toHaveLength(1);
    expect(await engine.cancel(strange)).toBe('cancelled');
    expect(await engine.db.outbox.count()).toBe(0);
    await engine.close();
  });

  it('[UP2] is sent by the release that knows it', async () => {
    const { userId, strange } = await setUp();
    const parked = await open(userId, portsWith(createServer().http, false));
    await parked.close();
    const db = new LocalDatabase(databaseNameFor(userId));
    await setVersion(db, strange, 1);
    db.close();
    const { http, pushed } = createServer();
    const engine = await open(userId, portsWith(http));
    await engine.retryAll();
    await engine.sync();
    await expect.poll(() => pushed.map(({ id }) => id)).toContain(strange);
    await engine.close();
  });
});

import { NEVER } from 'rxjs';
import 'fake-indexeddb/auto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Dexie } from 'dexie';
import { describe, expect, it } from 'vitest';
import { mutations, newId, pushRequest, z } from '../../protocol/index.ts';
import { databaseNameFor, LocalDatabase, openEngine } from '../index.ts';
import { noSocket } from '../platform/no-socket.ts';
import type { Http, HttpAnswer, Ports } from '../platform/ports.ts';

/**
 * Databases as released versions have left them, with a full outbox, opened by this code. One file per schema, made by
 * `test/support/make-fixture.ts`; a released one never changes.
 */
const fixture = z.object({
  schema: z.int(),
  userId: z.string(),
  stores: z.record(z.string(), z.object({ indexes: z.string(), rows: z.array(z.looseObject({})) })),
});
const fixtures = [1, 2, 3, 4].map((schema) =>
  fixture.parse(
    JSON.parse(
      readFileSync(join(import.meta.dirname, '..', 'testing', 'fixtures', `schema-${schema}.json`), 'utf8'),
    ),
  ),
);

/** Puts a released database on this disk, for a member of its own. */
const install = async ({ schema, userId, stores }: z.infer<typeof fixture>): Promise<string> => {
  const owner = newId();
  const old = new Dexie(databaseNameFor(owner));
  old
    .version(schema)
    .stores(Object.fromEntries(Object.entries(stores).map(([name, { indexes }]) => [name, indexes])));
  await old.open();
  for (const [name, { rows }] of Object.entries(stores)) {
    const ours = JSON.parse(JSON.stringify(rows).replaceAll(userId, owner));
    await old.table(name).bulkPut(ours);
  }
  old.close();
  return owner;
};

/** A server that takes everything, and says so in a pull. */
const createServer = () => {
  const pushed: z.infer<typeof pushRequest>['mutations'] = [];
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
      const { unfinished } = z.object({ unfinished: z.array(z.string()) }).parse(body);
      const done = new Set(pushed.map(({ id }) => id));
      const statuses = Object.fromEntries(unfinished.filter((id) => done.has(id)).map((id) => [id, applied]));
      const json = { scopes: [], removed: [], statuses, more: false, lastPendingCount: null, serverTime };
      return { status: 200, json, retryAfterMs: undefined };
    },
  };
  return { http, pushed };
};

const portsWith = (http: Http, isOnline = true): Partial<Ports> => ({
  online: { isOnline: () => isOnline, changes: NEVER },
  http,
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
  const written = released.stores['outbox']?.rows ?? [];

  it('[UP1] is opened with its whole outbox, which reaches the server as it was written, once and in order', async () => {
    const userId = await install(released);
    const { http, pushed } = createServer();
    const engine = await open(userId, portsWith(http));
    await engine.sync();
    await expect.poll(() => engine.db.outbox.count()).toBe(0);
    expect(pushed).toHaveLength(written.length);
    const byLane = Map.groupBy(pushed, ({ lane }) => lane);
    for (const [lane, sent] of byLane) {
      const expected = written.filter((row) => row['lane'] === lane);
      expect(sent.map(({ id, name, version }) => [id, name, version])).toEqual(
        expected.map((row) => [row['id'], row['name'], row['version']]),
      );
    }
    expect(await engine.db.shadows.count()).toBe(0);
    await engine.close();
  });

  it('[UP1] shows what it showed', async () => {
    const userId = await install(released);
    const engine = await open(userId, portsWith(createServer().http, false));
    const marks = written.filter(({ name }) => name === 'markSeen').length;
    expect(engine.status.value).toMatchObject({ pending: written.length - marks, marks, attention: 0 });
    expect(await engine.db.messages.count()).toBe(released.stores['messages']?.rows.length);
    await engine.close();
  });
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

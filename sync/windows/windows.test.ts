import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Change,
  type FriendshipRow,
  newId,
  type RevalidateRequest,
  rowSchemas,
  userScope,
  windowPage,
} from '../../protocol/index.ts';
import { peopleTables } from '../apply/collect-users.ts';
import { createUnitRunner, type UnitRunner } from '../apply/run-unit.ts';
import { rowKey } from '../rebase/row-keys.ts';
import type { ListId } from '../storage/rows.ts';
import { createMemoryDisk, openMemoryStorage } from '../testing/memory-storage.ts';
import { outboxRow } from '../testing/rows.ts';
import { createVirtualTime } from '../testing/virtual-time.ts';
import type { Api } from '../transport/api.ts';
import { comparePositions } from './coverage.ts';
import { forgetWindows } from './forget.ts';
import { listKinds, windowTables } from './kinds.ts';
import type { ListKind } from './list-kind.ts';
import { createLoadList } from './load-list.ts';
import { createRevalidate } from './revalidate.ts';
import { trimWindows } from './trim.ts';

/** A list without numbers and without a log, as comments are: friendships under the person who asked, newest first. */
const asked: ListKind<'friendships'> = {
  table: 'friendships',
  change: (row) => ({ table: 'friendships', id: row.id, version: row.version, row }),
  isLogged: false,
  scope: (_key, userId) => userScope(userId),
  keysOf: (row) => [row.requesterId],
  position: (row) => `${row.createdAt}|${row.id}`,
  rows: async (tx, key) => (await tx.getAll('friendships')).filter((row) => row.requesterId === key),
  isOwn: (row, userId) => row.requesteeId === userId,
  parent: 'users',
  path: (key, { before }) => `/asked/${key}?before=${before ?? ''}`,
  response: windowPage(rowSchemas.friendships),
  rowsMax: 100,
};
beforeAll(() => void Reflect.set(listKinds, 'asked', asked));
afterAll(() => void Reflect.deleteProperty(listKinds, 'asked'));

const epoch = newId();
const [me, ana] = [newId(), newId()];
const list = `asked:${ana}` as string as ListId;
const signal = new AbortController().signal;

const row = (minute: number, rest: Partial<FriendshipRow> = {}): FriendshipRow => ({
  id: newId(),
  requesterId: ana,
  requesteeId: newId(),
  status: 'PENDING',
  createdAt: `2026-11-20T08:${String(minute).padStart(2, '0')}:00.000Z`,
  approvedAt: null,
  version: 1,
  ...rest,
});

const setup = async () => {
  const disk = createMemoryDisk();
  const storage = openMemoryStorage(disk);
  const time = createVirtualTime();
  await storage.write(['meta', 'cursors', 'users'], async (tx) => {
    await tx.put('meta', [{ key: 'birth', value: 'b' }]);
    await tx.put('cursors', [{ scope: userScope(me), epoch, seq: 1 }]);
  });
  const inner = createUnitRunner(storage, { userId: me, databaseId: 'b' }, time);
  // Friendships point to people, whose profiles are looked through when one leaves; rows of real windows carry them.
  const runner: UnitRunner = {
    ...inner,
    run: (tables, fill, options) => inner.run([...tables, ...peopleTables], fill, options),
  };
  const server = { rows: [] as FriendshipRow[], epoch, perPage: 3, asked: [] as RevalidateRequest['rows'] };
  const pages: string[] = [];
  const place = (one: FriendshipRow) => `${one.createdAt}|${one.id}`;
  let onPage = async (): Promise<void> => undefined;
  const api: Pick<Api, 'listPage' | 'revalidate'> = {
    async listPage(path, schema) {
      const before = new URL(path, 'http://x').searchParams.get('before') ?? '';
      pages.push(before.slice(14, 16));
      const all = server.rows
        .filter((one) => before === '' || place(one) < before)
        .sort((a, b) => (place(a) < place(b) ? 1 : -1));
      const data = all.slice(0, server.perPage);
      const meta = { page: 1, perPage: 3, total: 0, totalPages: 0, nextCursor: null };
      const asOf = { epoch: server.epoch, seq: 1 };
      const serverTime = new Date(time.now()).toISOString();
      const page = schema.parse({
        data,
        meta: { ...meta, serverTime, asOf, startReached: data.length === all.length },
      });
      await onPage();
      return { ok: true, data: page };
    },
    async revalidate(request) {
      server.asked = request.rows;
      const held = request.rows.map((one) => ({ ...one, now: server.rows.find(({ id }) => id === one.id) }));
      const changes = held.flatMap(({ now, version }) =>
        now === undefined || now.version === version ? [] : [changeOf(now)],
      );
      const missing = held.filter(({ now }) => now === undefined);
      return { ok: true, data: { asOf: { epoch: server.epoch, seq: 1 }, changes, missing } };
    },
  };
  let catchUps = 0;
  let onCatchUp = async (): Promise<void> => undefined;
  const parts = { runner, api: api as Api, clock: time, userId: me };
  const openTab = () =>
    createLoadList({
      ...parts,
      catchUp() {
        catchUps += 1;
        return onCatchUp();
      },
    });
  const lists = openTab();
  const revalidate = createRevalidate(parts);
  const shown = (): string[] =>
    [...disk.stores.friendships.values()].map((one) => one.createdAt.slice(14, 16)).sort(comparePositions);
  const log = (change: Change) => runner.run([change.table], async (unit) => unit.change(change));
  return {
    ...{ disk, server, pages, lists, otherTab: openTab(), revalidate, shown, log, runner, time },
    ranges: () => disk.stores.coverage.get(list)?.ranges.length ?? 0,
    catchUps: () => catchUps,
    setOnCatchUp(action: () => Promise<void>) {
      onCatchUp = action;
    },
    setOnPage(action: () => Promise<void>) {
      onPage = action;
    },
  };
};

const changeOf = (one: FriendshipRow): Change => ({
  table: 'friendships',
  id: one.id,
  version: one.version,
  row: one,
});

describe('a list without numbers', () => {
  it('[WI4] is loaded page by page to its start, and shows the gap that newer rows leave', async () => {
    const { server, lists, shown, ranges } = await setup();
    server.rows = [1, 2, 3, 4, 5].map((minute) => row(minute));
    expect(await lists.older(list, signal)).toBe('loaded');
    expect(shown()).toEqual(['03', '04', '05']);
    expect(await lists.older(list, signal)).toBe('complete');
    expect(shown()).toHaveLength(5);
    expect(await lists.older(list, signal)).toBe('complete');
    server.rows.push(...[10, 11, 12, 13, 14].map((minute) => row(minute)));
    expect(await lists.newest(list, signal)).toBe('loaded');
    expect(ranges()).toBe(2);
    expect(await lists.older(list, signal)).toBe('loaded');
    expect(ranges()).toBe(1);
    expect(shown()).toHaveLength(10);
  });

  it('[WI11] is filled from its first page on and over each gap, and nothing is asked for that is held', async () => {
    const { server, pages, lists, shown, ranges } = await setup();
    server.rows = [1, 2, 3, 4, 5].map((minute) => row(minute));
    await lists.newest(list, signal);
    server.rows.push(...[10, 11, 12, 13, 14].map((minute) => row(minute)));
    await lists.newest(list, signal);
    expect(ranges()).toBe(2);
    pages.length = 0;
    expect(await lists.all(list, { signals: [signal] })).toBe('complete');
    expect(pages).toEqual(['12', '03']);
    expect(shown()).toHaveLength(10);
    expect(ranges()).toBe(1);

    const fresh = await setup();
    fresh.server.rows = [1, 2, 3, 4, 5].map((minute) => row(minute));
    expect(await fresh.lists.all(list, { signals: [signal] })).toBe('complete');
    expect(fresh.pages).toEqual(['', '03']);
    expect(fresh.shown()).toHaveLength(5);
  });

  it('[WI11] is filled to its end also when a newer gap opens meanwhile, that one first', async () => {
    const { server, pages, lists, otherTab, shown, ranges, setOnPage } = await setup();
    server.rows = [1, 2, 3, 4, 5, 6, 7].map((minute) => row(minute));
    await lists.newest(list, signal);
    let isFirst = true;
    setOnPage(async () => {
      if (!isFirst) return;
      isFirst = false;
      server.rows.push(...[20, 21, 22, 23, 24].map((minute) => row(minute)));
      await otherTab.newest(list, signal);
    });
    pages.length = 0;
    expect(await lists.all(list, { signals: [signal] })).toBe('complete');
    // Two pages were asked for when the gap before 22 opened, and are asked for again after that.
    expect(pages).toEqual(['05', '', '02', '22', '05', '02']);
    expect(shown()).toHaveLength(12);
    expect(ranges()).toBe(1);
  });

  it('[WI4] is read on where its gap is now, when it was cut or got a newer gap since its last page', async () => {
    const { server, lists, otherTab, shown, runner, ranges } = await setup();
    server.rows = [1, 2, 3, 4, 5, 6, 7].map((minute) => row(minute));
    expect(await lists.older(list, signal)).toBe('loaded');
    await runner.run(windowTables(), forgetWindows);
    expect(await lists.older(list, signal)).toBe('loaded');
    expect(shown()).toEqual(['05', '06', '07']);
    server.rows.push(...[20, 21, 22, 23, 24].map((minute) => row(minute)));
    await otherTab.newest(list, signal);
    expect(ranges()).toBe(2);
    expect(await lists.older(list, signal)).toBe('loaded');
    expect(shown()).toEqual(['05', '06', '07', '20', '21', '22', '23', '24']);
  });

  it('[WI4] keeps of what the log brings only what lies inside, and what is mine', async () => {
    const { server, lists, shown, log } = await setup();
    server.rows = [3, 5].map((minute) => row(minute));
    await lists.newest(list, signal);
    for (const minute of [2, 4, 6]) await log(changeOf(row(minute)));
    await log(changeOf(row(9, { requesteeId: me })));
    expect(shown()).toEqual(['03', '04', '05', '09']);
  });

  it('[WI5] loses what a page leaves out of its span, and nothing else', async () => {
    const { server, lists, shown, log } = await setup();
    const [one, two, three, four] = [1, 2, 3, 4].map((minute) => row(minute));
    if (!one || !two || !three || !four) throw new Error('four rows');
    server.rows = [one, two, three, four];
    await lists.newest(list, signal);
    await log(changeOf(row(3, { requesteeId: me })));
    server.rows = [two, four];
    server.perPage = 2;
    await lists.newest(list, signal);
    expect(shown()).toEqual(['02', '03', '04']);
  });

  it('[WI2] brings nothing back that was deleted while the page was on its way', async () => {
    const { server, lists, shown, log, setOnPage } = await setup();
    const gone = row(2);
    server.rows = [row(1), gone];
    setOnPage(() => log({ table: 'friendships', id: gone.id, version: 2, row: null }));
    await lists.newest(list, signal);
    expect(shown()).toEqual(['01']);
  });

  it('[WI3] takes no page of another lineage', async () => {
    const { server, lists, shown, catchUps } = await setup();
    server.rows = [row(1)];
    server.epoch = newId();
    expect(await lists.newest(list, signal)).toBe('offline');
    expect(shown()).toEqual([]);
    expect(catchUps()).toBeGreaterThan(0);
  });

  it.each(['newest', 'older', 'all'] as const)(
    '[WI3] is asked for again after the pull that a page had to wait for (%s)',
    async (way) => {
      const { server, lists, shown, pages, runner, setOnCatchUp } = await setup();
      server.rows = [row(1), row(2)];
      server.epoch = newId();
      setOnCatchUp(() =>
        runner.storage.write(['cursors'], (tx) =>
          tx.put('cursors', [{ scope: userScope(me), epoch: server.epoch, seq: 1 }]),
        ),
      );
      const load = {
        newest: lists.newest,
        older: lists.older,
        all: () => lists.all(list, { signals: [signal] }),
      };
      expect(await load[way](list, signal)).toBe('complete');
      expect(shown()).toEqual(['01', '02']);
      expect(pages).toHaveLength(2);
    },
  );

  it('[WI6] is compared by id and version: what changed comes, what is gone goes', async () => {
    const { server, lists, revalidate, disk } = await setup();
    const [same, edited, gone] = [row(1), row(2), row(3)];
    server.rows = [same, edited, gone];
    await lists.newest(list, signal);
    server.rows = [same, { ...edited, status: 'APPROVED', version: 2 }];
    expect(await revalidate('all', signal)).toBeNull();
    expect(server.asked).toHaveLength(3);
    expect(disk.stores.friendships.get(same.id)?.status).toBe('PENDING');
    expect(disk.stores.friendships.get(edited.id)?.status).toBe('APPROVED');
    expect(disk.stores.friendships.has(gone.id)).toBe(false);
  });

  it('[WI8] leaves when there are too many rows, those not looked at for longest first, shadows never', async () => {
    const { server, lists, shown, runner, disk, time } = await setup();
    server.rows = [1, 2, 3].map((minute) => row(minute));
    await lists.newest(list, signal);
    const touched = server.rows[1];
    if (touched === undefined) throw new Error('three rows');
    const work = outboxRow('acceptFriend', { friendshipId: touched.id }, { seq: 1 });
    disk.stores.outbox.set(1, { ...work, touches: [rowKey('friendships', touched.id)] });
    const base = touched;
    const key = rowKey('friendships', touched.id);
    disk.stores.shadows.set(key, { key, table: 'friendships', id: touched.id, base });
    const trim = (rowsMax: number) => trimWindows(runner, { userId: me, now: time.now(), rowsMax });
    await trim(2);
    expect(shown()).toHaveLength(3);
    await time.advance(11 * 60_000);
    await trim(3);
    expect(shown()).toHaveLength(3);
    await trim(2);
    expect(shown()).toEqual(['02']);
    expect(disk.stores.coverage.has(list)).toBe(false);
    expect(disk.stores.shadows.get(key)?.base).toEqual(touched);
  });

  it('[WI8] stays whole when it is pinned, however long nobody has looked at it', async () => {
    const { server, lists, shown, runner, disk, time } = await setup();
    server.rows = [1, 2, 3].map((minute) => row(minute));
    await lists.newest(list, signal);
    disk.stores.pins.set(list, { list, pinnedAt: 0 });
    await time.advance(11 * 60_000);
    const trim = () => trimWindows(runner, { userId: me, now: time.now(), rowsMax: 1 });
    await trim();
    expect(shown()).toHaveLength(3);
    disk.stores.pins.delete(list);
    await trim();
    expect(shown()).toEqual([]);
  });

  it('[WI6] is compared also when it stayed under a pending change and its list was cut', async () => {
    const { server, lists, revalidate, shown, disk } = await setup();
    server.rows = [1, 2].map((minute) => row(minute));
    await lists.newest(list, signal);
    disk.stores.coverage.delete(list);
    server.rows = [];
    expect(await revalidate('all', signal)).toBeNull();
    expect(server.asked).toHaveLength(2);
    expect(shown()).toEqual([]);
  });

  // Simulation, seed 3752: a version of the old lineage was held to be newer than any of the new one, for good.
  it('[WI6] is forgotten after a restore of the server also where no list covers it any more', async () => {
    const { server, lists, shown, runner, disk, ranges } = await setup();
    server.rows = [row(1), row(2), row(3, { requesteeId: me })];
    await lists.newest(list, signal);
    disk.stores.coverage.delete(list);
    await runner.run(windowTables(), forgetWindows);
    expect(shown()).toEqual(['03']);
    expect(ranges()).toBe(0);
  });

  it('[WI7] goes with the row it belongs to', async () => {
    const { server, lists, shown, log, ranges } = await setup();
    server.rows = [row(1), row(2, { requesteeId: me })];
    await lists.newest(list, signal);
    await log({ table: 'users', id: ana, version: 2, row: null });
    expect(shown()).toEqual(['02']);
    expect(ranges()).toBe(0);
  });
});

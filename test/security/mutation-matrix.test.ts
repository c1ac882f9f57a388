import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  isMutationName,
  type MutationName,
  mutations,
  newId,
  ProtocolError,
  type PullResponse,
  z,
} from '../../protocol/index.ts';
import type { Database } from '../../server/db/database.ts';
import { listHeads } from '../../server/modules/sync/scopes.ts';
import { type OpenedDatabase, openMemoryDatabase } from '../../server/testing/open-database.ts';
import { World } from '../../server/testing/world.ts';
import { toWireSchema } from './fields.ts';
import { slots } from './mutation-calls.ts';
import { type Actor, type Cast, gatherCast, READERS, type Reader, type Thing } from './mutation-cast.ts';
import { audiencesOf, isBeyond, reaches, readTies, type Ties } from './mutation-reach.ts';
import {
  changedRows,
  cursorsAfter,
  foreignRows,
  pullAll,
  type Reading,
  readingOf,
  toldRows,
} from './mutation-readers.ts';
import { CELLS, expectedCells, rowsOf, tabledPlaces } from './mutation-table.ts';

/**
 * Every mutation × every actor × every kind of id in every place that takes one (`mutation-table.ts` says what is to come
 * of it). After each applied one everyone pulls, and no pull may have changed but as `mutation-reach.ts` says.
 * Each is undone before the next: all of them find the same cast.
 */
const LIMIT_MS = 120_000;

type Before = { answers: PullResponse[]; reading: Reading };
let opened: OpenedDatabase;
let cast: Cast;
const before = new Map<Reader, Before>();
let ties: Ties;
let tables: string[];
let headsBefore: ReadonlyMap<string, string>;

beforeAll(async () => {
  opened = await openMemoryDatabase();
  cast = await gatherCast(opened.db);
  ties = await readTies(opened.db);
  tables = await listTables(opened.db);
  headsBefore = await headsOf(opened.db);
  const world = new World(opened.db);
  for (const reader of READERS) {
    const answers = await pullAll(world, cast.people[reader]);
    before.set(reader, { answers, reading: readingOf(answers) });
  }
}, LIMIT_MS);
afterAll(() => opened.close());

class Undo extends Error {}

/** Runs something and takes back all that it wrote. */
const undone = async <T>(db: World['db'], work: (world: World) => Promise<T>): Promise<T> => {
  const results: T[] = [];
  await db
    .transaction(async (tx) => {
      results.push(await work(new World(tx)));
      throw new Undo();
    })
    .catch((error) => {
      if (!(error instanceof Undo)) throw error;
    });
  const [result] = results;
  if (result === undefined) throw new Error('Nothing came of it.');
  return result;
};

/** All that the database holds, but for what is kept of mutations and devices themselves. */
const digestOf = async (db: Database): Promise<string> => {
  const parts = tables.map(
    (name) =>
      sql`select ${name} || md5(coalesce(string_agg(t::text, '' order by t::text), '')) as sum from ${sql.identifier(name)} t`,
  );
  return JSON.stringify(rowsIn(await db.execute(sql.join(parts, sql` union all `))));
};

const rowsIn = (answer: unknown): unknown[] => z.object({ rows: z.array(z.unknown()) }).parse(answer).rows;

const listTables = async (db: Database): Promise<string[]> => {
  const found = await db.execute(sql`select table_name as name from information_schema.tables
    where table_schema = 'public' and table_name not in ('mutations', 'devices')`);
  return rowsIn(found).map((row) => z.object({ name: z.string() }).parse(row).name);
};

type Outcome = { cell: string; faults: string[] };
const APPLIED = '.+*';

/** Runs one cell, and takes it back. A refused one has left nothing by then: that is looked at once for each place. */
const runCell = ({ name, actor, args, isThorough }: Cell): Promise<Outcome> =>
  undone(opened.db, async (world) => {
    const start = isThorough ? await digestOf(world.db) : '';
    const outcome = await world.run(cast.people[actor], name, args).catch((error) => {
      if (error instanceof ProtocolError) return { status: 'rejected' as const, error: error.detail };
      throw error;
    });
    if (outcome.status === 'rejected') {
      const isSame = !isThorough || (await digestOf(world.db)) === start;
      const cell = CELLS[outcome.error.code] ?? outcome.error.code;
      return { cell, faults: isSame ? [] : [`${actor}: a refusal that changed something`] };
    }
    const heads = await headsOf(world.db);
    const faults: string[] = [];
    const changed: { reader: Reader; rows: string[] }[] = [];
    for (const reader of READERS) {
      const rows = await changesOf(world, reader, { isThorough, heads }, faults);
      if (rows.length > 0) changed.push({ reader, rows });
    }
    if (changed.length === 0) return { cell: '.', faults };
    const audiences = audiencesOf(cast, { ties: [ties, await readTies(world.db)], actor, args, knows });
    for (const { reader, rows } of changed) {
      const beyond = rows.filter((row) => isBeyond(reaches[name], audiences, reader, row));
      faults.push(...beyond.map((row) => `${actor}: ${reader}'s ${row}`));
    }
    const brings = changed.some(
      ({ reader, rows }) => reader !== actor && rows.some((row) => isNewPlace(row, reader)),
    );
    const cell = brings ? '*' : '+';
    return { cell, faults };
  });
/** Somebody else is in a chat that they were not in. */
const isNewPlace = (row: string, reader: Reader): boolean =>
  row.startsWith('memberships ') && before.get(reader)?.reading.has(row) === false;

/** Whether a reader had this profile before. */
const knows = (reader: Reader, userId: string): boolean =>
  before.get(reader)?.reading.has(`users ${userId}`) === true;
type Cell = { name: MutationName; actor: Actor; args: unknown; isThorough: boolean };

/** Where all scopes stand that a reader holds: a device gets nothing new while they stand there. */
const headsOf = async (db: Database): Promise<ReadonlyMap<string, string>> => {
  const ids = READERS.map((reader) => cast.people[reader].id);
  const heads = await listHeads(db, ids);
  const inOrder = (scopes: object) => Object.entries(scopes).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return new Map([...heads].map(([id, scopes]) => [id, JSON.stringify(inOrder(scopes))]));
};

/** What has changed for a reader: on a device that goes on from before, and on one that begins anew. */
const changesOf = async (
  world: World,
  reader: Reader,
  { isThorough, heads }: { isThorough: boolean; heads: ReadonlyMap<string, string> },
  faults: string[],
): Promise<string[]> => {
  const [person, known] = [cast.people[reader], before.get(reader)];
  if (known === undefined) throw new Error('Nothing was read before.');
  const changed: string[] = [];
  if (heads.get(person.id) !== headsBefore.get(person.id)) {
    const told = await world.pull(person, cursorsAfter(known.answers));
    faults.push(...foreignRows(person, [told], Object.values(cast.people)));
    changed.push(...toldRows(known.reading, [told]));
  }
  if (!isThorough) return changed;
  const answers = await pullAll(world, person);
  faults.push(...foreignRows(person, answers, Object.values(cast.people)));
  return [...new Set([...changed, ...changedRows(known.reading, readingOf(answers))])];
};

it('the tables speak of every place of every mutation, and of no other', () => {
  const places = Object.entries(slots).flatMap(([name, known]) =>
    Object.keys(known).map((place) => `${name} ${place}`),
  );
  expect(new Set(tabledPlaces())).toEqual(new Set(places));
  expect(new Set(Object.keys(slots))).toEqual(new Set(Object.keys(mutations)));
});

describe.each(
  Object.entries(slots).flatMap(([name, places]) => (isMutationName(name) ? [{ name, places }] : [])),
)('$name', ({ name, places }) => {
  it('is tried with an id in every place of its arguments that takes one', () => {
    const me = { id: cast.people.O.id, own: cast.own.O };
    const tried = Object.values(places).flatMap((slot) => {
      const marker: Thing = { id: newId(), kind: slot.kind };
      return pathsOf(slot.args(marker, me, cast), marker.id);
    });
    const all = idPaths(toWireSchema(mutations[name].args));
    expect(all.filter((path) => !tried.includes(path))).toEqual([]);
  });

  const [first] = Object.keys(places);
  it.each(Object.entries(places))('%s', { timeout: LIMIT_MS }, async (place, slot) => {
    const rows = rowsOf(cast, slot.kind, place === first);
    const expected = expectedCells(name, place, rows);
    const found: Record<string, string> = {};
    const faults: string[] = [];
    const seen = { applied: false, refused: false };
    for (const { label, actors, thing } of rows) {
      const cells: string[] = [];
      for (const actor of actors) {
        const me = { id: cast.people[actor].id, own: cast.own[actor] };
        const args = slot.args(thing(actor), me, cast);
        const kind = APPLIED.includes(expected[label]?.[cells.length] ?? '') ? 'applied' : 'refused';
        const outcome = await runCell({ name, actor, args, isThorough: !seen[kind] });
        seen[kind] = true;
        cells.push(outcome.cell);
        faults.push(...outcome.faults.map((fault) => `${label}: ${fault}`));
      }
      found[label] = cells.join('');
    }
    expect({ found, faults }).toEqual({ found: expected, faults: [] });
  });
});

const node = z.looseObject({
  format: z.optional(z.string()),
  properties: z.optional(z.record(z.string(), z.unknown())),
  items: z.optional(z.unknown()),
  anyOf: z.optional(z.array(z.unknown())),
});

/** Where a schema takes an id; `0` for an item of a list. Keys of records are named elsewhere as well. */
const idPaths = (schema: unknown, at: readonly string[] = []): string[] => {
  const { format, properties = {}, items, anyOf = [] } = node.parse(schema);
  return [
    ...(format === 'uuid' ? [at.join('.')] : []),
    ...Object.entries(properties).flatMap(([key, value]) => idPaths(value, [...at, key])),
    ...(items === undefined ? [] : idPaths(items, [...at, '0'])),
    ...anyOf.flatMap((branch) => idPaths(branch, at)),
  ];
};

/** Where a value holds this text. */
const pathsOf = (value: unknown, text: string, at: readonly string[] = []): string[] => {
  if (value === text) return [at.join('.')];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => pathsOf(part, text, [...at, key]));
};

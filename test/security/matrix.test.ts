import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../protocol/index.ts';
import { openApp } from './app.ts';
import { ask, expectErrorBody } from './ask.ts';
import { ACTORS, CANARY, type Cast } from './cast.ts';
import { FILE_WORDS } from './files.ts';
import { calls, views } from './matrix-cases.ts';
import { type Cell, rows } from './matrix-table.ts';
import { gather } from './world.ts';

const LIMIT_MS = 60_000;
const { app, db, routes, close } = await openApp();
afterAll(close);

const api = routes.filter(({ url }) => url.startsWith('/api/v1/'));
const names = api.filter(({ method }) => method !== 'HEAD' && method !== 'OPTIONS').map(({ name }) => name);
const tabled = [...new Set(rows.map(({ route }) => route))];

describe('the matrix', () => {
  it('has a row for every route of the running app, and no row without a route', () => {
    expect(names.length).toBeGreaterThan(0);
    expect(new Set(tabled)).toEqual(new Set(names));
  });

  it('asks for every situation of a route, and for none that is not in the table', () => {
    const asked = Object.entries(calls).flatMap(([route, situations]) =>
      Object.keys(situations).map((situation) => `${route} | ${situation}`),
    );
    expect(new Set(asked)).toEqual(new Set(rows.map(({ route, situation }) => `${route} | ${situation}`)));
  });
});

describe('HEAD', () => {
  const guarded = rows.filter(({ route, cells }) => route.startsWith('GET ') && cells.N.status === 401);

  it.each([...new Set(guarded.map(({ route }) => route))])('is as closed as %s', async (route) => {
    const params = { id: newId(), code: '0000000000000' };
    const answer = await ask(app, route.replace('GET', 'HEAD'), { params }, undefined);
    expect(answer.statusCode).toBe(401);
  });
});

function expectFields(cell: Cell, text: string): void {
  const plain = { nothing: '', bytes: FILE_WORDS }[cell.view ?? ''];
  if (plain !== undefined) {
    expect(text).toBe(plain);
    return;
  }
  const view = views[cell.view ?? ''];
  if (view === undefined) throw new Error(`The table names no known set of fields: ${cell.view}`);
  const body: unknown = JSON.parse(text);
  // What the schema would strip is a field too many.
  expect(view.parse(body)).toEqual(body);
  if (cell.count !== undefined) expect(body).toHaveProperty('data.length', cell.count);
}

/** Who was only read is as before: those who are asked about share a cast, which takes most of a row's time to gather. */
let readCast: Promise<Cast> | undefined;

describe.each(rows)('$route ($situation)', ({ route, situation, cells }) => {
  let cast: Cast;
  beforeAll(async () => {
    const isRead = route.startsWith('GET ');
    if (isRead) readCast ??= gather(db);
    cast = await (isRead && readCast ? readCast : gather(db));
  }, LIMIT_MS);

  it.each(ACTORS)('%s', { timeout: LIMIT_MS }, async (actor) => {
    const makeCall = calls[route]?.[situation];
    if (makeCall === undefined) throw new Error('The table names a situation that nobody asks for.');
    const cell = cells[actor];
    const answer = await ask(app, route, await makeCall(cast, actor), cast.tokens[actor]);
    expect(answer.statusCode, answer.body).toBe(cell.status);
    if (cell.status >= 400) expectErrorBody(cell.status, answer.body);
    else expectFields(cell, answer.body);
    if (cell.status === 401) expect(answer.headers['www-authenticate']).toMatch(/^Bearer/);
    const readers = ['O', 'M', 'B', 'b'];
    if (!readers.includes(actor)) expect(answer.body).not.toContain(CANARY);
  });
});

/** Addresses that are no uuids. */
const ids: Readonly<Record<string, string>> = { code: '0000000000000', qr: '0'.repeat(26) };
/** Unregistering twice is no mistake, and nobody learns whether the key was there. */
const ENDS_QUIETLY = new Set([
  'DELETE /api/v1/notifications/push/:id',
  // Whether a message is there is not told: docs/decisions/0029.
  'PUT /api/v1/chats/:id/messages/:messageId/listened',
]);
let cast: Cast;
beforeAll(async () => {
  cast = await gather(db);
}, LIMIT_MS);

const paramsOf = (url: string) => [...url.matchAll(/:(\w+)/g)].map(([, name = '']) => name);

describe.each(api.filter(({ url, method }) => url.includes(':') && method !== 'HEAD'))(
  '$name',
  ({ name, url }) => {
    const first = calls[name] && Object.values(calls[name])[0];
    const askWith = async (value: (param: string) => string) => {
      const call = (await first?.(cast, 'O')) ?? {};
      const params = Object.fromEntries(paramsOf(url).map((param) => [param, value(param)]));
      const answers = [];
      for (const actor of ['O', 'S'] as const)
        answers.push(await ask(app, name, { ...call, params }, cast.tokens[actor]));
      return answers;
    };

    if (!ENDS_QUIETLY.has(name))
      it("answers 404 for what is nobody's", { timeout: LIMIT_MS }, async () => {
        for (const answer of await askWith((param) => ids[param] ?? newId())) {
          expect(answer.statusCode, answer.body).toBe(404);
          expectErrorBody(404, answer.body);
        }
      });

    it.each(['x', '0', '%00', `${newId()}0`, 'ABCDEFGHJKMNPQ'])(
      'answers 400 for %j',
      { timeout: LIMIT_MS },
      async (malformed) => {
        for (const answer of await askWith(() => malformed)) {
          expect(answer.statusCode, answer.body).toBe(400);
          expectErrorBody(400, answer.body);
        }
      },
    );
  },
);

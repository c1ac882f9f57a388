import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cancelResponse, mutations, newId, pushRequest, pushResponse, z } from '../../protocol/index.ts';
import { openApp } from '../security/app.ts';
import type { Actor, Cast } from '../security/cast.ts';
import type { Call } from '../security/matrix-call.ts';
import { calls } from '../security/matrix-cases.ts';
import { type Row, rows } from '../security/matrix-table.ts';
import { gather } from '../security/world.ts';
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts';

/**
 * The answer is lost after the commit, on every route that writes what members made: a client that asks again with the
 * same key gets the answer, and the server has acted once. The list comes from the running app, the calls from the
 * matrix of `test/security`.
 */
const { app, db, database, routes, close } = await openApp();
let proxy: FaultProxy;
beforeAll(async () => {
  proxy = await startFaultProxy({ target: await app.listen({ port: 0, host: '127.0.0.1' }) });
});
afterAll(async () => {
  await proxy.close();
  await close();
});

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);
const writing = routes.filter(({ url, method }) => url.startsWith('/api/v1/') && !READS.has(method));

/** Routes that run no mutation: nobody's outbox sends them. Each with what a second one of them does. */
const KEYLESS: Readonly<Record<string, string>> = {
  '/api/v1/auth/':
    'another session or code, which its owner sees and can end; a password is set to what it is',
  '/api/v1/account/': 'deletes what is to be deleted',
  '/api/v1/files': 'another copy, which goes when nothing names it; a resumable one goes on from its offset',
  '/api/v1/notifications/push': 'registers what is registered, and removes what is gone',
  '/api/v1/notifications/over': 'says the same again',
  '/api/v1/strangers/': 'chats of a moment, which nothing keeps for later',
  '/api/v1/moderation': 'finds the report closed',
  '/api/v1/sync/': 'carries the keys in its body',
};
const isKeyless = (url: string): boolean => Object.keys(KEYLESS).some((start) => url.startsWith(start));

/** Addresses name their parts differently in the protocol and in the app. */
const shapeOf = (method: string, path: string): string => `${method} ${path.replace(/:\w+|\{\w+\}/g, '*')}`;
const keyed = writing.filter(({ url }) => !isKeyless(url));

describe('the routes that write', () => {
  it('each run a mutation, and each mutation has one; all others are known by name', () => {
    const declared = Object.values(mutations).map(({ method, path }) => shapeOf(method, `/api/v1${path}`));
    expect(new Set(keyed.map(({ method, url }) => shapeOf(method, url)))).toEqual(new Set(declared));
    for (const start of Object.keys(KEYLESS))
      expect(
        writing.some(({ url }) => url.startsWith(start)),
        start,
      ).toBe(true);
  });
});

/** Told later and to many, or swept, by timers: not what a call writes. */
const LATER = new Set(['sessions', 'scopes', 'scope_log', 'members', 'devices', 'files']);

/** The same of a post: a timer tells its readers of it within two seconds, and notes that. And the words that a search reads. */
const laterOf = (table: string): string => (table.endsWith('_words') ? 'words' : 'told_version');

const readNames = async (): Promise<string[]> => {
  const { rows: found } = await database.executeSql(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  );
  return z
    .array(z.object({ name: z.string() }))
    .parse(found)
    .flatMap(({ name }) => (LATER.has(name) ? [] : [name]));
};
const tables = await readNames();

/** Everything that the database holds, in one word, and what the log says of a key. */
const look = async (key: string) => {
  const parts = tables.map(
    (name) =>
      `select '${name}' as name, md5(coalesce(string_agg(row, '|' order by row), '')) as sum
       from (select (to_jsonb(t) - '${laterOf(name)}')::text as row from ${name} t) rows`,
  );
  const logged = await database.executeSql(
    'select t::text as entry from scope_log t where mutation_id = $1 order by 1',
    [key],
  );
  return { tables: (await database.executeSql(parts.join(' union all '))).rows, logged: logged.rows };
};

/** The first cell that says yes; the owner comes last, who may not leave while others are there. */
const choose = (route: string): { row: Row; actor: Actor; status: number } => {
  const actors: readonly Actor[] = ['F', 'M', 'S', 'P', 'O'];
  for (const row of rows.filter((one) => one.route === route)) {
    for (const actor of actors) {
      const { status } = row.cells[actor];
      if (status < 300) return { row, actor, status };
    }
  }
  throw new Error(`Nobody may: ${route}`);
};

const send = (route: string, call: Call, token: string, key: string): Promise<Response> => {
  const [method = 'GET', template = '/'] = route.split(' ');
  const path = template.replace(/:(\w+)/g, (_, name: string) => call.params?.[name] ?? '');
  return fetch(`${proxy.origin}${path}?${new URLSearchParams(call.query)}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'idempotency-key': key,
      ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...call.headers,
    },
    ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
  });
};

/** After these something is missing that other routes reach for: the next one has new people. */
const TAKES_AWAY = /^DELETE|block$|leave$|hidden$/;

describe('an answer that is lost after the commit', () => {
  const askTwice = async (route: string, call: Call, token: string, key: string) => {
    const before = await look(key);
    const fault = proxy.inject({ kind: 'swallow' }, { times: 1 });
    await expect(send(route, call, token, key)).rejects.toThrow();
    expect(fault.hits()).toBe(1);
    fault.remove();
    const acted = await look(key);
    expect(acted).not.toEqual(before);
    const again = await send(route, call, token, key);
    expect(await look(key)).toEqual(acted);
    return again;
  };

  let cast: Cast | null = null;

  it.each(keyed.map(({ name }) => name))('%s acts once, and answers a repeated request', async (route) => {
    const { row, actor, status } = choose(route);
    cast ??= await gather(db);
    const call = await calls[route]?.[row.situation]?.(cast, actor);
    if (call === undefined) throw new Error('The table names a situation that nobody asks for.');
    const again = await askTwice(route, call, cast.tokens[actor] ?? '', newId());
    expect(again.status, await again.text()).toBe(status);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    if (TAKES_AWAY.test(route)) cast = null;
  });

  it('acts once by push, too, where the key travels in the body', async () => {
    const cast = await gather(db);
    const call = await calls['POST /api/v1/sync/push']?.['a message to the group']?.(cast, 'O');
    const [pushed] = pushRequest.parse(call?.body).mutations;
    if (call === undefined || pushed === undefined) throw new Error('Nothing to push.');
    const again = await askTwice('POST /api/v1/sync/push', call, cast.tokens.O ?? '', pushed.id);
    expect(pushResponse.parse(await again.json()).answers).toMatchObject([
      { id: pushed.id, status: 'applied', entries: [] },
    ]);
  });

  it('cancels once, and says so again', async () => {
    const cast = await gather(db);
    const id = newId();
    const again = await askTwice(
      'POST /api/v1/sync/cancel',
      { body: { ids: [id] } },
      cast.tokens.O ?? '',
      id,
    );
    expect(cancelResponse.parse(await again.json()).statuses).toEqual({ [id]: { status: 'cancelled' } });
  });
});

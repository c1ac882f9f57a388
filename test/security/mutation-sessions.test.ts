import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { errorBody, isMutationName, mutations, newId, PROTOCOL_VERSION } from '../../protocol/index.ts';
import { inTransaction } from '../../server/db/database.ts';
import { mutations as keys, scopes, users } from '../../server/db/schema.ts';
import { tellPosts } from '../../server/jobs/told-posts.ts';
import { suspendPerson } from '../../server/modules/moderation/suspend.ts';
import { openApi } from '../../server/testing/api.ts';
import type { Person } from '../../server/testing/world.ts';
import { slots } from './mutation-calls.ts';
import { type Cast, gatherCast } from './mutation-cast.ts';

/** Two who run no command at all: a suspended member, and an account that was deleted with a session still open. */
let api: Awaited<ReturnType<typeof openApi>>;
let cast: Cast;
beforeAll(async () => {
  api = await openApi();
  cast = await gatherCast(api.world.db);
  // The server does so every two seconds, and it moves the scopes that are compared here.
  await tellPosts(api.world.services);
}, 60_000);
afterAll(() => api.close());

/** What M could do, for every mutation. */
const commands = () =>
  Object.entries(slots).flatMap(([name, places]) => {
    const [slot] = Object.values(places);
    const [thing] = Object.values(cast.own.M);
    if (!isMutationName(name) || !slot || !thing) return [];
    const own = Object.values(cast.own.M).find(({ kind }) => kind === slot.kind) ?? thing;
    return [{ name, args: slot.args(own, { id: cast.people.M.id, own: cast.own.M }, cast) }];
  });

const everythingRefused = async (person: Person, status: number, code: string): Promise<void> => {
  const { db } = api.world;
  const before = await db.select().from(scopes).orderBy(scopes.id);
  for (const { name, args } of commands()) {
    const { version, method, path } = mutations[name];
    const pushed = [{ id: newId(), name, version, lane: name, prev: null, args }];
    const body = { protocol: PROTOCOL_VERSION, deviceId: newId(), mutations: pushed };
    const url = path.replace(/\{(\w+)\}/g, (_, key: string) =>
      String(new Map(Object.entries(Object(args))).get(key)),
    );
    for (const answer of [
      await api.ask(person, 'POST', '/sync/push', { body }),
      await api.ask(person, method, url, { body: args }),
    ]) {
      const { code: found } = errorBody.parse(answer.json());
      expect.soft([name, answer.statusCode, found]).toEqual([name, status, code]);
    }
  }
  expect(await db.select().from(scopes).orderBy(scopes.id)).toEqual(before);
  expect(await db.select().from(keys).where(eq(keys.userId, person.id))).toEqual([]);
};

it('no mutation of a suspended member is carried out, by push or by REST', { timeout: 60_000 }, async () => {
  const person = await api.world.person('Sus');
  await inTransaction(api.world.db, (tx) =>
    suspendPerson(tx, person.id, { reason: 'spam', reportId: null, days: null }, api.world.clock.now()),
  );
  await everythingRefused(person, 403, 'suspended');
});

it('no mutation of a deleted account is carried out, whatever session was left', {
  timeout: 60_000,
}, async () => {
  const person = await api.world.person('Wala');
  await api.tokenOf(person);
  await api.world.db.update(users).set({ deletedAt: api.world.clock.now() }).where(eq(users.id, person.id));
  await everythingRefused(person, 401, 'session_dead');
});

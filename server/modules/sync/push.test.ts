import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type MutationName,
  mutations,
  newId,
  PROTOCOL_VERSION,
  ProtocolError,
  z,
} from '../../../protocol/index.ts';
import { type OpenedDatabase, openMemoryDatabase } from '../../testing/open-database.ts';
import { type Person, World } from '../../testing/world.ts';
import { push } from './push.ts';

let opened: OpenedDatabase;
let world: World;
beforeAll(async () => {
  opened = await openMemoryDatabase();
  world = new World(opened.db);
});
afterAll(() => opened.close());

/** Pushes to a database of which only the first `working` transactions find a connection. */
const pushWith = async (
  working: number,
  actor: Person,
  args: { chatId: unknown }[],
  { name = 'sendMessage', epoch }: { name?: MutationName; epoch?: string } = {},
) => {
  let tries = 0;
  const transaction: typeof world.db.transaction = (work, config) => {
    tries += 1;
    if (tries <= working) return world.db.transaction(work, config);
    return Promise.reject(new ProtocolError('unavailable'));
  };
  const db: typeof world.db = Object.assign(Object.create(world.db), { transaction });
  const services = { ...world.services, db, takeFromBucket: async () => 0 };
  const { version } = mutations[name];
  const body = {
    protocol: PROTOCOL_VERSION,
    deviceId: newId(),
    ...(epoch === undefined ? {} : { epoch }),
    mutations: args.map((one) => ({
      ...{ id: newId(), name, version, lane: `chat:${one.chatId}`, prev: null },
      args: z.json().parse(one),
    })),
  };
  const answers = push(services, actor.id, body, { error: () => undefined });
  return { answers: await answers.catch((error: unknown) => error), tries: () => tries };
};

it('asks a database without a free connection once, not once for each mutation', async () => {
  const { ana, ben } = await world.friends();
  const chatId = newId();
  await world.applied(ana, 'createChat', { id: chatId, type: 'GROUP', name: 'Barkada', users: [ben.id] });
  // One that takes a transaction of its own.
  const name = 'updateChat';
  const changes = [1, 2, 3, 4, 5].map((n) => ({ chatId, name: `Barkada ${n}` }));
  const some = await pushWith(2, ana, changes, { name });
  expect(some.answers).toMatchObject(
    ['applied', 'applied', 'retry', 'retry', 'retry'].map((status) => ({ status })),
  );
  expect(some.tries()).toBe(3);
  const none = await pushWith(0, ana, changes, { name });
  expect(none.answers).toMatchObject({ kind: 'unavailable' });
  expect(none.tries()).toBe(1);
});

it('carries the messages of a request out in one transaction', async () => {
  const { ana, chatId } = await world.friends();
  const messages = [1, 2, 3, 4, 5].map(() => ({ ...world.message(chatId), chatId }));
  const all = await pushWith(1, ana, messages);
  expect(all.answers).toMatchObject(messages.map(() => ({ status: 'applied' })));
  expect(all.tries()).toBe(1);
  const none = await pushWith(0, ana, messages);
  expect(none.answers).toMatchObject({ kind: 'unavailable' });
  expect(none.tries()).toBe(1);
});

it('[PU8] does nothing for a request of another lineage, and stores nothing', async () => {
  const { ana, chatId } = await world.friends();
  const messages = [1, 2].map(() => ({ ...world.message(chatId), chatId }));
  const late = await pushWith(9, ana, messages, { epoch: newId() });
  expect(late.answers).toMatchObject(
    [1, 2].map(() => ({ status: 'retry', error: { code: 'out_of_order' } })),
  );
  expect(late.tries()).toBe(0);
  const [scope] = (await world.pull(ana)).scopes;
  const fresh = await pushWith(9, ana, messages, scope ? { epoch: scope.epoch } : {});
  expect(fresh.answers).toMatchObject([1, 2].map(() => ({ status: 'applied' })));
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  cancelResponse,
  newId,
  PROTOCOL_VERSION,
  ProtocolError,
  pullResponse,
  pushResponse,
  revalidateResponse,
} from '../../../protocol/index.ts';
import { openApi } from '../../testing/api.ts';
import type { Person } from '../../testing/world.ts';
import { push } from './push.ts';

let api: Awaited<ReturnType<typeof openApi>>;
beforeAll(async () => {
  api = await openApi();
});
afterAll(() => api.close());

const silent = { error: () => undefined };

type Mutation = {
  id: string;
  name: string;
  version: number;
  lane: string;
  prev: string | null;
  args: unknown;
};

const sending = (chatId: string, prev: string | null = null, content = 'Oy!'): Mutation => ({
  id: newId(),
  name: 'sendMessage',
  version: 1,
  lane: `chat:${chatId}`,
  prev,
  args: api.world.message(chatId, content),
});
const post = (person: Person, path: string, body: object, headers: Record<string, string> = {}) =>
  api.ask(person, 'POST', path, {
    body: { protocol: PROTOCOL_VERSION, deviceId: newId(), ...body },
    headers,
  });
const pushed = async (person: Person, mutations: Mutation[]) => {
  const answer = await post(person, '/sync/push', { mutations });
  expect(answer.statusCode).toBe(200);
  return pushResponse.parse(answer.json()).answers;
};
const nothing = { cursors: {}, unfinished: [], pendingCount: 0 };

describe('POST /sync/push', () => {
  it('answers each mutation in order: one bad one spoils no batch, and its lane goes on', async () => {
    const { ana, chatId } = await api.world.friends();
    const first = sending(chatId);
    const bad = { ...sending(chatId, first.id), args: { content: 7 } };
    const third = sending(chatId, bad.id);
    const lost = sending(chatId, newId());
    const behindLost = sending(chatId, lost.id);
    const answers = await pushed(ana, [first, bad, third, lost, behindLost]);
    expect(answers).toMatchObject([
      { id: first.id, status: 'applied' },
      { id: bad.id, status: 'rejected', error: { code: 'validation' } },
      { id: third.id, status: 'applied' },
      { id: lost.id, status: 'retry', error: { code: 'out_of_order' } },
      { id: behindLost.id, status: 'retry', error: { code: 'out_of_order' } },
    ]);
    const again = await pushed(ana, [first, bad, third]);
    expect(again.map(({ status }) => status)).toEqual(['applied', 'rejected', 'applied']);
  });

  it('brings the entries of what it did', async () => {
    const { ana, chatId } = await api.world.friends();
    const mutation = sending(chatId);
    const [answer] = await pushed(ana, [mutation]);
    if (answer?.status !== 'applied') throw new Error('not applied');
    expect(answer.entries.map(({ scope, mutationIds }) => [scope, mutationIds])).toEqual([
      [`user:${ana.id}`, [mutation.id]],
      [`chat:${chatId}`, [mutation.id]],
    ]);
    const { statuses } = pullResponse.parse(
      (await post(ana, '/sync/pull', { ...nothing, unfinished: [mutation.id] })).json(),
    );
    expect(statuses[mutation.id]).toEqual({ status: 'applied', vector: answer.vector });
  });

  it('takes a hundred of the longest messages at once', async () => {
    const { ana, chatId } = await api.world.friends();
    const mutations = Array.from({ length: 100 }, () => sending(chatId, null, '🦜'.repeat(2_000)));
    const answers = await pushed(ana, mutations);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set(['applied']));
  });

  it('refuses a key that stands for something else, and says so for good', async () => {
    const { ana, chatId } = await api.world.friends();
    const mutation = sending(chatId);
    await pushed(ana, [mutation]);
    const [answer] = await pushed(ana, [{ ...sending(chatId), id: mutation.id }]);
    expect(answer).toMatchObject({ status: 'rejected', error: { code: 'key_reused' } });
  });

  it('of another account does nothing and stores nothing', async () => {
    const { ana, ben, chatId } = await api.world.friends();
    const mutation = sending(chatId);
    for (const path of ['/sync/push', '/sync/pull', '/sync/cancel']) {
      const body = { mutations: [mutation], ids: [mutation.id], ...nothing };
      const answer = await post(ben, path, body, { 'x-acting-user': ana.id });
      expect([answer.statusCode, answer.json().code]).toEqual([409, 'wrong_account']);
    }
    for (const [method, path] of [
      ['GET', '/auth/verify'],
      ['GET', '/chats'],
      ['PATCH', '/users/friends/x/accept'],
    ] as const) {
      const answer = await api.ask(ben, method, path, { headers: { 'x-acting-user': ana.id } });
      expect([answer.statusCode, answer.json().code]).toEqual([409, 'wrong_account']);
    }
    expect(await pushed(ben, [mutation])).toMatchObject([{ status: 'applied' }]);
  });

  it('waits when there is too much, and says how long', async () => {
    const { ana, chatId } = await api.world.friends();
    const services = { ...api.world.services, takeFromBucket: async () => 1_500 };
    const body = { protocol: 1, deviceId: newId(), mutations: [{ ...sending(chatId), args: {} }] };
    const answers = await push(services, ana.id, body, silent);
    expect(answers).toMatchObject([
      { status: 'retry', error: { code: 'rate_limited' }, retryAfterMs: 1_500 },
    ]);
  });

  it('goes past what it cannot digest, and stops at an outage', async () => {
    const { ana, ben, chatId } = await api.world.friends();
    const [first, second, third] = [sending(chatId), sending(chatId), sending(chatId)];
    const body = {
      protocol: 1,
      deviceId: newId(),
      mutations: [first, second, third].map((one) => ({ ...one, args: {} })),
    };
    const failing = (...errors: (Error | null)[]) => ({
      ...api.world.services,
      takeFromBucket: async () => {
        const error = errors.shift();
        if (error) throw error;
        return 0;
      },
    });
    const logged: object[] = [];
    const log = { error: (details: object) => logged.push(details) };
    const bug = new TypeError('a bug of ours');
    const outage = new ProtocolError('unavailable');
    const statuses = async (...errors: (Error | null)[]) =>
      (await push(failing(...errors), ben.id, body, log)).map((answer) =>
        'error' in answer ? `${answer.status} ${answer.error.code}` : answer.status,
      );
    expect(await statuses(bug)).toEqual(['retry internal', 'rejected validation', 'rejected validation']);
    expect(logged).toEqual([{ err: bug, mutation: 'sendMessage' }]);
    const again = { ...body, mutations: body.mutations.map((one) => ({ ...one, id: newId() })) };
    const answers = await push(failing(null, outage), ana.id, again, log);
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'retry', 'retry']);
    await expect(push(failing(outage), ana.id, again, log)).rejects.toBe(outage);
  });

  it('is a mistake with too many, with none, and with a lane that cannot be stored', async () => {
    const { ana, chatId } = await api.world.friends();
    const status = async (mutations: Mutation[]) => (await post(ana, '/sync/push', { mutations })).statusCode;
    expect(await status([])).toBe(400);
    expect(await status(Array.from({ length: 101 }, () => sending(chatId)))).toBe(400);
    expect(await status([{ ...sending(chatId), lane: 'a\u0000b' }])).toBe(400);
    expect(await status([{ ...sending(chatId), lane: '\ud800' }])).toBe(400);
    for (const name of ['__proto__', 'constructor', 'toString'])
      expect(await pushed(ana, [{ ...sending(chatId), name }])).toMatchObject([{ status: 'rejected' }]);
    const strange = { ...sending(chatId), name: 'x\u0000', args: { content: '\u0000\ud800' } };
    expect(await pushed(ana, [strange])).toMatchObject([
      { status: 'rejected', error: { code: 'validation' } },
    ]);
  });
});

describe('POST /sync/pull', () => {
  it('keeps to the protocol, and to its versions', async () => {
    const { ana } = await api.world.friends();
    const answer = await post(ana, '/sync/pull', nothing);
    expect(answer.statusCode).toBe(200);
    expect(pullResponse.parse(answer.json()).scopes.length).toBe(2);
    expect((await post(ana, '/sync/pull', { ...nothing, pendingCount: 2 ** 40 })).statusCode).toBe(200);
    for (const protocol of [0, PROTOCOL_VERSION + 1]) {
      const refused = await post(ana, '/sync/pull', { ...nothing, protocol });
      expect([refused.statusCode, refused.json().code]).toEqual([426, 'upgrade_required']);
    }
  });

  it('takes garbage for a mistake', async () => {
    const ana = await api.world.person();
    const bodies = [
      { ...nothing, cursors: { 'user:x': { epoch: newId(), seq: 0 } } },
      { ...nothing, cursors: { [`user:${ana.id}`]: { epoch: 'x', seq: 0 } } },
      { ...nothing, cursors: { [`user:${ana.id}`]: { epoch: newId(), seq: -1 } } },
      { ...nothing, unfinished: Array.from({ length: 201 }, newId) },
      { ...nothing, pendingCount: -1 },
    ];
    for (const body of bodies) expect((await post(ana, '/sync/pull', body)).statusCode).toBe(400);
  });
});

describe('POST /sync/revalidate', () => {
  it('answers what differs, and names what may not be seen', async () => {
    const { ana, chatId } = await api.world.friends();
    const { ana: other, chatId: otherChatId } = await api.world.friends();
    const [mine, hidden] = [await api.world.say(ana, chatId), await api.world.say(other, otherChatId)];
    const ask = async (rows: { table: string; id: string; version: number }[]) => {
      const answer = await post(ana, '/sync/revalidate', { protocol: PROTOCOL_VERSION, rows });
      return revalidateResponse.parse(answer.json());
    };
    const held = (id: string, version: number) => ({ table: 'messages', id, version });
    const never = newId();
    const old = await ask([held(mine, 0), held(hidden, 1), held(never, 1)]);
    expect(old.changes).toMatchObject([{ table: 'messages', id: mine, version: 1 }]);
    expect(old.missing.map(({ id }) => id)).toEqual([hidden, never]);
    expect(await ask([held(mine, 1)])).toMatchObject({ changes: [], missing: [] });
    const bodies = [
      { protocol: PROTOCOL_VERSION, rows: [] },
      { protocol: PROTOCOL_VERSION, rows: [{ table: 'toString', id: mine, version: 1 }] },
      { protocol: PROTOCOL_VERSION, rows: [held('x', 1)] },
      { protocol: PROTOCOL_VERSION, rows: Array.from({ length: 201 }, () => held(mine, 1)) },
    ];
    for (const body of bodies) expect((await post(ana, '/sync/revalidate', body)).statusCode).toBe(400);
  });
});

describe('POST /sync/cancel', () => {
  it('tells what each mutation came to', async () => {
    const { ana, chatId } = await api.world.friends();
    const [sent, never] = [sending(chatId), sending(chatId)];
    await pushed(ana, [sent]);
    const answer = await post(ana, '/sync/cancel', { ids: [sent.id, never.id] });
    const { statuses } = cancelResponse.parse(answer.json());
    expect(statuses).toMatchObject({ [sent.id]: { status: 'applied' }, [never.id]: { status: 'cancelled' } });
    expect(await pushed(ana, [never])).toEqual([{ id: never.id, status: 'cancelled' }]);
    const headers = { 'idempotency-key': never.id };
    const late = await api.ask(ana, 'POST', `/chats/${chatId}/messages`, { body: { content: 'x' }, headers });
    expect([late.statusCode, late.json().code]).toEqual([422, 'cancelled']);
  });
});

import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  chatScope,
  mutations as declared,
  isMutationName,
  memberId,
  newId,
  ProtocolError,
  userScope,
} from '../../../protocol/index.ts';
import { messages, mutations, scopeLog, scopes } from '../../db/schema.ts';
import { type OpenedDatabase, openMemoryDatabase } from '../../testing/open-database.ts';
import { World } from '../../testing/world.ts';
import { createBatches } from './batch/batches.ts';
import { cancelMutations } from './cancel.ts';
import { commands } from './commands.ts';
import { runCommand } from './run-command.ts';

let opened: OpenedDatabase;
let world: World;
beforeAll(async () => {
  opened = await openMemoryDatabase();
});
beforeAll(() => {
  world = new World(opened.db);
});
afterAll(() => opened.close());

const kindOf = async (work: Promise<unknown>): Promise<string> => {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return error instanceof ProtocolError ? error.kind : `no error: ${String(error)}`;
};

describe('the table of commands', () => {
  it('has one command per mutation of the protocol, of the same version', () => {
    expect(new Set(Object.keys(commands))).toEqual(new Set(Object.keys(declared)));
    for (const [name, { takes }] of Object.entries(commands)) {
      if (!isMutationName(name)) throw new Error(name);
      expect(takes(declared[name].version)).toBe(true);
      expect(takes(declared[name].version + 1)).toBe(false);
    }
  });
});

describe('mutations that cannot be read', () => {
  it('are refused together, whatever their commands', async () => {
    const ana = await world.person();
    const sizes: number[] = [];
    const services = { ...world.services, batches: createBatches(1, (size) => sizes.push(size)) };
    const names = [...Object.keys(declared), 'flyToTheMoon'];
    const outcomes = await Promise.all(
      names.map((name) =>
        runCommand(services, { userId: ana.id, id: newId(), name, version: 1, args: { id: 7 } }),
      ),
    );
    for (const outcome of outcomes)
      expect(outcome).toMatchObject({ status: 'rejected', error: { code: 'validation' } });
    expect(sizes.length).toBeLessThan(4);
  });
});

describe('a mutation', () => {
  it('takes effect once, however often it arrives', async () => {
    const { ana, chatId } = await world.friends();
    const message = world.message(chatId);
    const id = newId();
    const first = await world.run(ana, 'sendMessage', message, { id });
    const published = world.commits.length;
    const second = await world.run(ana, 'sendMessage', message, { id });
    expect(first).toMatchObject({ status: 'applied', isReplay: false, result: { id: message.id } });
    expect(second).toMatchObject({
      status: 'applied',
      isReplay: true,
      result: { id: message.id },
      entries: [],
    });
    if (first.status === 'applied' && second.status === 'applied')
      expect(second.vector).toEqual(first.vector);
    expect(world.commits.length).toBe(published);
    expect(await world.db.$count(messages, eq(messages.chatId, chatId))).toBe(1);
  });

  it('answers with its entries and where it stands in the scopes of its actor, and of nobody else', async () => {
    const { ana, ben, chatId } = await world.friends();
    const { vector, entries } = await world.applied(ana, 'sendMessage', world.message(chatId));
    expect(new Set(Object.keys(vector))).toEqual(new Set([chatScope(chatId), userScope(ana.id)]));
    expect(entries.map(({ scope, seq }) => [scope, seq])).toEqual(Object.entries(vector));
    const accepted = await world.applied(ben, 'requestFriend', {
      uniqueCode: (await world.person()).uniqueCode,
    });
    expect(Object.keys(accepted.vector)).toEqual([userScope(ben.id)]);
    expect(world.commits.at(-1)?.entries.length).toBe(2);
  });

  it('is refused when its key was used for something else, and the first verdict stands', async () => {
    const { ana, chatId } = await world.friends();
    const id = newId();
    await world.run(ana, 'sendMessage', world.message(chatId), { id });
    expect(await kindOf(world.run(ana, 'sendMessage', world.message(chatId), { id }))).toBe('key_reused');
    expect(await kindOf(world.run(ana, 'markSeen', { chatId, seq: 1 }, { id }))).toBe('key_reused');
  });

  it("does not meet another person's key", async () => {
    const { ana, ben, chatId } = await world.friends();
    const id = newId();
    await world.run(ana, 'sendMessage', world.message(chatId), { id });
    const other = await world.run(ben, 'sendMessage', world.message(chatId), { id });
    expect(other).toMatchObject({ status: 'applied', isReplay: false });
  });

  it('that is refused leaves its verdict and nothing else', async () => {
    const { ana, ben, chatId } = await world.friends();
    const before = await world.db
      .select()
      .from(scopes)
      .where(eq(scopes.id, chatScope(chatId)));
    const id = newId();
    const impossible = { ...world.message(chatId), replyToId: newId() };
    const outcome = await world.run(ana, 'sendMessage', impossible, { id });
    const error = { code: 'impossible', errors: [{ field: 'replyToId', message: 'Not found' }] };
    expect(outcome).toMatchObject({ status: 'rejected', error, isReplay: false });
    expect(await world.run(ana, 'sendMessage', impossible, { id })).toMatchObject({ error, isReplay: true });
    expect(
      await world.db
        .select()
        .from(scopes)
        .where(eq(scopes.id, chatScope(chatId))),
    ).toEqual(before);
    expect(await world.db.$count(messages, eq(messages.chatId, chatId))).toBe(0);
    expect((await world.pull(ben, {}, { unfinished: [id] })).statuses).toEqual({});
    expect((await world.pull(ana, {}, { unfinished: [id] })).statuses[id]).toMatchObject({
      status: 'rejected',
      error,
    });
  });

  it('with arguments that do not fit gets a stored verdict that names the fields', async () => {
    const ana = await world.person();
    expect(await world.run(ana, 'sendMessage', { chatId: 'x' })).toMatchObject({
      status: 'rejected',
      error: { code: 'validation', errors: expect.arrayContaining([{ field: 'id', message: 'Required' }]) },
    });
    expect(await world.run(ana, 'markSeen', null)).toMatchObject({ error: { code: 'validation' } });
    expect(await world.run(ana, 'markSeen', { chatId: newId(), seq: 1 }, { version: 9 })).toMatchObject({
      error: { code: 'validation', errors: [{ field: 'name', message: 'Unknown mutation' }] },
    });
    expect(await world.run(ana, 'markSeen', {}, { name: 'toString' })).toMatchObject({
      error: { code: 'validation' },
    });
  });

  it('waits for the one before it in its lane, whatever became of that one', async () => {
    const { ana, chatId } = await world.friends();
    const [first, second] = [newId(), newId()];
    const message = world.message(chatId);
    expect(await kindOf(world.run(ana, 'sendMessage', message, { id: second, prev: first }))).toBe(
      'out_of_order',
    );
    expect(await world.db.$count(mutations, eq(mutations.id, second))).toBe(0);
    await world.run(ana, 'markSeen', { chatId: newId(), seq: 1 }, { id: first });
    expect(await world.run(ana, 'sendMessage', message, { id: second, prev: first })).toMatchObject({
      status: 'applied',
    });
  });

  it('that was cancelled cannot act any more; one that was faster keeps its verdict', async () => {
    const { ana, chatId } = await world.friends();
    const [late, fast] = [newId(), newId()];
    await world.run(ana, 'sendMessage', world.message(chatId), { id: fast });
    const statuses = await cancelMutations(world.services, ana.id, [late, fast, late]);
    expect(statuses).toMatchObject({ [late]: { status: 'cancelled' }, [fast]: { status: 'applied' } });
    expect(await world.run(ana, 'sendMessage', world.message(chatId), { id: late })).toEqual({
      status: 'cancelled',
    });
    expect(await world.db.$count(messages, eq(messages.chatId, chatId))).toBe(1);
    expect((await world.pull(ana, {}, { unfinished: [late] })).statuses[late]).toEqual({
      status: 'cancelled',
    });
  });

  it('logs one entry per scope and row, with its own id', async () => {
    const { ana, chatId } = await world.friends();
    const id = newId();
    const message = world.message(chatId);
    const { vector } = await world.applied(ana, 'sendMessage', message, { id });
    const logged = await world.db
      .select({ scope: scopeLog.scope, seq: scopeLog.seq, table: scopeLog.tableName, row: scopeLog.rowId })
      .from(scopeLog)
      .where(eq(scopeLog.mutationId, id));
    const [chat, own] = [chatScope(chatId), userScope(ana.id)];
    expect(logged.toSorted((a, b) => (a.table < b.table ? -1 : 1))).toEqual([
      { scope: chat, seq: vector[chat], table: 'chats', row: chatId },
      { scope: own, seq: vector[own], table: 'memberships', row: memberId(chatId, ana.id) },
      { scope: chat, seq: vector[chat], table: 'messages', row: message.id },
    ]);
  });
});

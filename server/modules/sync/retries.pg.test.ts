import { countDistinct, eq, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { chatScope, newId } from '../../../protocol/index.ts';
import { hasPostgres } from '../../../test/support/services.ts';
import { useTestPostgres } from '../../../test/support/test-postgres.ts';
import { inTransaction, type Transaction } from '../../db/database.ts';
import { messages, mutations, scopeLog, scopes } from '../../db/schema.ts';
import { sqlStateOf } from '../../db/sql-state.ts';
import { World } from '../../testing/world.ts';

/** What PostgreSQL breaks off (40001, 40P01) is tried again as a whole, and nobody can tell afterwards. */
describe.skipIf(!hasPostgres)('a transaction that PostgreSQL breaks off', () => {
  const postgres = useTestPostgres();
  let world: World;
  beforeAll(async () => {
    await postgres.opened.executeSql('create table counters (id int primary key, n int not null)');
    await postgres.opened.executeSql('create sequence breaks');
    // A sequence does not roll back: it counts the attempts.
    await postgres.opened.executeSql(`create function break_off() returns trigger language plpgsql as $$
      begin
        if nextval('breaks') <= tg_argv[0]::int then
          raise exception 'could not serialize access' using errcode = '40001';
        end if;
        return new;
      end $$`);
  });
  beforeEach(async () => {
    world = new World(postgres.opened.db);
    await postgres.opened.executeSql('truncate counters');
    await postgres.opened.executeSql('insert into counters values (1, 0), (2, 0)');
  });

  const add = (tx: Transaction, id: number) =>
    tx.execute(sql`update counters set n = n + 1 where id = ${id}`);
  const counters = async () => (await postgres.opened.executeSql('select n from counters order by id')).rows;

  it('for a row that another changed meanwhile sees the change the second time', async () => {
    let attempts = 0;
    await inTransaction(world.db, async (tx) => {
      attempts += 1;
      await tx.execute(sql`set transaction isolation level repeatable read`);
      await tx.execute(sql`select n from counters`);
      if (attempts === 1) await postgres.opened.executeSql('update counters set n = n + 1 where id = 1');
      await add(tx, 1);
    });
    expect(attempts).toBe(2);
    expect(await counters()).toEqual([{ n: 2 }, { n: 0 }]);
  });

  it('for a deadlock lets both come to their end', async () => {
    const [firstHeld, secondHeld] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let attempts = 0;
    const cross = (mine: number, held: PromiseWithResolvers<void>, theirs: number, others: Promise<void>) =>
      inTransaction(world.db, async (tx) => {
        attempts += 1;
        await add(tx, mine);
        held.resolve();
        await others;
        await add(tx, theirs);
      });
    await Promise.all([
      cross(1, firstHeld, 2, secondHeld.promise),
      cross(2, secondHeld, 1, firstHeld.promise),
    ]);
    expect(attempts).toBe(3);
    expect(await counters()).toEqual([{ n: 2 }, { n: 2 }]);
  });

  /** Breaks off the first transactions that reach a place. */
  const breaking = async (place: keyof typeof places, times: number, work: () => Promise<void>) => {
    await postgres.opened.executeSql('alter sequence breaks restart');
    await postgres.opened.executeSql(`${places[place]} execute function break_off(${times})`);
    try {
      await work();
    } finally {
      await postgres.opened.executeSql('drop trigger breaks_off on mutations');
    }
  };
  const places = {
    'its last statement': 'create trigger breaks_off before insert on mutations for each row',
    COMMIT:
      'create constraint trigger breaks_off after insert on mutations deferrable initially deferred for each row',
  };
  const stateOf = async (chatId: string) => {
    const scope = chatScope(chatId);
    const [row] = await world.db.select({ seq: scopes.seq }).from(scopes).where(eq(scopes.id, scope));
    const [log] = await world.db
      .select({ entries: countDistinct(scopeLog.seq) })
      .from(scopeLog)
      .where(eq(scopeLog.scope, scope));
    return {
      messages: await world.db.$count(messages, eq(messages.chatId, chatId)),
      seq: row?.seq,
      entries: log?.entries ?? 0,
    };
  };

  it.each(['its last statement', 'COMMIT'] as const)(
    'at %s acts once, and is told of once',
    async (place) => {
      const { ana, chatId } = await world.friends();
      const [id, message] = [newId(), world.message(chatId)];
      const before = await stateOf(chatId);
      const told = world.commits.length;
      await breaking(place, 2, async () => {
        const outcome = await world.run(ana, 'sendMessage', message, { id });
        expect(outcome).toMatchObject({ status: 'applied', isReplay: false });
      });
      const after = await stateOf(chatId);
      expect(after).toEqual({ messages: 1, seq: Number(before.seq) + 1, entries: before.entries + 1 });
      expect(world.commits.length - told).toBe(1);
      expect(await world.run(ana, 'sendMessage', message, { id })).toMatchObject({ isReplay: true });
      expect(await stateOf(chatId)).toEqual(after);
    },
  );

  it.each(['its last statement', 'COMMIT'] as const)(
    'at %s for ever leaves nothing behind, not even the key',
    async (place) => {
      const { ana, chatId } = await world.friends();
      const [id, message] = [newId(), world.message(chatId)];
      const before = await stateOf(chatId);
      const told = world.commits.length;
      await breaking(place, 100, async () => {
        const error = await world.run(ana, 'sendMessage', message, { id }).catch((thrown: unknown) => thrown);
        expect(sqlStateOf(error)).toBe('40001');
      });
      expect(await stateOf(chatId)).toEqual(before);
      expect(await world.db.$count(mutations, eq(mutations.id, id))).toBe(0);
      expect(world.commits.length).toBe(told);
      // What was not stored is no verdict: the same key acts as soon as it can.
      expect(await world.run(ana, 'sendMessage', message, { id })).toMatchObject({
        status: 'applied',
        isReplay: false,
      });
    },
  );
});

import { sql } from 'drizzle-orm';
import { chatScope, type ScopeEntry, type ScopeId, scopeId, z } from '../../../protocol/index.ts';
import type { Transaction } from '../../db/database.ts';
import { preparedSql } from '../../db/prepared.ts';
import { lineage, scopeLog, scopes } from '../../db/schema.ts';
import { ChangeLog, type Head } from './change-log.ts';

export type { Passage } from './change-log.ts';

/** `ON CONFLICT` takes the rows in the order of the query: sorted rows lock in sorted order. */
const addToCounters = preparedSql(
  'add-to-counters',
  sql`insert into ${scopes} (id, seq, epoch)
    select id, added, (select epoch from ${lineage})
    from unnest(${sql.placeholder('ids')}::text[], ${sql.placeholder('counts')}::bigint[]) as wanted(id, added)
    order by id collate "C"
    on conflict (id) do update set seq = ${scopes.seq} + excluded.seq
    returning id, seq, epoch`,
  z.object({ id: scopeId, seq: z.coerce.number(), epoch: z.string() }),
);

/**
 * Takes the next numbers of scopes. Counters are locked after all other rows and in sorted order, which is why two writers
 * never wait for each other in a circle.
 * @param counts how many numbers each scope needs
 * @returns the last number that each scope was given
 */
export const takeNumbers = async (
  tx: Transaction,
  counts: ReadonlyMap<ScopeId, number>,
): Promise<Map<ScopeId, Head>> => {
  if (counts.size === 0) return new Map();
  const rows = await addToCounters(tx, { ids: [...counts.keys()], counts: [...counts.values()] });
  return new Map(rows.map(({ id, ...head }) => [id, head]));
};

/**
 * Collects what a transaction changes, and writes it as one numbered entry per scope (docs/decisions/0015). The numbers have
 * no gaps: a rollback takes its number back, because the counter's row is locked until the transaction ends.
 */
export class LogWriter extends ChangeLog {
  readonly #tx: Transaction;
  #hasReserved = false;

  constructor(tx: Transaction, at: Date, mutationId: string | null) {
    super(at, mutationId);
    this.#tx = tx;
  }

  /**
   * Takes a chat scope's next number ahead of `flush`, for a row that stores it, together with those of all scopes logged
   * so far. Call it once, when all other rows are locked.
   */
  async reserve(chatId: string): Promise<number> {
    if (this.#hasReserved) throw new Error('A second reservation would break the order of locks.');
    this.#hasReserved = true;
    const scope = chatScope(chatId);
    await this.#takeAll([...new Set([scope, ...this.unnumbered])]);
    return this.numberOf(scope);
  }

  /** Numbers the scopes and writes the log: the last statements of a transaction. */
  async flush(): Promise<ScopeEntry[]> {
    await this.#takeAll(this.unnumbered);
    const { entries, rows } = this.number();
    if (rows.length > 0) await this.#tx.insert(scopeLog).values(rows);
    return entries;
  }

  async #takeAll(wanted: readonly ScopeId[]): Promise<void> {
    const counts = new Map(wanted.map((scope) => [scope, 1]));
    for (const [scope, head] of await takeNumbers(this.#tx, counts)) this.take(scope, head);
  }
}

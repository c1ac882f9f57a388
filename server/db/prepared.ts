import type { SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { z } from '../../protocol/index.ts';
import type { Queryable } from './database.ts';

type Session = Queryable['_']['session'];

/**
 * A query of a hot path, built once for each connection and planned once by PostgreSQL (a named prepared statement).
 *
 *   const findChats = prepared('find-chats', (db, name) => db.select().from(chats).where(…placeholder('ids')…).prepare(name));
 *   const rows = await findChats(tx).execute({ ids });
 *
 * @param name of the statement; each name stands for one text
 */
export const prepared = <Query>(
  name: string,
  build: (db: Queryable, name: string) => Query,
): ((db: Queryable) => Query) => {
  const bySession = new WeakMap<Session, Query>();
  return (db) => {
    const { session } = db._;
    const known = bySession.get(session);
    if (known !== undefined) return known;
    const query = build(db, name);
    bySession.set(session, query);
    return query;
  };
};

const dialect = new PgDialect();
const answer = z.object({ rows: z.array(z.unknown()) });

/**
 * The same for a statement that Drizzle has no builder for.
 * @returns runs the statement with values for its placeholders, and reads its rows by `schema`
 */
export const preparedSql = <Row extends z.ZodMiniType>(name: string, statement: SQL, schema: Row) => {
  const { sql: text, params } = dialect.sqlToQuery(statement);
  const query = prepared(name, ({ _: { session } }) =>
    session.prepareQuery({ sql: text, params }, undefined, name, false),
  );
  const rows = z.array(schema);
  return async (db: Queryable, values: Record<string, unknown>): Promise<z.output<typeof rows>> =>
    rows.parse(answer.parse(await query(db).execute(values)).rows);
};

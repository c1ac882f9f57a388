import { type Engine, isQuietMark } from '../../sync/index.ts';

/** What the member did that is not settled; where one has read to is no thing that anybody waits for. */
export const readWaitingThings = async ({ db }: Pick<Engine, 'db'>): Promise<ReadonlySet<string>> => {
  const rows = await db.outbox.toArray();
  return new Set(rows.filter((row) => !isQuietMark(row)).map(({ id }) => id));
};

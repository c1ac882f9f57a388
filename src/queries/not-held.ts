import type { MessageRow, PostRow, UserRow } from '../../protocol/index.ts';
import type { LocalTables } from '../../sync/index.ts';

type Tables = Pick<LocalTables, 'messages' | 'posts' | 'users'>;
type Found<Post extends PostRow> = {
  readonly messages: readonly MessageRow[];
  readonly posts: readonly Post[];
  readonly people: readonly UserRow[];
};

const without = async <Row extends { id: string }>(
  rows: readonly Row[],
  read: (ids: string[]) => Promise<readonly unknown[]>,
): Promise<Row[]> => {
  const held = await read(rows.map(({ id }) => id));
  return rows.filter((_, at) => held[at] === undefined);
};

/** Of what the server has found, what this device does not hold: the rest it has found itself. */
export const notHeld = async <Post extends PostRow>(
  db: Tables,
  { messages, posts, people }: Found<Post>,
): Promise<Found<Post>> => ({
  messages: await without(messages, (ids) => db.messages.bulkGet(ids)),
  posts: await without(posts, (ids) => db.posts.bulkGet(ids)),
  people: await without(people, (ids) => db.users.bulkGet(ids)),
});

/**
 * `npm run seed -- --people 200 --messages 100000`: fills an empty database with a believable community with faces,
 * posts and pictures, for looking, testing and measuring, and prints the sign-in of three of its members. `--chats 1000` gives the first of them that many
 * friends. Refuses a database that has accounts.
 */
import { parseArgs } from 'node:util';
import { z } from '../../protocol/index.ts';
import { parseConfig } from '../config.ts';
import { openDatabase } from '../db/open-database.ts';
import { openFileStorage } from '../storage/open-storage.ts';
import { fillDatabase } from './fill-database.ts';
import { furnishDatabase } from './furnish-database.ts';

const count = (max: number) => z.coerce.number().check(z.int(), z.minimum(2), z.maximum(max));
const options = z.object({
  people: count(100_000),
  messages: count(10_000_000),
  chats: z.coerce.number().check(z.int(), z.minimum(0), z.maximum(100_000)),
  seed: z.coerce.number().check(z.int()),
});

const readOptions = () => {
  const { values } = parseArgs({
    options: {
      people: { type: 'string', default: '200' },
      messages: { type: 'string', default: '100000' },
      chats: { type: 'string', default: '0' },
      seed: { type: 'string', default: '73' },
    },
  });
  return options.parse(values);
};

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

try {
  const { people, messages, chats, seed } = readOptions();
  const config = parseConfig(process.env);
  const database = await openDatabase(config);
  try {
    const now = new Date();
    const signIns = await fillDatabase(database.db, { people, messages, chats, seed, now });
    const emails = signIns.map(({ email }) => email);
    const posts = await furnishDatabase(database.db, await openFileStorage(config), { seed, now, emails });
    say(
      `${people} people, ${messages} messages and ${posts} posts are in the database. Three of the people:`,
    );
    for (const { email, password } of signIns) say(`  ${email}  ${password}`);
  } finally {
    await database.close();
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

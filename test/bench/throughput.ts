import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { newId, PROTOCOL_VERSION, privateChatId, pushResponse } from '../../protocol/index.ts';
import { openDatabase } from '../../server/index.ts';
import { type DatabaseKind, type RunningApp, startApp } from '../support/browser-app.ts';
import { befriend, type Person, registerPerson } from '../support/browser-people.ts';
import { createTestDatabase } from '../support/services.ts';
import { type Figure, median } from './stats.ts';

const WRITERS = 8;
const ROUNDS = 3;
const ROUND_MS = 3_000;

/** Writes once and resolves when it is durable. */
type Write = () => Promise<void>;

const benchServer = fileURLToPath(new URL('./bench-server.ts', import.meta.url));

/** Durable messages per second through the real API, beside a bare insert on the same kind of database, in turns. */
export async function measureThroughput(database: DatabaseKind): Promise<Figure[]> {
  const app = await startApp({ database, entry: benchServer });
  const bare = await openBare(database);
  try {
    const writers: Write[] = [];
    for (let count = 0; count < WRITERS; count += 1) writers.push(await createWriter(app));
    const ours: number[] = [];
    const limits: number[] = [];
    await perSecond(writers, 500);
    for (let round = 0; round < ROUNDS; round += 1) {
      limits.push(await perSecond(bare.writers, ROUND_MS));
      ours.push(await perSecond(writers, ROUND_MS));
    }
    return [
      {
        what: `messages on ${database}, ${WRITERS} writers`,
        value: median(ours),
        unit: '/s',
        limit: { what: 'bare durable inserts', value: median(limits) },
        samples: ROUNDS,
      },
    ];
  } finally {
    await bare.close();
    await app.dispose();
  }
}

async function perSecond(writers: readonly Write[], forMs: number): Promise<number> {
  const start = performance.now();
  const counts = await Promise.all(
    writers.map(async (write) => {
      let count = 0;
      for (; performance.now() - start < forMs; count += 1) await write();
      return count;
    }),
  );
  return (counts.reduce((sum, count) => sum + count, 0) / (performance.now() - start)) * 1_000;
}

/** A member who pushes one message after the other into a chat of their own. */
async function createWriter(app: RunningApp): Promise<Write> {
  const from = await registerPerson(app.origin, 'Writer');
  const to = await registerPerson(app.origin, 'Reader');
  await befriend(app.origin, from, to);
  const device = newId();
  const chatId = privateChatId(from.id, to.id);
  let prev: string | null = null;
  return async () => {
    const id = newId();
    const mutation = {
      id,
      name: 'sendMessage',
      version: 1,
      lane: `chat:${chatId}`,
      prev,
      args: { id: newId(), chatId, content: 'Kumusta? Nasa bus ako.', writtenAt: new Date().toISOString() },
    };
    prev = id;
    const body = { protocol: PROTOCOL_VERSION, deviceId: device, mutations: [mutation] };
    // The server ends a connection after a thousand requests, now and then under the next one: asked again, it acts once.
    await push(app.origin, from, body).catch(() => push(app.origin, from, body));
  };
}

async function push(origin: string, who: Person, body: unknown): Promise<void> {
  const response = await fetch(`${origin}/api/v1/sync/push`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${who.token}`,
      'x-acting-user': who.id,
    },
    body: JSON.stringify(body),
  });
  const { answers } = pushResponse.parse(await response.json());
  if (answers.some(({ status }) => status !== 'applied')) throw new Error(JSON.stringify(answers));
}

const TABLE =
  'create table bare (id uuid primary key, chat_id uuid not null, content text not null, at timestamptz not null default now())';
const INSERT = 'insert into bare (id, chat_id, content) values ($1, $2, $3)';
const rowOf = (chatId: string): [string, string, string] => [newId(), chatId, 'Kumusta? Nasa bus ako.'];

interface Bare {
  writers: Write[];
  close(): Promise<void>;
}

const openBare = (database: DatabaseKind): Promise<Bare> =>
  database === 'postgres' ? openBarePostgres() : openBarePglite();

async function openBarePostgres(): Promise<Bare> {
  const database = await createTestDatabase();
  const pool = new pg.Pool({ connectionString: database.url, max: WRITERS });
  // Dropping the database ends connections that are still closing.
  pool.on('error', () => undefined);
  await pool.query(TABLE);
  return {
    writers: Array.from({ length: WRITERS }, () => {
      const chatId = randomUUID();
      return async () => {
        await pool.query(INSERT, rowOf(chatId));
      };
    }),
    close: async () => {
      await pool.end();
      await database.drop();
    },
  };
}

/** Opened by the server's own door, with the same promises about the disk. */
async function openBarePglite(): Promise<Bare> {
  const folder = await mkdtemp(join(tmpdir(), 'tambay-bare-'));
  const { db, close } = await openDatabase({ dataDir: folder });
  await db.execute(sql.raw(TABLE));
  return {
    writers: Array.from({ length: WRITERS }, () => {
      const chatId = randomUUID();
      return async () => {
        const [id, chat, content] = rowOf(chatId);
        await db.execute(sql`insert into bare (id, chat_id, content) values (${id}, ${chat}, ${content})`);
      };
    }),
    close: async () => {
      await close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openPostgres } from '../../server/db/open-postgres.ts';
import { createTestDatabase, hasPostgres } from '../support/services.ts';
import { KILL_ROUNDS, KILLED_SERVER, runKillRounds } from './kill-rounds.ts';
import { seedAuthors } from './people.ts';
import { startServer } from './support/server-process.ts';

const PORT = 4353;

describe.skipIf(!hasPostgres)('on PostgreSQL', () => {
  it(`${KILL_ROUNDS} kills under load lose and double no message`, {
    timeout: 180_000 + KILL_ROUNDS * 60_000,
  }, async () => {
    const database = await createTestDatabase();
    const directory = await mkdtemp(join(tmpdir(), 'tambay-kill-'));
    try {
      const { db, close } = await openPostgres(database.url);
      const authors = await seedAuthors(db, 4);
      await close();
      const settings = { DATA_DIR: directory, DATABASE_URL: database.url, LOG_LEVEL: 'error' };
      const start = () => startServer(PORT, settings, KILLED_SERVER);
      const report = await runKillRounds({ rounds: KILL_ROUNDS, start, authors });
      expect(report.kills).toBe(KILL_ROUNDS);
    } finally {
      await database.drop();
      await rm(directory, { recursive: true, force: true });
    }
  });
});

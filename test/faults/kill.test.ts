import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openFolder } from '../../server/db/open-pglite.ts';
import { KILL_ROUNDS, KILLED_SERVER, runKillRounds } from './kill-rounds.ts';
import { seedAuthors } from './people.ts';
import { startServer } from './support/server-process.ts';

const PORT = 4352;

it(`on the embedded database, ${KILL_ROUNDS} kills under load lose and double no message`, {
  timeout: 180_000 + KILL_ROUNDS * 60_000,
}, async () => {
  const directory = await mkdtemp(join(tmpdir(), 'tambay-kill-'));
  try {
    const { db, close } = await openFolder(directory);
    const authors = await seedAuthors(db, 4);
    await close();
    const start = () => startServer(PORT, { DATA_DIR: directory, LOG_LEVEL: 'error' }, KILLED_SERVER);
    const report = await runKillRounds({ rounds: KILL_ROUNDS, start, authors });
    expect(report.kills).toBe(KILL_ROUNDS);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
});

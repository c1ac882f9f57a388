import { chown, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type RunningProcess, run, startProcess, until } from './process.ts';

/**
 * A PostgreSQL cluster of the test's own, to be stopped, killed and frozen. The shared one that other tests use is never
 * touched. PostgreSQL refuses to run as root: then it runs as the system's user `postgres`.
 */
export interface PostgresCluster {
  readonly url: string;
  start(): Promise<void>;
  /** As a crash: no check point, clients cut off, recovery at the next start. */
  stopImmediately(): Promise<void>;
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void;
  query(statement: string): Promise<Record<string, unknown>[]>;
  /** Stops it and removes its files. */
  dispose(): Promise<void>;
}

const binaries = await findBinaries();
const owner = process.getuid?.() === 0 ? await findPostgresUser() : undefined;

/** Whether this machine can run a cluster of the test's own. */
export const canRunPostgres = binaries !== undefined && (process.getuid?.() !== 0 || owner !== undefined);

/** Makes and starts an empty cluster that listens on `port` of the loopback address only. */
export async function createPostgresCluster(port: number): Promise<PostgresCluster> {
  if (binaries === undefined) throw new Error('No initdb: ask canRunPostgres first.');
  const as = owner === undefined ? {} : { as: owner };
  const directory = await mkdtemp(join(tmpdir(), 'tambay-pg-'));
  if (owner !== undefined) await chown(directory, owner.uid, owner.gid);
  const data = join(directory, 'data');
  await run(
    join(binaries, 'initdb'),
    ['-D', data, '-U', 'tambay', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync'],
    { ...as, cwd: directory },
  );

  const url = `postgres://tambay@127.0.0.1:${port}/postgres`;
  let server: RunningProcess | undefined;

  const query = async (statement: string): Promise<Record<string, unknown>[]> => {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(statement)).rows;
    } finally {
      await client.end();
    }
  };

  const cluster: PostgresCluster = {
    url,
    query,
    start: async () => {
      server = startProcess(
        join(binaries, 'postgres'),
        ['-D', data, '-p', String(port), '-c', 'listen_addresses=127.0.0.1', '-k', directory],
        { ...as, cwd: directory },
      );
      await until('PostgreSQL takes connections', 20_000, () =>
        query('SELECT 1').then(
          () => true,
          () => undefined,
        ),
      );
    },
    stopImmediately: async () => {
      await server?.end('SIGQUIT');
    },
    signal: (signal) => {
      if (server?.isRunning()) process.kill(server.pid, signal);
    },
    dispose: async () => {
      if (server?.isRunning()) {
        process.kill(server.pid, 'SIGCONT');
        await server.end('SIGQUIT');
      }
      await rm(directory, { recursive: true, force: true });
    },
  };
  await cluster.start();
  return cluster;
}

async function findBinaries(): Promise<string | undefined> {
  const root = '/usr/lib/postgresql';
  const versions = await readdir(root).catch(() => []);
  const newest = versions.toSorted((a, b) => Number(b) - Number(a)).at(0);
  if (newest !== undefined) return join(root, newest, 'bin');
  const directory = await run('pg_config', ['--bindir']).catch(() => undefined);
  return directory?.trim();
}

async function findPostgresUser(): Promise<{ uid: number; gid: number } | undefined> {
  try {
    const uid = Number((await run('id', ['-u', 'postgres'])).trim());
    const gid = Number((await run('id', ['-g', 'postgres'])).trim());
    return { uid, gid };
  } catch {
    return undefined;
  }
}

import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ServerProcess, startServer } from '../faults/support/server-process.ts';
import { putFirstDatabase } from './first-database.ts';
import { createTestDatabase, type TestDatabase } from './services.ts';

export type DatabaseKind = 'pglite' | 'postgres';

/** The built app, served by a real server process over data of its own. */
export interface RunningApp {
  /** Where the server listens. */
  readonly origin: string;
  /** Where the server keeps what it keeps, mail among it. */
  readonly dataDir: string;
  /** Ends the process as an operator would, or as a power cut. The data stay. */
  stop(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  /** Starts it again on the same port over the same data, with other settings where wanted. */
  start(env?: Record<string, string>): Promise<void>;
  /** Everything the running process has printed. */
  output(): string;
  /** Stops it and removes its data. */
  dispose(): Promise<void>;
}

interface AppOptions {
  database?: DatabaseKind;
  /** Other origins the app is opened from, as that of a proxy. */
  origins?: readonly string[];
  port?: number;
  /** Further settings of the server. */
  env?: Readonly<Record<string, string>>;
  /** Runs once before the first start, with the settings of the server to be: fills its database. */
  prepare?: (settings: Record<string, string>) => Promise<void>;
  /** Instead of server/main.ts. */
  entry?: string;
}

// Below the range from which the system lends ports to clients. Each worker of Playwright has its own, and each checkout
// that runs its stories beside another one names where its ports begin.
const PORTS_EACH = 50;
const FIRST_PORT =
  Number(process.env['TEST_FIRST_PORT'] ?? 4_400) +
  PORTS_EACH * Number(process.env['TEST_PARALLEL_INDEX'] ?? 0);

/** Starts the server on a free port. It trusts `X-Forwarded-For` of this machine, so that each person has an address. */
export async function startApp({
  database = 'pglite',
  origins = [],
  port,
  env = {},
  prepare,
  entry,
}: AppOptions = {}): Promise<RunningApp> {
  const folder = await mkdtemp(join(tmpdir(), 'tambay-e2e-'));
  const postgres: TestDatabase | undefined = database === 'postgres' ? await createTestDatabase() : undefined;
  const stored = { DATA_DIR: folder, ...(postgres ? { DATABASE_URL: postgres.url } : {}) };
  if (!postgres) await putFirstDatabase(folder);
  await prepare?.(stored);
  // Only now: filling a database takes long enough for somebody else to take the port.
  const ownPort = port ?? (await freePort());
  const origin = `http://127.0.0.1:${ownPort}`;
  const settings = {
    ...stored,
    PUBLIC_URL: origin,
    TRUST_PROXY: 'loopback',
    LOG_LEVEL: 'warn',
    ...(origins.length > 0 ? { APP_ORIGINS: origins.join(',') } : {}),
    ...env,
  };
  let server: ServerProcess = await startServer(ownPort, settings, entry);
  const stop = async (signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> => {
    await server.end(signal);
  };
  return {
    origin,
    dataDir: folder,
    stop,
    start: async (more = {}) => {
      server = await startServer(ownPort, { ...settings, ...more }, entry);
    },
    output: () => server.output(),
    dispose: async () => {
      await stop();
      await postgres?.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A port that nobody listens on now. */
export async function freePort(): Promise<number> {
  // From anywhere in the range: two suites on one machine would find the same one free in the same moment.
  const start = randomInt(PORTS_EACH);
  for (let step = 0; step < PORTS_EACH; step += 1) {
    const port = FIRST_PORT + ((start + step) % PORTS_EACH);
    if (await isFree(port)) return port;
  }
  throw new Error(`No free port among ${PORTS_EACH} from ${FIRST_PORT}`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { type RunningProcess, run, startProcess, until } from './process.ts';

/** A Redis of the test's own, to be killed and started again. */
export interface RedisServer {
  readonly url: string;
  start(): Promise<void>;
  kill(): Promise<void>;
  /** From now on it keeps its connections and answers nothing, until `resume`. */
  hang(): void;
  resume(): void;
  dispose(): Promise<void>;
}

/** Whether this machine can run a Redis of the test's own. */
export const canRunRedis = await run('redis-server', ['--version']).then(
  () => true,
  () => false,
);

/** Starts an empty Redis without persistence, as a crash would leave it. */
export async function createRedisServer(port: number): Promise<RedisServer> {
  const directory = await mkdtemp(join(tmpdir(), 'tambay-redis-'));
  const url = `redis://127.0.0.1:${port}`;
  let server: RunningProcess | undefined;

  const answersPing = async (): Promise<true | undefined> => {
    const client = new Redis(url, { lazyConnect: true, connectTimeout: 1_000, retryStrategy: () => null });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.ping();
      return true;
    } catch {
      return undefined;
    } finally {
      client.disconnect();
    }
  };

  const signal = (name: NodeJS.Signals): void => {
    if (server) process.kill(server.pid, name);
  };

  const redis: RedisServer = {
    url,
    start: async () => {
      server = startProcess('redis-server', [
        '--port',
        String(port),
        '--bind',
        '127.0.0.1',
        '--save',
        '',
        '--appendonly',
        'no',
        '--dir',
        directory,
      ]);
      await until('Redis answers', 5_000, answersPing);
    },
    kill: async () => {
      await server?.end('SIGKILL');
    },
    hang: () => signal('SIGSTOP'),
    resume: () => signal('SIGCONT'),
    dispose: async () => {
      await server?.end('SIGKILL');
      await rm(directory, { recursive: true, force: true });
    },
  };
  await redis.start();
  return redis;
}

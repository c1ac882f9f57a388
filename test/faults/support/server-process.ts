import { fileURLToPath } from 'node:url';
import { type RunningProcess, startProcess, until } from './process.ts';

/** The server as an operator runs it: `node server/main.ts`, configured by environment variables alone. */
export interface ServerProcess extends RunningProcess {
  readonly url: string;
  /** How long it took from the start of the process to the first healthy answer. */
  readonly readyMs: number;
}

const main = fileURLToPath(new URL('../../../server/main.ts', import.meta.url));

/** Compiled modules of earlier servers: half of what a start costs is loading them (Node's module compile cache). */
const compiled = fileURLToPath(new URL('../../../.cache/compiled', import.meta.url));

/** What a server of a test starts with: nothing of the environment but what a shell would need. */
export function serverEnvironment(settings: Record<string, string>): NodeJS.ProcessEnv {
  return {
    PATH: process.env['PATH'],
    NODE_COMPILE_CACHE: compiled,
    HOST: '127.0.0.1',
    LOG_LEVEL: 'info',
    DRAIN_SECONDS: '0',
    ...settings,
  };
}

/** Starts the process and does not wait for anything: for starts that are meant to fail. */
export function launchServer(settings: Record<string, string>, entry = main): RunningProcess {
  return startProcess(process.execPath, [entry], { env: serverEnvironment(settings) });
}

/** Starts the server and waits until it is healthy. */
export async function startServer(
  port: number,
  settings: Record<string, string>,
  entry = main,
): Promise<ServerProcess> {
  const startedAt = performance.now();
  const running = launchServer({ ...settings, PORT: String(port) }, entry);
  const url = `http://127.0.0.1:${port}`;
  try {
    await until(`the server on port ${port} is healthy`, 90_000, async () => {
      if (!running.isRunning()) throw new Error(`the server ended: ${running.output()}`);
      const answer = await fetch(`${url}/api/v1/health/check`).catch(() => undefined);
      await answer?.body?.cancel();
      return answer?.status === 200 ? true : undefined;
    });
  } catch (error) {
    await running.end('SIGKILL');
    throw error;
  }
  return { ...running, url, readyMs: performance.now() - startedAt };
}

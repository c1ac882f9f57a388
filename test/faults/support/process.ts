import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';

/** How a process ended: an exit code or the signal that ended it. */
export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** A child process of a test with everything it printed; ended by its own id and never by name. */
export interface RunningProcess {
  readonly pid: number;
  /** Everything it wrote to standard output and standard error so far. */
  output(): string;
  /** Resolves when the process is gone. */
  readonly exited: Promise<Exit>;
  isRunning(): boolean;
  /** Sends the signal and waits until the process is gone. */
  end(signal: NodeJS.Signals): Promise<Exit>;
}

interface StartOptions {
  env?: NodeJS.ProcessEnv;
  cwd?: string;
  /** Whose process it is: PostgreSQL refuses to run as root. */
  as?: { uid: number; gid: number };
}

/** Starts a program. It is killed with the test process, so that a failed test leaves nothing behind. */
export function startProcess(command: string, args: string[], options: StartOptions = {}): RunningProcess {
  const child: ChildProcess = spawn(command, args, {
    env: options.env ?? process.env,
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    ...(options.as ?? {}),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const { pid } = child;
  const chunks: string[] = [];
  const collect = (chunk: Buffer) => chunks.push(chunk.toString('utf8'));
  child.stdout?.on('data', collect);
  child.stderr?.on('data', collect);

  let exit: Exit | undefined;
  const exited = once(child, 'close').then(([code, signal]): Exit => {
    exit = { code, signal };
    return exit;
  });
  const killWithUs = () => child.kill('SIGKILL');
  process.once('exit', killWithUs);
  // A test runner that gives up on a test may end its worker without an `exit`.
  process.once('SIGTERM', killWithUs);
  void exited.then(() => {
    process.off('exit', killWithUs);
    process.off('SIGTERM', killWithUs);
  });
  if (pid === undefined) throw new Error(`${command} could not be started`);

  return {
    pid,
    exited,
    output: () => chunks.join(''),
    isRunning: () => exit === undefined,
    end: async (signal) => {
      if (exit === undefined) child.kill(signal);
      return exited;
    },
  };
}

/** Runs a program to its end; throws with its output when it fails. */
export async function run(command: string, args: string[], options: StartOptions = {}): Promise<string> {
  const running = startProcess(command, args, options);
  const { code, signal } = await running.exited;
  if (code !== 0) throw new Error(`${command} ended with ${code ?? signal}: ${running.output()}`);
  return running.output();
}

/** Asks again every 20 ms until `probe` gives a value; throws with `what` when the time is up. */
export async function until<T>(
  what: string,
  limitMs: number,
  probe: () => Promise<T | undefined> | T | undefined,
): Promise<T> {
  const endsAt = performance.now() + limitMs;
  while (performance.now() < endsAt) {
    const value = await probe();
    if (value !== undefined) return value;
    await delay(20);
  }
  throw new Error(`${what} did not happen within ${limitMs} ms`);
}

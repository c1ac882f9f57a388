import { Worker } from 'node:worker_threads';
import { ProtocolError } from '../../../protocol/index.ts';
import { createFairTurns } from './fair-turns.ts';
import type { Inspected } from './inspect.ts';

/** Of the processor: recognising 10 MB takes milliseconds, and what takes this long was made to. */
const WORK_MS = 2_000;
/** A busy machine is no fault of the picture: after this time the caller is asked to send again. */
const WAIT_MS = 30_000;
const LOOK_EVERY_MS = 250;

/** What the thread says when its modules are loaded: on a busy machine that takes seconds of work, which are no file's. */
export const READY = 'ready';

export type Inspection = { inspected: Inspected | null; bytes: Uint8Array };
type Answer = Inspection & { id: number };

/** Looks at uploaded bytes in a thread of its own, one after the other and by turns of accounts, and ends it when it works on and on. */
export type Inspector = {
  /**
   * Takes the bytes over: use the ones of the answer.
   * @throws ProtocolError `unreadable_media` for what took too much work or broke the thread, `unavailable` when the thread did
   * not get to it, `rate_limited` when too much of the account waits
   */
  inspect(account: string, bytes: Uint8Array): Promise<Inspection>;
  close(): Promise<void>;
};

export const createInspector = ({
  workMs = WORK_MS,
  waitMs = WAIT_MS,
  script = './inspect-worker.ts',
} = {}): Inspector => {
  let isClosed = false;
  let worker: Worker | null = null;
  let isReady = false;
  let lastId = 0;
  const turns = createFairTurns({ atOnce: 1 });

  const open = (): Worker => {
    worker ??= new Worker(new URL(script, import.meta.url));
    // An idle thread does not keep the process running.
    worker.unref();
    return worker;
  };
  const drop = async (): Promise<void> => {
    const gone = worker;
    worker = null;
    isReady = false;
    await gone?.terminate();
  };

  const ask = (bytes: Uint8Array): Promise<Inspection> =>
    new Promise((resolve, reject) => {
      if (isClosed) throw new ProtocolError('unavailable');
      const thread = open();
      lastId += 1;
      const id = lastId;
      let isOver = false;
      const finish = (settle: () => void): void => {
        if (isOver) return;
        isOver = true;
        clearTimeout(timer);
        clearInterval(looks);
        thread.off('message', onMessage);
        thread.off('error', onError);
        thread.off('exit', onError);
        settle();
      };
      const fail = (kind: 'unreadable_media' | 'unavailable'): void =>
        finish(() => {
          void drop();
          reject(new ProtocolError(kind));
        });
      const onMessage = (answer: Answer | typeof READY): void => {
        if (answer === READY) begin();
        else if (answer.id === id)
          finish(() => resolve({ inspected: answer.inspected, bytes: answer.bytes }));
      };
      // A stopping server ends the thread as well, and one that cannot even start has not seen the bytes.
      const onError = (): void => fail(isClosed || !isReady ? 'unavailable' : 'unreadable_media');
      const look = async (): Promise<void> => {
        const worked = await workOf(thread);
        before ??= worked;
        if (worked - before > workMs) fail('unreadable_media');
      };
      let before: number | undefined;
      let looks: ReturnType<typeof setInterval> | undefined;
      const begin = (): void => {
        isReady = true;
        looks = setInterval(() => void look(), LOOK_EVERY_MS);
        void look();
        thread.postMessage({ id, bytes }, bytes.buffer instanceof ArrayBuffer ? [bytes.buffer] : []);
      };
      const timer = setTimeout(() => fail('unavailable'), waitMs);
      thread.on('message', onMessage);
      thread.on('error', onError);
      thread.on('exit', onError);
      if (isReady) begin();
    });

  return {
    inspect: (account, bytes) => turns.take(account, () => ask(bytes)),
    close() {
      isClosed = true;
      return drop();
    },
  };
};

/** How long the processor has worked for a thread; nothing while it is not yet, or no longer, there. */
const workOf = async (thread: Worker): Promise<number> => {
  const { user, system } = await thread.cpuUsage().catch(() => ({ user: 0, system: 0 }));
  return (user + system) / 1_000;
};

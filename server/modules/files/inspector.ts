import { Worker } from 'node:worker_threads';
import { ProtocolError } from '../../../protocol/index.ts';
import type { Inspected } from './inspect.ts';

/** Recognising 10 MB takes milliseconds; what takes this long was made to. */
const INSPECT_MS = 2_000;

export type Inspection = { inspected: Inspected | null; bytes: Uint8Array };
type Answer = Inspection & { id: number };

/** Looks at uploaded bytes in a thread of its own, one after the other, and ends it when it does not answer in time. */
export type Inspector = {
  /** Takes the bytes over: use the ones of the answer. @throws ProtocolError `unreadable_media` */
  inspect(bytes: Uint8Array): Promise<Inspection>;
  close(): Promise<void>;
};

export const createInspector = (limitMs = INSPECT_MS, script = './inspect-worker.ts'): Inspector => {
  let worker: Worker | null = null;
  let lastId = 0;
  let queue: Promise<unknown> = Promise.resolve();

  const open = (): Worker => {
    worker ??= new Worker(new URL(script, import.meta.url));
    // An idle thread does not keep a stopping process alive.
    worker.unref();
    return worker;
  };
  const drop = async (): Promise<void> => {
    const gone = worker;
    worker = null;
    await gone?.terminate();
  };

  const ask = (bytes: Uint8Array): Promise<Inspection> =>
    new Promise((resolve, reject) => {
      const thread = open();
      lastId += 1;
      const id = lastId;
      const finish = (settle: () => void): void => {
        clearTimeout(timer);
        thread.off('message', onMessage);
        thread.off('error', onError);
        thread.off('exit', onError);
        settle();
      };
      const fail = (): void =>
        finish(() => {
          void drop();
          reject(new ProtocolError('unreadable_media'));
        });
      const onMessage = (answer: Answer): void => {
        if (answer.id === id) finish(() => resolve({ inspected: answer.inspected, bytes: answer.bytes }));
      };
      const onError = (): void => fail();
      const timer = setTimeout(fail, limitMs);
      thread.on('message', onMessage);
      thread.on('error', onError);
      thread.on('exit', onError);
      thread.postMessage({ id, bytes }, bytes.buffer instanceof ArrayBuffer ? [bytes.buffer] : []);
    });

  return {
    inspect(bytes) {
      const turn = queue.then(() => ask(bytes));
      queue = turn.catch(() => undefined);
      return turn;
    },
    close: drop,
  };
};

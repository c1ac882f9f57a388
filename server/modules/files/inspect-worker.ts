import { parentPort } from 'node:worker_threads';
import { inspect } from './inspect.ts';
import { READY } from './inspector.ts';

/** Parses hostile bytes in a thread of its own, away from requests; the caller may end it at any time. */
parentPort?.on('message', ({ id, bytes }: { id: number; bytes: Uint8Array }) => {
  const answer = inspect(bytes).catch(() => ({ inspected: null, bytes }));
  void answer.then((inspection) => {
    // The bytes change hands without being copied.
    const { buffer } = inspection.bytes;
    parentPort?.postMessage({ id, ...inspection }, buffer instanceof ArrayBuffer ? [buffer] : []);
  });
});

parentPort?.postMessage(READY);

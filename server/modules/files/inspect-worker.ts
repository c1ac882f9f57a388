import { parentPort } from 'node:worker_threads';
import { inspect } from './inspect.ts';

/** Runs what reads hostile bytes in JavaScript away from everybody's requests; whoever asks may end it at any time. */
parentPort?.on('message', ({ id, bytes }: { id: number; bytes: Uint8Array }) => {
  const answer = inspect(bytes).catch(() => null);
  void answer.then((inspected) => {
    // The bytes go back without being copied: they may have been cleaned in place.
    parentPort?.postMessage(
      { id, inspected, bytes },
      bytes.buffer instanceof ArrayBuffer ? [bytes.buffer] : [],
    );
  });
});

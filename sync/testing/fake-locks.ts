import type { Locks } from '../platform/ports.ts';

type Waiting = { agent: object; grant: () => void };
type Held = { agent: object; lost: AbortController; reject: (error: Error) => void };

/** Web Locks of one device: released when the agent dies, kept when it is frozen, taken by `steal`. */
export type FakeLocks = { forAgent(agent: object): Locks; kill(agent: object): void };

export const createFakeLocks = (onSteal: () => void = () => undefined): FakeLocks => {
  const held = new Map<string, Held>();
  const queues = new Map<string, Waiting[]>();

  const next = (name: string): void => {
    held.delete(name);
    queues.get(name)?.shift()?.grant();
  };

  const forAgent = (agent: object): Locks => ({
    withLock(name, { signal, steal }, action) {
      return new Promise((resolve, reject) => {
        const grant = (): void => {
          const lost = new AbortController();
          const mine: Held = { agent, lost, reject };
          held.set(name, mine);
          const done = (): void => {
            if (held.get(name) === mine) next(name);
          };
          action(lost.signal).then(resolve, reject).finally(done);
        };
        if (signal?.aborted) {
          reject(new Error('aborted'));
          return;
        }
        const holder = held.get(name);
        if (holder === undefined) {
          grant();
          return;
        }
        if (steal) {
          onSteal();
          const error = new Error('stolen');
          holder.lost.abort(error);
          holder.reject(error);
          grant();
          return;
        }
        const queue = queues.get(name) ?? [];
        const waiting: Waiting = { agent, grant };
        queues.set(name, [...queue, waiting]);
        signal?.addEventListener('abort', () => {
          const before = queues.get(name) ?? [];
          if (!before.includes(waiting)) return;
          queues.set(
            name,
            before.filter((one) => one !== waiting),
          );
          reject(new Error('aborted'));
        });
      });
    },
  });

  return {
    forAgent,
    kill(agent) {
      for (const [name, queue] of queues) {
        queues.set(
          name,
          queue.filter((one) => one.agent !== agent),
        );
      }
      for (const [name, one] of [...held]) if (one.agent === agent) next(name);
    },
  };
};

import type { Subscribable } from '../engine-status.ts';

export type ProgressStore = Subscribable<ReadonlyMap<string, number>> & {
  set(id: string, sentBytes: number | null): void;
};

/** How far each upload of this tab is. It lives in memory: a write for each packet would cost more than the packet. */
export const createProgress = (): ProgressStore => {
  let progress: ReadonlyMap<string, number> = new Map();
  const listeners = new Set<() => void>();
  return {
    get: () => progress,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    set(id, sentBytes) {
      if ((progress.get(id) ?? null) === sentBytes) return;
      const next = new Map(progress);
      if (sentBytes === null) next.delete(id);
      else next.set(id, sentBytes);
      progress = next;
      for (const listener of listeners) listener();
    },
  };
};

/** What a reload would take away: words in a form that no draft keeps, or what is being sent just now. */
export type HoldReason = 'form' | 'upload';

export type UpdateHolds = {
  /** @returns lets go again */
  hold(reason: HoldReason): () => void;
  /** What an update has to wait for; null when it may come. */
  reason(): HoldReason | null;
  /** Does something that costs what they hold: at once, or as soon as the last of them has let go. */
  whenFree(action: () => void): void;
};

/**
 * Everybody who keeps an update waiting.
 * @param onLetGo somebody has let go
 */
export const createUpdateHolds = (onLetGo: () => void): UpdateHolds => {
  const held = new Map<symbol, HoldReason>();
  const waiting: (() => void)[] = [];
  const reason = (): HoldReason | null => {
    const reasons = [...held.values()];
    return reasons.includes('form') ? 'form' : (reasons[0] ?? null);
  };
  const runWaiting = (): void => {
    if (held.size > 0) return;
    for (const action of waiting.splice(0)) action();
  };
  return {
    reason,
    whenFree(action) {
      waiting.push(action);
      runWaiting();
    },
    hold(why) {
      const holder = Symbol(why);
      held.set(holder, why);
      return () => {
        held.delete(holder);
        // One form makes room for another in the same moment: the next one has not registered yet.
        queueMicrotask(() => {
          onLetGo();
          runWaiting();
        });
      };
    },
  };
};

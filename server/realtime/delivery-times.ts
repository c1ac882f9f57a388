import type { Cursor, ScopeEntry } from '../../protocol/index.ts';

/** More chats than these change at once nowhere; the longest unchanged are forgotten. */
const CHATS_MAX = 10_000;

/**
 * Measures how long it takes from a commit at this process until a device says that it has stored it. Only the last change of
 * each chat is looked at: a device that says less has not stored it, and one that says it again is counted again.
 */
export const createDeliveryTimes = (now: () => number) => {
  const lastByScope = new Map<string, { seq: number; at: number }>();
  return {
    committed: (entries: readonly ScopeEntry[]): void => {
      for (const { scope, seq } of entries) {
        if (!scope.startsWith('chat:')) continue;
        lastByScope.delete(scope);
        lastByScope.set(scope, { seq, at: now() });
        const [oldest] = lastByScope.keys();
        if (lastByScope.size > CHATS_MAX && oldest !== undefined) lastByScope.delete(oldest);
      }
    },
    /** @returns how many seconds it took; null when it was not the last change, or not committed here */
    secondsTo: (scope: string, { seq }: Cursor): number | null => {
      const last = lastByScope.get(scope);
      return last?.seq === seq ? (now() - last.at) / 1_000 : null;
    },
  };
};

/**
 * Lets a burst of `capacity` through and then `perSecond`; answers false for what is too much.
 * @param now a wall clock in ms: one that is set back refills nothing and takes nothing away
 */
export const createTokenBucket = (
  now: () => number,
  { capacity, perSecond }: { capacity: number; perSecond: number },
): (() => boolean) => {
  let tokens = capacity;
  let filledAt = now();
  return () => {
    const at = now();
    tokens = Math.min(capacity, tokens + (Math.max(0, at - filledAt) / 1_000) * perSecond);
    filledAt = at;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };
};

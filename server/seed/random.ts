/** A seeded source of chance: the same seed makes the same community. Mulberry32, public domain. */
export const createRandom = (seed: number) => {
  let state = seed >>> 0;
  /** In [0, 1). */
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  /** A whole number in [0, below). */
  const int = (below: number): number => Math.floor(next() * below);
  const pick = <T>(items: readonly T[]): T => {
    const item = items[int(items.length)];
    if (item === undefined) throw new RangeError('nothing to pick from');
    return item;
  };
  /** Small numbers often, large ones seldom: how talk is spread over chats. */
  const skewed = (below: number): number => Math.floor(next() ** 3 * below);
  const bytes = (length: number): Uint8Array => Uint8Array.from({ length }, () => int(256));
  return { next, int, pick, skewed, bytes };
};

export type Random = ReturnType<typeof createRandom>;

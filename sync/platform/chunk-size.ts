/** As long as one chunk should be under way: what the worker's end can cost, and how often progress is shown. */
const CHUNK_MS = 2_000;
/** At 2 kB/s it still arrives before an attempt counts as silent. */
const BYTES_MIN = 64 * 1_024;
const BYTES_START = 128 * 1_024;
const BYTES_MAX = 2 * 1_024 * 1_024;

export type ChunkSize = {
  bytes(): number;
  /** A chunk of so many bytes has arrived. */
  arrived(bytes: number, ms: number): void;
  /** One was cut off, or never answered. */
  failed(): void;
};

/** How much of a file goes into one request: as much as the link carried lately in `CHUNK_MS`, doubled at most. */
export const createChunkSize = (): ChunkSize => {
  let current = BYTES_START;
  const set = (bytes: number): void => {
    current = Math.round(Math.min(BYTES_MAX, Math.max(BYTES_MIN, bytes)));
  };
  return {
    bytes: () => current,
    arrived: (bytes, ms) => set(Math.min(2 * current, (bytes / Math.max(1, ms)) * CHUNK_MS)),
    failed: () => set(current / 2),
  };
};

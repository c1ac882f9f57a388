/** So many parts fit beside two lines and can still be told apart. */
const SEGMENTS_MAX = 4;

export type Segment = { readonly key: number; readonly isShown: boolean };

/**
 * The parts beside the bar of pinned messages: a window over all of them, in which the one that is shown stands out.
 * @param count how many are pinned @param index which of them is shown, from the oldest
 */
export const segmentsOf = (count: number, index: number): readonly Segment[] => {
  const shown = Math.min(count, SEGMENTS_MAX);
  // The window moves only at its edges: one sees that there is more on either side.
  const first = Math.max(0, Math.min(index - 1, count - shown));
  return Array.from({ length: shown }, (_, at) => ({ key: first + at, isShown: first + at === index }));
};

import { useCallback, useMemo, useState } from 'react';
import type { MessagesExtent } from '../../queries/messages.ts';

const PAGE = 60;
// The further one has read, the larger the steps: a step reads all that is shown again.
const STEP_MAX = 400;

const longer = (shown: number): number => shown + Math.min(STEP_MAX, Math.max(PAGE, Math.floor(shown / 2)));

export type Extent = {
  readonly extent: MessagesExtent;
  readonly showMore: (way: 'older' | 'newer') => void;
  /** Leaves what is shown for the messages around a place. */
  readonly showAround: (order: number) => void;
  /** Back to the newest ones; `count` of them when the newest have been reached by reading on. */
  readonly showNewest: (count?: number) => void;
};

/** Which part of a chat is on the screen: its end, or the surroundings of an old message. */
export function useExtent(openingSize: number): Extent {
  const [extent, setExtent] = useState<MessagesExtent>({ around: null, before: openingSize, after: 0 });
  const showMore = useCallback<Extent['showMore']>(
    (way) =>
      setExtent((now) =>
        way === 'older' ? { ...now, before: longer(now.before) } : { ...now, after: longer(now.after) },
      ),
    [],
  );
  const showAround = useCallback<Extent['showAround']>(
    (order) => setExtent({ around: order, before: PAGE, after: PAGE }),
    [],
  );
  const showNewest = useCallback<Extent['showNewest']>(
    (count = 0) => setExtent({ around: null, before: Math.max(PAGE, count), after: 0 }),
    [],
  );
  // The same object while nothing changes: a key in the field must not draw the conversation again.
  return useMemo(
    () => ({ extent, showMore, showAround, showNewest }),
    [extent, showMore, showAround, showNewest],
  );
}

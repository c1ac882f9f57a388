import { useEffect, useRef, useState } from 'react';
import { createSeenTracker } from '../../app/seen-tracker.ts';

/** Until a list that opens stands at its place, rows far below it are in view for a frame or two. */
const REACHED_AFTER_MS = 150;

/**
 * How far down the reader has come.
 * @param visibleSeqs what is in view now; read again whenever something may have changed
 * @param fromSeq where the visit begins
 */
export const useReached = (visibleSeqs: () => readonly number[], fromSeq: number): number => {
  const [reachedSeq, setReachedSeq] = useState(fromSeq);
  const tracker = useRef(createSeenTracker(REACHED_AFTER_MS));
  // Runs after every render: rows, sizes and scroll position may all have moved.
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = (): void => {
      const { seenSeq, againInMs } = tracker.current.look(visibleSeqs(), performance.now());
      setReachedSeq((before) => Math.max(before, seenSeq));
      if (againInMs !== null) timer = setTimeout(look, againInMs);
    };
    timer = setTimeout(look, 0);
    return () => clearTimeout(timer);
  });
  return reachedSeq;
};

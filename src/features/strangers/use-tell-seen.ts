import { useEffect, useRef } from 'react';
import { isAttended, isUncovered, LOOK_UNDER_MS, useAttentionChange } from '../../app/attention.ts';
import { createSeenTracker } from '../../app/seen-tracker.ts';

interface TellSeenOptions {
  /** The newest message's number. */
  seq: number;
  /** How far the server knows me to have read; null: nothing is told, nothing is known yet or the chat is over. */
  seenSeq: number | null;
  scroller: HTMLElement | null;
  /** What was said, in the scroller. */
  log: HTMLElement | null;
  /** @returns whether the server has it */
  tell: (seq: number) => Promise<boolean>;
}

const isEndInView = (log: Element, scroller: Element): boolean => {
  const end = log.getBoundingClientRect().bottom;
  const { top, bottom } = scroller.getBoundingClientRect();
  return end > top && end <= bottom + 1;
};

/** Tells the other what was really looked at, by the rule of every chat: in view, uncovered, on an attended screen, long enough. */
export function useTellSeen({ seq, seenSeq, scroller, log, tell }: TellSeenOptions): void {
  const state = useRef({ tracker: createSeenTracker(), toldSeq: 0 });
  const look = useRef<() => void>(() => undefined);

  // Runs after every render: lines and scroll position may have moved.
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    look.current = () => {
      clearTimeout(timer);
      const isNews = seenSeq !== null && seq > seenSeq;
      if (!isNews || scroller === null || log === null) return;
      const isSeen = isAttended() && isUncovered(scroller) && isEndInView(log, scroller);
      const looked = state.current.tracker.look(isSeen ? [seq] : [], performance.now());
      if (looked.seenSeq > state.current.toldSeq) {
        state.current.toldSeq = looked.seenSeq;
        // The next answer of the server draws the chat again, and this is told again.
        void tell(looked.seenSeq).then((isTold) => {
          if (!isTold) state.current.toldSeq = 0;
        });
      }
      const waitMs = looked.againInMs ?? (isSeen ? null : LOOK_UNDER_MS);
      if (waitMs !== null) timer = setTimeout(() => look.current(), waitMs);
    };
    timer = setTimeout(() => look.current(), 0);
    return () => clearTimeout(timer);
  });
  useAttentionChange(look);
}

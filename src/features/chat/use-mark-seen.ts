import { useEffect, useRef } from 'react';
import type { OpenChat } from '../../queries/chat.ts';
import { unseenOf } from '../../queries/unseen.ts';
import { useEngine } from '../../session/services.tsx';
import { createSeenTracker } from './seen-tracker.ts';

const isAttended = (): boolean => document.visibilityState === 'visible' && document.hasFocus();

/**
 * Marks as seen what was really looked at.
 * @param visibleSeqs what is at least half in view now; read again whenever something may have changed
 */
export function useMarkSeen(chat: OpenChat, visibleSeqs: () => readonly number[]): void {
  const engine = useEngine();
  const state = useRef({ tracker: createSeenTracker(), markedSeq: 0 });
  const look = useRef<() => void>(() => undefined);

  // Runs after every render: rows, sizes and scroll position may all have moved.
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    look.current = () => {
      clearTimeout(timer);
      const { tracker } = state.current;
      const { seenSeq, againInMs } = tracker.look(isAttended() ? visibleSeqs() : [], performance.now());
      const { chat: row, membership, id: chatId } = chat;
      const isNews = row && membership && unseenOf(row, membership) > 0 && seenSeq > membership.seenSeq;
      if (isNews && seenSeq > state.current.markedSeq) {
        state.current.markedSeq = seenSeq;
        // A full disk is no reason to disturb a reader; the next look marks again.
        engine.mutate('markSeen', { chatId, seq: seenSeq }).catch(() => {
          state.current.markedSeq = 0;
        });
      }
      if (againInMs !== null) timer = setTimeout(() => look.current(), againInMs);
    };
    // After the frame: what was just sent is painted first.
    timer = setTimeout(() => look.current(), 0);
    return () => clearTimeout(timer);
  });

  useEffect(() => {
    const again = () => look.current();
    window.addEventListener('focus', again);
    window.addEventListener('blur', again);
    document.addEventListener('visibilitychange', again);
    return () => {
      window.removeEventListener('focus', again);
      window.removeEventListener('blur', again);
      document.removeEventListener('visibilitychange', again);
    };
  }, []);
}

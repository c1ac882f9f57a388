import { useEffect, useRef } from 'react';
import { isAttended, isUncovered, LOOK_UNDER_MS, useAttentionChange } from '../../app/attention.ts';
import { createSeenTracker } from '../../app/seen-tracker.ts';
import type { OpenChat } from '../../queries/chat.ts';
import { unseenOf } from '../../queries/unseen.ts';
import { useEngine } from '../../session/services.tsx';

/**
 * Marks as seen what was really looked at.
 * @param visibleSeqs what is at least half in view now; read again whenever something may have changed
 * @param scroller where they are drawn
 */
export function useMarkSeen(chat: OpenChat, visibleSeqs: () => readonly number[], scroller: Element): void {
  const engine = useEngine();
  const state = useRef({ tracker: createSeenTracker(), markedSeq: 0 });
  const look = useRef<() => void>(() => undefined);

  // Runs after every render: rows, sizes and scroll position may all have moved.
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    look.current = () => {
      clearTimeout(timer);
      const { tracker } = state.current;
      const { chat: row, membership, id: chatId } = chat;
      const isUnseen = row !== undefined && membership !== undefined && unseenOf(row, membership) > 0;
      const isCovered = isUnseen && isAttended() && !isUncovered(scroller);
      const seqs = isAttended() && !isCovered ? visibleSeqs() : [];
      const { seenSeq, againInMs } = tracker.look(seqs, performance.now());
      const isNews = isUnseen && seenSeq > membership.seenSeq;
      if (isNews && seenSeq > state.current.markedSeq) {
        state.current.markedSeq = seenSeq;
        // A full disk is no reason to disturb a reader; the next look marks again.
        engine.mutate('markSeen', { chatId, seq: seenSeq }).catch(() => {
          state.current.markedSeq = 0;
        });
      }
      const waitMs = againInMs ?? (isCovered ? LOOK_UNDER_MS : null);
      if (waitMs !== null) timer = setTimeout(() => look.current(), waitMs);
    };
    // After the frame: what was just sent is painted first.
    timer = setTimeout(() => look.current(), 0);
    return () => clearTimeout(timer);
  });

  useAttentionChange(look);
}

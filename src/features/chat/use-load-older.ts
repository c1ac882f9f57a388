import { useEffect, useRef, useState } from 'react';
import type { MessagesWindow } from '../../queries/messages.ts';
import { useEngine, useEngineStatus } from '../../session/services.tsx';
import type { TimelineItem } from './timeline.ts';

/** What the server answers at once. */
const PAGE = 50;

interface LoadOlderOptions {
  chatId: string;
  messages: Pick<MessagesWindow, 'start' | 'startBefore' | 'isLive' | 'around'>;
  /** What is drawn or about to be, from the oldest on. */
  near: readonly (TimelineItem | undefined)[];
  isNearStart: boolean;
  isNearEnd: boolean;
  /** More is on this device, further back or further on. */
  onShowMore: (way: 'older' | 'newer') => void;
}

/**
 * Brings what is missing as the reader comes near it: older messages and newer ones from the tables, older ones and those
 * of a gap from the server, a page at a time.
 * @returns whether the way is blocked because there is no network
 */
export function useLoadOlder(options: LoadOlderOptions): boolean {
  const { chatId, messages, near, isNearStart, isNearEnd, onShowMore } = options;
  const { start, startBefore } = messages;
  const engine = useEngine();
  const { connection } = useEngineStatus();
  const isOffline = connection === 'offline';
  const isLoading = useRef(false);
  const [isHeldUp, setIsHeldUp] = useState(false);

  // With the messages themselves: each answer of the tables may leave the reader near an end again.
  useEffect(() => {
    if (isNearStart && messages.start === 'stored') onShowMore('older');
  }, [isNearStart, messages, onShowMore]);
  useEffect(() => {
    if (isNearEnd && !messages.isLive) onShowMore('newer');
  }, [isNearEnd, messages, onShowMore]);

  const gap = near.findLast((item) => item?.kind === 'gap');
  const missingBefore =
    gap?.kind === 'gap' ? gap.before : isNearStart && start === 'gap' ? startBefore : null;
  // Who has jumped to an old part reads on from there: the next ones are those behind it, and not those before the newer part.
  const missingAfter = gap?.kind === 'gap' && messages.around !== null ? gap.after : null;
  useEffect(() => {
    if (missingBefore === null) return;
    if (isOffline) {
      setIsHeldUp(true);
      return;
    }
    if (isLoading.current) return;
    isLoading.current = true;
    const loading =
      missingAfter === null
        ? engine.loadMessagesBefore(chatId, missingBefore)
        : engine.loadMessagesUpTo(chatId, Math.min(missingAfter + PAGE, missingBefore - 1));
    void loading
      .then((outcome) => setIsHeldUp(outcome === 'offline'))
      .finally(() => {
        isLoading.current = false;
      });
  }, [chatId, engine, missingBefore, missingAfter, isOffline]);
  return isHeldUp;
}

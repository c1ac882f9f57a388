import { useEffect, useRef, useState } from 'react';
import type { HistoryStart } from '../../queries/messages.ts';
import { useEngine, useEngineStatus } from '../../session/services.tsx';

interface LoadOlderOptions {
  chatId: string;
  start: HistoryStart;
  /** The reader has come close to the oldest message that is drawn. */
  isNearStart: boolean;
  /** More is on this device. */
  onShowMore: () => void;
}

/**
 * Brings older messages as the reader comes near them: from the tables, then from the server.
 * @returns whether the way is blocked because there is no network
 */
export function useLoadOlder({ chatId, start, isNearStart, onShowMore }: LoadOlderOptions): boolean {
  const engine = useEngine();
  const { connection } = useEngineStatus();
  const isOffline = connection === 'offline';
  const isLoading = useRef(false);
  const [isHeldUp, setIsHeldUp] = useState(false);

  useEffect(() => {
    if (!isNearStart || start === 'complete') return;
    if (start === 'stored') {
      onShowMore();
      return;
    }
    if (isOffline) {
      setIsHeldUp(true);
      return;
    }
    if (isLoading.current) return;
    isLoading.current = true;
    void engine
      .loadOlderMessages(chatId)
      .then((outcome) => setIsHeldUp(outcome === 'offline'))
      .finally(() => {
        isLoading.current = false;
      });
  }, [chatId, engine, isNearStart, isOffline, onShowMore, start]);
  return isHeldUp;
}

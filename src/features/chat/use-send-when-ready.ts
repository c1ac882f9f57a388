import { useEffect, useState } from 'react';
import type { Attachments } from '../media/use-attachments.ts';

/**
 * A press on Send is kept while pictures are still being made smaller, and carried out when the last one is ready. One
 * that failed lets go of it: the tray says why, and the member decides.
 */
export function useSendWhenReady(
  { isReady, items }: Attachments,
  words: string,
  send: (words: string) => void,
): { readonly isWaiting: boolean; readonly press: () => void } {
  const [isPressed, setIsPressed] = useState(false);
  const hasFailed = items.some(({ state }) => state === 'failed');
  // biome-ignore lint/correctness/useExhaustiveDependencies: acts once per press, with the words of that moment.
  useEffect(() => {
    if (!isPressed || (!isReady && !hasFailed)) return;
    setIsPressed(false);
    if (isReady) send(words);
  }, [isPressed, isReady, hasFailed]);
  return {
    isWaiting: isPressed,
    press: () => (isReady ? send(words) : setIsPressed(!hasFailed)),
  };
}

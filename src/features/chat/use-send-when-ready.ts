import { useEffect, useRef, useState } from 'react';
import type { Attachments } from '../media/use-attachments.ts';

/**
 * A press on Send is kept while what was picked is being stored on the device, and carried out when it is, also when the chat
 * has been left meanwhile. A file that cannot be kept releases it: the tray says why, and the member decides.
 */
export function useSendWhenReady(
  { isReady, items, kept }: Attachments,
  words: string,
  send: (words: string) => void,
): { readonly isWaiting: boolean; readonly press: () => void } {
  const [isPressed, setIsPressed] = useState(false);
  // What asks is answered in the tray, before the next press.
  const hasFailed = items.some(({ state }) => state === 'failed' || state === 'asked');
  const latest = useRef({ isPressed, words, send, kept });
  latest.current = { isPressed, words, send, kept };
  // biome-ignore lint/correctness/useExhaustiveDependencies: acts once per press, with the words of that moment.
  useEffect(() => {
    if (!isPressed || (!isReady && !hasFailed)) return;
    setIsPressed(false);
    if (isReady) send(words);
  }, [isPressed, isReady, hasFailed]);
  useEffect(
    () => () => {
      const left = latest.current;
      if (left.isPressed) void left.kept().then((areAll) => (areAll ? left.send(left.words) : null));
    },
    [],
  );
  return {
    isWaiting: isPressed,
    press: () => (isReady ? send(words) : setIsPressed(!hasFailed)),
  };
}

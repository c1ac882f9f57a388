import { useCallback, useEffect, useRef } from 'react';
import { type Decoder, openDecoder } from './decoder.ts';

/** One reader as long as the screen stands; it is opened when it is first needed. */
export function useDecoder(): () => Promise<Decoder> {
  const opened = useRef<Promise<Decoder> | null>(null);
  useEffect(
    () => () => {
      void opened.current?.then((decoder) => decoder.close()).catch(() => undefined);
      opened.current = null;
    },
    [],
  );
  return useCallback(() => {
    opened.current ??= openDecoder();
    return opened.current;
  }, []);
}

import { useEffect } from 'react';
import { useEngine } from '../../session/services.tsx';

const TOUCHES = ['pointerdown', 'keydown'] as const;

/** Nothing may sound before the first touch: until then the code for it is not needed either. */
export function useMessageSounds(): void {
  const engine = useEngine();
  useEffect(() => {
    const ended = new AbortController();
    let stop = (): void => undefined;
    const start = async (): Promise<void> => {
      for (const touch of TOUCHES) removeEventListener(touch, begin, true);
      const { startMessageSounds } = await import('./message-sounds.ts');
      if (!ended.signal.aborted) stop = startMessageSounds(engine);
    };
    // Without a network the code may be missing: then it stays quiet.
    const begin = (): void => void start().catch(() => undefined);
    for (const touch of TOUCHES) addEventListener(touch, begin, { capture: true, signal: ended.signal });
    return () => {
      ended.abort();
      stop();
    };
  }, [engine]);
}

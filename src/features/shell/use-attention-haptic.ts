import { useEffect, useRef } from 'react';
import { haptic } from '../../components/haptics.ts';
import { useEngineStatus } from '../../session/services.tsx';

/** A shake when something that was sent has come to need the member: wherever they are by then, the red mark is elsewhere. */
export function useAttentionHaptic(): void {
  const { attention } = useEngineStatus();
  // What needed them when the app began is nothing new.
  const known = useRef(attention);
  useEffect(() => {
    if (attention > known.current) haptic('error');
    known.current = attention;
  }, [attention]);
}

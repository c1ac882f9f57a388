import { useEffect, useEffectEvent } from 'react';
import { onBack } from './on-back.ts';

/** Whatever lies over a screen closes at the browser's back button or gesture, the topmost first. */
export function useBackCloses(isOpen: boolean, close: () => void, { isSheet = false } = {}): void {
  const closeNow = useEffectEvent(close);
  useEffect(() => (isOpen ? onBack(() => closeNow(), { isSheet }) : undefined), [isOpen, isSheet]);
}

import { useEffect, useEffectEvent } from 'react';
import { onAndroidBack } from './on-android-back.ts';

/** Whatever lies over a screen closes at Android's back button. A `Sheet` does so by itself. */
export function useAndroidBack(isOpen: boolean, close: () => void): void {
  const closeNow = useEffectEvent(close);
  useEffect(() => (isOpen ? onAndroidBack(() => closeNow()) : undefined), [isOpen]);
}

import { useSyncExternalStore } from 'react';
import { prefersLessMotion } from './device-preferences.ts';

const subscribe = (onChange: () => void): (() => void) => {
  const system = matchMedia('(prefers-reduced-motion: reduce)');
  system.addEventListener('change', onChange);
  const own = new MutationObserver(onChange);
  own.observe(document.documentElement, { attributeFilter: ['data-motion'] });
  return () => {
    system.removeEventListener('change', onChange);
    own.disconnect();
  };
};

/** Whether the system, or the app's own setting, asks for less motion. */
export const useWantsLessMotion = (): boolean => useSyncExternalStore(subscribe, prefersLessMotion);

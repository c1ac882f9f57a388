import { useSyncExternalStore } from 'react';
import { WIDE_MIN_EM } from '../theme/breakpoints.ts';

const query = matchMedia(`(min-width: ${WIDE_MIN_EM}em)`);

function subscribe(onChange: () => void): () => void {
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

/** Two panes or one. For what must not even be mounted; everything else is a media query. */
export function useIsWide(): boolean {
  return useSyncExternalStore(subscribe, () => query.matches);
}

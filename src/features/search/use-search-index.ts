import { useEffect } from 'react';
import { reportFault } from '../../app/faults.ts';
import { useEngine } from '../../session/services.tsx';
import { closeSearchOf, searchOf } from './search-client.ts';

/** The first screen, the first sync and the first taps go first. */
const START_AFTER_MS = 6_000;

/** Keeps the search index up while the app is open, so that a search finds it ready. */
export function useSearchIndex(): void {
  const engine = useEngine();
  useEffect(() => {
    const timer = setTimeout(() => {
      searchOf(engine).answers.subscribe((answer) => {
        if (answer.type === 'fault') reportFault(new Error(`Search: ${answer.name}`));
      });
    }, START_AFTER_MS);
    return () => {
      clearTimeout(timer);
      closeSearchOf(engine);
    };
  }, [engine]);
}

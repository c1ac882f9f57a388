import { useEngineStatus } from '../session/services.tsx';
import { useGoodbyes } from '../session/use-goodbyes.ts';

/** How much the outbox shows: what the member did, files that their words went ahead of, and goodbyes that nobody has heard. */
export function useOutboxCount(): number {
  const { unsettled, files } = useEngineStatus();
  const goodbyes = useGoodbyes();
  return unsettled + files + goodbyes.length;
}

import { useEngineStatus } from '../session/services.tsx';
import { usePendingLeaves } from '../session/use-pending-leaves.ts';

/** How much the outbox shows: what the member did, files that were named before they were sent, and chats with strangers whose end the server does not know. */
export function useOutboxCount(): number {
  const { unsettled, files } = useEngineStatus();
  const leaves = usePendingLeaves();
  return unsettled + files + leaves.length;
}

import { useExternalValue } from '../app/use-observable.ts';
import {
  PENDING_LEAVES_KEY,
  type PendingLeave,
  pendingLeaveChanges,
  pendingLeavesOf,
} from './pending-leaves.ts';
import { useEngine } from './services.tsx';

const NONE: readonly PendingLeave[] = [];

/** Ends of the member's chats with strangers that the server does not know yet. */
export function usePendingLeaves(): readonly PendingLeave[] {
  const { userId } = useEngine();
  const kept = useExternalValue(pendingLeaveChanges, () => localStorage.getItem(PENDING_LEAVES_KEY));
  return kept === null ? NONE : pendingLeavesOf(localStorage, userId);
}

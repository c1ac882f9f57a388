import { useEffect } from 'react';
import { useServices } from '../session/services.tsx';
import type { HoldReason } from './update-holds.ts';

/**
 * Keeps a new version waiting as long as it would cost something: for each form whose words are nowhere but in its fields. A
 * composer needs it not, its words are a draft (`use-draft.ts`, `use-post-draft.ts`).
 */
export function useHoldUpdate(isHeld: boolean, reason: HoldReason = 'form'): void {
  const { updates } = useServices();
  useEffect(() => (isHeld ? updates.hold(reason) : undefined), [isHeld, reason, updates]);
}

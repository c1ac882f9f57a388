import { useEffect, useEffectEvent, useRef } from 'react';
import { useErrorText } from '../../app/error-text.ts';
import { useRefusalText } from '../../app/refusal-text.ts';
import { type Refusal, useRefusals } from '../../queries/refusals.ts';
import { useServices } from '../../session/services.tsx';

/**
 * Says in a toast what is refused while the app is open (specification §8). What was refused before stands at its place and
 * in the outbox.
 */
export function useRefusalToasts(): void {
  const { toaster } = useServices();
  const errorText = useErrorText();
  const refusalText = useRefusalText();
  const refusals = useRefusals();
  const known = useRef<ReadonlySet<string>>(null);
  const say = useEffectEvent(({ name, error }: Refusal): void => {
    const message = name === null ? errorText(error) : refusalText(name, error);
    toaster.show({ message, variant: 'error' });
  });
  useEffect(() => {
    if (refusals === undefined) return;
    const before = known.current;
    known.current = new Set(refusals.map(({ id }) => id));
    if (before === null) return;
    for (const refusal of refusals) if (!before.has(refusal.id)) say(refusal);
  }, [refusals]);
}

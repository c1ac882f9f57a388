import { useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ProtocolError } from '../../protocol/index.ts';
import { useEngine, useServices } from '../session/services.tsx';
import { useErrorText } from './error-text.ts';
import { reportFault } from './faults.ts';

export type OutboxHand = {
  /** One after the other: what is tried again goes to the end of its lane, so that the order stays. */
  readonly retry: (...ids: string[]) => void;
  readonly discard: (id: string) => void;
  /** Anything else that is done to the outbox. */
  readonly attempt: (action: () => Promise<unknown>) => void;
};

/** The member's hand over what waits. A device that cannot note it, as with a full disk, says so, and nothing is lost. */
export function useOutboxHand(): OutboxHand {
  const engine = useEngine();
  const { toaster } = useServices();
  const { t } = useTranslation();
  const errorText = useRef<ReturnType<typeof useErrorText>>(null);
  errorText.current = useErrorText();
  return useMemo(() => {
    const run = async (action: () => Promise<unknown>): Promise<void> => {
      try {
        await action();
      } catch (error) {
        const detail = error instanceof ProtocolError ? error.detail : null;
        if (detail === null) reportFault(error);
        toaster.show({ message: errorText.current?.(detail) ?? '', variant: 'error' });
      }
    };
    return {
      retry: (...ids) =>
        void run(async () => {
          for (const id of ids) await engine.retry(id);
        }),
      discard: (id) =>
        void run(async () => {
          const outcome = await engine.cancel(id);
          if (outcome === 'cancelled') return;
          const said = outcome === 'too_late' ? 'outbox.tooLate' : 'outbox.perhapsArrived';
          toaster.show({ message: t(said), variant: 'info' });
        }),
      attempt: (action) => void run(action),
    };
  }, [engine, t, toaster]);
}

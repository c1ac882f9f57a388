import { ProtocolError } from '../../../protocol/index.ts';
import { useErrorText } from '../../app/error-text.ts';
import { useRefusalText } from '../../app/refusal-text.ts';
import { useSaySuccess } from '../../app/use-say-success.ts';
import { mutationOutcome } from '../../queries/mutation-outcome.ts';
import { useEngine, useServices } from '../../session/services.tsx';

// Long enough for a server on a bad line to say that the code is unknown; after that the request simply waits.
const TIMEOUT_MS = 4_000;

/** Asks somebody to be friends. @returns the words of a refusal, which a toast has said, or null when the request is on its way */
export function useRequestFriend(): (uniqueCode: string) => Promise<string | null> {
  const engine = useEngine();
  const { toaster } = useServices();
  const errorText = useErrorText();
  const refusalText = useRefusalText();
  const saySuccess = useSaySuccess();
  const fail = (message: string): string => {
    toaster.show({ message, variant: 'error' });
    return message;
  };

  return async (uniqueCode) => {
    let id: string;
    try {
      id = await engine.mutate('requestFriend', { uniqueCode });
    } catch (error) {
      // Not stored, so not asked: a full disk, for one.
      return fail(errorText(error instanceof ProtocolError ? error.detail : null));
    }
    const isOffline = engine.status.value.connection === 'offline';
    const outcome = isOffline
      ? ({ kind: 'waiting' } as const)
      : await mutationOutcome(engine, id, TIMEOUT_MS);
    if (outcome.kind === 'rejected') {
      await engine.cancel(id);
      return fail(refusalText('requestFriend', outcome.error));
    }
    saySuccess('friendRequestSent', { isWaiting: outcome.kind === 'waiting' });
    return null;
  };
}

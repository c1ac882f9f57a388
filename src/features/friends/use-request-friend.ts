import { useTranslation } from 'react-i18next';
import { type ErrorDetail, ProtocolError } from '../../../protocol/index.ts';
import { useErrorText } from '../../app/error-text.ts';
import { mutationOutcome } from '../../queries/mutation-outcome.ts';
import { useEngine, useServices } from '../../session/services.tsx';

// Long enough for a server on a bad line to say that the code is unknown; after that the request simply waits.
const TIMEOUT_MS = 4_000;

/** Asks somebody to be friends. @returns the words of a refusal, or null when the request is on its way */
export function useRequestFriend(): (uniqueCode: string) => Promise<string | null> {
  const { t } = useTranslation();
  const engine = useEngine();
  const { toaster } = useServices();
  const errorText = useErrorText();
  const refusal = (error: ErrorDetail | null): string =>
    error?.code === 'not_found' ? t('friends.notFound') : errorText(error);

  return async (uniqueCode) => {
    let id: string;
    try {
      id = await engine.mutate('requestFriend', { uniqueCode });
    } catch (error) {
      // Not stored, so not asked: a full disk, for one.
      return errorText(error instanceof ProtocolError ? error.detail : null);
    }
    const isOffline = engine.status.value.connection === 'offline';
    const outcome = isOffline
      ? ({ kind: 'waiting' } as const)
      : await mutationOutcome(engine, id, TIMEOUT_MS);
    if (outcome.kind === 'rejected') {
      await engine.cancel(id);
      return refusal(outcome.error);
    }
    if (outcome.kind === 'waiting') toaster.show({ message: t('friends.savedOffline'), variant: 'info' });
    else toaster.show({ message: t('success.friendRequestSent'), variant: 'success' });
    return null;
  };
}

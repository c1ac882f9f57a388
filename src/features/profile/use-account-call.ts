import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProtocolError } from '../../../protocol/index.ts';
import type { Api } from '../../session/api.ts';
import type { Answer } from '../../session/call-server.ts';
import { useServices } from '../../session/services.tsx';

type Ask<T> = (api: Api, token: string) => Promise<Answer<T>>;

type CallOptions = {
  /** The screen itself says that there is no network. */
  showsOffline?: boolean;
  /** Told why there is no data: what the server has said, null where it did not answer. */
  onFailed?: (error: ProtocolError | null) => void;
};

/** Calls about the account from a signed-in screen: without a network that is said in a toast, and a session that the server has ended is signed out here, too. */
export function useAccountCall() {
  const { t } = useTranslation();
  const { api, session, toaster } = useServices();

  /** @returns the data, or null when something went wrong */
  // biome-ignore lint/correctness/useExhaustiveDependencies: words are read when they are shown; the services never change.
  const call = useCallback(
    async <T>(
      ask: Ask<T>,
      { showsOffline = false, onFailed }: CallOptions = {},
    ): Promise<{ data: T } | null> => {
      const token = session.token();
      if (token === null) return null;
      const answer = await ask(api, token);
      if (answer.kind === 'done') return { data: answer.data };
      onFailed?.(answer.kind === 'refused' ? answer.error : null);
      if (answer.kind === 'refused' && answer.error.kind === 'session_dead') await session.forceSignOut();
      else if (answer.kind === 'unreachable' && !navigator.onLine && !showsOffline)
        toaster.show({ message: t('devices.unreachableHint'), variant: 'warning' });
      return null;
    },
    [api, session, toaster],
  );
  return { call, toaster };
}

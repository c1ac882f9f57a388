import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SessionRow } from '../../../protocol/index.ts';
import { useIsOnline } from '../../app/online.ts';
import { useAccountCall } from './use-account-call.ts';

type State = 'loading' | 'ready' | 'unreachable';

/** The sessions as the server knows them: who may still come in is nothing to show from memory. */
export function useDevices() {
  const { t } = useTranslation();
  const { call, toaster } = useAccountCall();
  const isOnline = useIsOnline();
  const [devices, setDevices] = useState<readonly SessionRow[]>([]);
  const [state, setState] = useState<State>('loading');

  const reload = useCallback(async (): Promise<void> => {
    const rows = await call((api, token) => api.sessions(token), { showsOffline: true });
    if (rows) setDevices(rows.data);
    setState((before) => (rows ? 'ready' : before === 'ready' ? 'ready' : 'unreachable'));
  }, [call]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again when the network is back.
  useEffect(() => {
    void reload();
  }, [reload, isOnline]);

  const end = async ({ id }: SessionRow): Promise<void> => {
    if (!(await call((api, token) => api.endSession(token, id)))) return;
    setDevices((rows) => rows.filter((row) => row.id !== id));
    toaster.show({ message: t('devices.ended'), variant: 'success' });
  };
  const endOthers = async (): Promise<void> => {
    if (!(await call((api, token) => api.endOtherSessions(token)))) return;
    setDevices((rows) => rows.filter(({ isCurrent }) => isCurrent));
    toaster.show({ message: t('devices.endedAll'), variant: 'success' });
  };
  return { devices, state, reload, end, endOthers };
}

import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ExportState } from '../../../protocol/index.ts';
import { reportFault } from '../../app/faults.ts';
import { readDeviceCopy } from '../../queries/device-copy.ts';
import { useEngine, useEngineStatus, useServices } from '../../session/services.tsx';
import { saveBlob } from '../media/save-file.ts';
import { readDeviceMedia } from './device-media.ts';
import { useAccountCall } from './use-account-call.ts';
import { zipTables } from './zip-tables.ts';

const LOOK_EVERY_MS = 3_000;
const FILE_PATH = '/api/v1/account/export/file';

const nameOf = (what: string): string => `tambay-${what}${new Date().toISOString().slice(0, 10)}.zip`;

/** The copy that the server makes: how far it is, asked again while it is being prepared and when the network is back. */
export function useServerExport() {
  const { t } = useTranslation();
  const { call, toaster } = useAccountCall();
  const { api, session } = useServices();
  const isOffline = useEngineStatus().connection === 'offline';
  const [state, setState] = useState<ExportState>();
  const [isBusy, setIsBusy] = useState(false);

  const isAsked = useRef(false);
  const look = useCallback(async (): Promise<void> => {
    // While it is being prepared it is asked for every few seconds.
    const report = { isQuiet: isAsked.current };
    isAsked.current = true;
    const answer = await call((api, token) => api.exportState(token, report), { showsOffline: true });
    if (answer) setState(answer.data);
  }, [call]);
  useEffect(() => {
    if (!isOffline) void look();
  }, [look, isOffline]);
  const isPreparing = state?.state === 'preparing' && !isOffline;
  useEffect(() => {
    if (!isPreparing) return;
    const timer = setInterval(() => void look(), LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [look, isPreparing]);

  const whileBusy = async (work: () => Promise<void>): Promise<void> => {
    setIsBusy(true);
    await work().finally(() => setIsBusy(false));
  };
  const request = () =>
    whileBusy(async () => {
      const answer = await call((api, token) => api.requestExport(token));
      if (answer) setState(answer.data);
    });
  const download = () =>
    whileBusy(async () => {
      const bytes = await api.fileBytes(session.token(), FILE_PATH);
      if (bytes) return saveBlob(bytes, nameOf(''));
      toaster.show({ message: t('account.exportNotDownloaded'), variant: 'error' });
      // Its time may be over.
      await look();
    });
  return { state, isOffline, isBusy, request, download };
}

/** What is on this device, packed here: no server and no network has a part in it. */
export function useDeviceExport() {
  const { t } = useTranslation();
  const engine = useEngine();
  const { toaster } = useServices();
  const [isBusy, setIsBusy] = useState(false);
  const save = async (): Promise<void> => {
    setIsBusy(true);
    try {
      const packed = await zipTables(await readDeviceCopy(engine), readDeviceMedia(engine));
      saveBlob(packed, nameOf('device-'));
      toaster.show({ message: t('account.exportDeviceSaved'), variant: 'success' });
    } catch (error) {
      reportFault(error);
      toaster.show({ message: t('account.exportDeviceFailed'), variant: 'error' });
    } finally {
      setIsBusy(false);
    }
  };
  return { isBusy, save };
}

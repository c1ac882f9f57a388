import { Bot, Clock, Crown, Files, HardDrive, ShieldCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '../../app/device-storage.ts';
import { reportFault } from '../../app/faults.ts';
import { ListRow } from '../../components/list-row.tsx';
import { Section } from '../../components/section.tsx';
import { useEngine } from '../../session/services.tsx';
import { readSocketHolder, type SocketHolder } from './socket-holder.ts';
import type { Findings } from './use-diagnosis.ts';

type WorkerState = 'none' | 'active' | 'waiting';

const readWorker = async (): Promise<WorkerState> => {
  const registration = await navigator.serviceWorker?.getRegistration();
  if (!registration?.active) return 'none';
  return registration.waiting ? 'waiting' : 'active';
};

/** A clock that is wrong by more than this makes waiting times look odd. */
const SKEW_MIN_MS = 30_000;

/** The browser may also say nothing of it. */
const storageWord = (isProtected: boolean | null) => {
  if (isProtected === null) return 'doctor.storageUnknown';
  return isProtected ? 'profile.storageKept' : 'profile.storageMayGo';
};

/** Who holds the socket, who stands by, how much room there is, and whether the browser may take it back. */
export function DeviceFacts({ findings: { diagnosis, reached } }: { findings: Findings }) {
  const { t, i18n } = useTranslation();
  const { userId } = useEngine();
  const [worker, setWorker] = useState<WorkerState>();
  const [holder, setHolder] = useState<SocketHolder>();
  useEffect(() => {
    let isCurrent = true;
    void readWorker().then((state) => isCurrent && setWorker(state));
    return () => {
      isCurrent = false;
    };
  }, []);
  const { health, storage, isProtected, repairedFiles, at } = diagnosis;
  const { isLeader } = health;
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again with each look, as other tabs come and go.
  useEffect(() => {
    let isCurrent = true;
    void readSocketHolder(userId, isLeader)
      .then((found) => isCurrent && setHolder(found))
      .catch(reportFault);
    return () => {
      isCurrent = false;
    };
  }, [userId, isLeader, at]);
  const clock = (): string => {
    // Only the server can tell.
    if (reached?.by !== 'server') return t('doctor.state.unknown');
    const skewMs = at - reached.serverTime;
    return Math.abs(skewMs) < SKEW_MIN_MS
      ? t('doctor.clockRight')
      : t('doctor.clockOff', { count: Math.round(skewMs / 60_000) });
  };
  return (
    <Section title={t('doctor.facts')}>
      {holder !== undefined && (
        <ListRow
          isCompact
          isWrapping
          leading={<Crown size={22} aria-hidden="true" />}
          title={t(`doctor.holder.${holder}`)}
          meta={diagnosis.tab.slice(-8)}
        />
      )}
      {worker !== undefined && (
        <ListRow
          isCompact
          leading={<Bot size={22} aria-hidden="true" />}
          title={t('doctor.worker')}
          meta={t(`doctor.workerState.${worker}`)}
        />
      )}
      {storage && (
        <ListRow
          isCompact
          leading={<HardDrive size={22} aria-hidden="true" />}
          title={t('doctor.storage', {
            used: formatBytes(i18n.language, storage.usage),
            room: formatBytes(i18n.language, storage.quota),
          })}
        />
      )}
      <ListRow
        isCompact
        leading={<ShieldCheck size={22} aria-hidden="true" />}
        title={t(storageWord(isProtected))}
      />
      <ListRow
        isCompact
        leading={<Files size={22} aria-hidden="true" />}
        title={t('doctor.files')}
        meta={
          repairedFiles === 0 ? t('doctor.filesRight') : t('doctor.filesRepaired', { count: repairedFiles })
        }
      />
      <ListRow
        isCompact
        leading={<Clock size={22} aria-hidden="true" />}
        title={t('doctor.clock')}
        meta={clock()}
      />
    </Section>
  );
}

import { Bot, Clock, Crown, HardDrive, ShieldCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '../../app/device-storage.ts';
import { ListRow } from '../../components/list-row.tsx';
import { Section } from '../../components/section.tsx';
import type { Findings } from './use-diagnosis.ts';

type WorkerState = 'none' | 'active' | 'waiting';

const readWorker = async (): Promise<WorkerState> => {
  const registration = await navigator.serviceWorker?.getRegistration();
  if (!registration?.active) return 'none';
  return registration.waiting ? 'waiting' : 'active';
};

/** A clock that is wrong by more than this makes waiting times look odd. */
const SKEW_MIN_MS = 30_000;

/** Who holds the socket, who stands by, how much room there is, and whether the browser may take it back. */
export function DeviceFacts({ findings: { diagnosis, reached } }: { findings: Findings }) {
  const { t, i18n } = useTranslation();
  const [worker, setWorker] = useState<WorkerState>();
  useEffect(() => {
    let isCurrent = true;
    void readWorker().then((state) => isCurrent && setWorker(state));
    return () => {
      isCurrent = false;
    };
  }, []);
  const { health, storage, isProtected, at } = diagnosis;
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
      <ListRow
        isCompact
        isWrapping
        leading={<Crown size={22} aria-hidden="true" />}
        title={t(health.isLeader ? 'doctor.leader' : 'doctor.follower')}
        meta={diagnosis.tab.slice(-8)}
      />
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
        title={t(isProtected === true ? 'profile.storageKept' : 'profile.storageMayGo')}
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

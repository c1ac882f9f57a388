import { useTranslation } from 'react-i18next';
import { formatBytes } from '../../app/device-storage.ts';
import { secondsFor, uplinkSpeed } from './upload-speed.ts';

/** "180 KB ≈ 9 s", honest about this connection. */
export function useEstimate(): (bytes: number) => string {
  const { t, i18n } = useTranslation();
  return (bytes) => {
    const seconds = secondsFor(bytes, uplinkSpeed());
    const size = formatBytes(i18n.language, bytes);
    return seconds < 90
      ? t('media.estimateSeconds', { size, seconds })
      : t('media.estimateMinutes', { size, minutes: Math.round(seconds / 60) });
  };
}

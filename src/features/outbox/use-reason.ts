import { useTranslation } from 'react-i18next';
import { serverClock } from '../../../sync/index.ts';
import { useMinute } from '../../app/clock.ts';
import { useRefusalText } from '../../app/refusal-text.ts';
import { formatDate } from '../../i18n/format.ts';
import type { OutboxItem } from '../../queries/outbox.ts';
import { useEngineStatus } from '../../session/services.tsx';
import { useFileState } from './use-file-words.ts';

/** Why an item is still here, in words. */
export function useReason({ row, isBehind, isReadable, isTargetDeleted, waitsFor }: OutboxItem): string {
  const { t, i18n } = useTranslation();
  const refusalText = useRefusalText();
  const { connection, paused } = useEngineStatus();
  // How long to wait is counted by the clock of the device.
  const now = useMinute() - serverClock.offsetMs();
  const fileState = useFileState(waitsFor);
  if (!isReadable) return t('outbox.newer');
  switch (row.state) {
    case 'rejected':
      return refusalText(row.name, row.error, isTargetDeleted);
    case 'parked':
      return t('outbox.parked');
    case 'blocked':
      return t('outbox.blocked');
    case 'cancelling':
      return t('outbox.cancelling');
    case 'acked':
      return t('outbox.acked');
    case 'sending':
      return t('outbox.sending');
    case 'queued':
      if (connection === 'offline') return t('outbox.offline');
      // Why, says the banner above.
      if (paused !== null) return t('outbox.paused');
      if (isBehind) return t('outbox.behind');
      if (fileState !== null) return t('outbox.forFiles', { why: fileState });
      if (row.notBefore > now)
        return t('outbox.later', { time: formatDate(i18n.language, 'clock', new Date(row.notBefore)) });
      return t('outbox.next');
  }
}

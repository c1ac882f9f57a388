import { Clock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ListRow } from '../../components/list-row.tsx';
import type { Goodbye } from '../../session/goodbyes.ts';
import { useEngineStatus } from '../../session/services.tsx';

/** A stranger who was left or blocked, which no server has heard yet. On the screen it is done: it cannot be taken back. */
export function OutboxGoodbye({ goodbye: { how } }: { goodbye: Goodbye }) {
  const { t } = useTranslation();
  const { connection, paused } = useEngineStatus();
  const why = (): string => {
    if (connection === 'offline') return t('outbox.offline');
    return t(paused === null ? 'outbox.sending' : 'outbox.paused');
  };
  return (
    <ListRow
      isWrapping
      leading={<Clock size={22} aria-hidden="true" />}
      title={t(how === 'block' ? 'outbox.deed.blockStranger' : 'outbox.deed.leaveStranger')}
      subtitle={why()}
    />
  );
}

import { Clock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ListRow } from '../../components/list-row.tsx';
import type { PendingLeave } from '../../session/pending-leaves.ts';
import { useEngineStatus } from '../../session/services.tsx';

/** A stranger who was left or blocked, which no server has acknowledged yet. On the screen it is done: it cannot be taken back. */
export function OutboxLeave({ leave: { how } }: { leave: PendingLeave }) {
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
      title={t(how === 'block' ? 'outbox.action.blockStranger' : 'outbox.action.leaveStranger')}
      subtitle={why()}
    />
  );
}

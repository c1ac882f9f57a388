import { Link } from '@tanstack/react-router';
import { CloudUpload } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../components/badge.tsx';
import { LinkRow } from '../../components/link-row.tsx';
import { useAttention } from '../../queries/waiting-files.ts';
import { useEngineStatus } from '../../session/services.tsx';

/** Leads to the outbox and says how much is in it. */
export function OutboxLink() {
  const { t } = useTranslation();
  const { unsettled, files } = useEngineStatus();
  const attention = useAttention();
  return (
    <LinkRow
      icon={CloudUpload}
      title={t('outbox.title')}
      meta={<Badge count={unsettled + files} counted="inOutbox" tone={attention > 0 ? 'new' : 'muted'} />}
      render={<Link to="/profile/outbox" />}
    />
  );
}

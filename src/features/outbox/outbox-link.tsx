import { Link } from '@tanstack/react-router';
import { CloudUpload } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../components/badge.tsx';
import { LinkRow } from '../../components/link-row.tsx';
import { useOutboxCount } from '../../queries/outbox-count.ts';
import { useAttention } from '../../queries/waiting-files.ts';

/** Leads to the outbox and says how much is in it. */
export function OutboxLink({ anchor }: { anchor?: 'outbox' }) {
  const { t } = useTranslation();
  const count = useOutboxCount();
  const attention = useAttention();
  return (
    <LinkRow
      anchor={anchor}
      icon={CloudUpload}
      title={t('outbox.title')}
      meta={<Badge count={count} counted="inOutbox" tone={attention > 0 ? 'new' : 'muted'} />}
      render={<Link to="/profile/outbox" />}
    />
  );
}

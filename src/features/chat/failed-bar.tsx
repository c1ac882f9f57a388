import { TriangleAlert } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { useOutboxHand } from '../../app/use-outbox-hand.ts';
import { Banner } from '../../components/banner.tsx';
import { Button } from '../../components/button.tsx';
import { needsAttention } from '../../queries/failed-messages.ts';
import type { MessagesWindow } from '../../queries/messages.ts';

interface FailedBarProps {
  messages: MessagesWindow;
}

/** From two on, messages and edits alike, one tap for all of them. */
export const FailedBar = memo(function FailedBar({ messages }: FailedBarProps) {
  const { t } = useTranslation();
  const hand = useOutboxHand();
  const unsent = [...messages.outbox.values()].filter(needsAttention);
  const failed = [...unsent, ...messages.refusedEdits.values()].sort((a, b) => a.seq - b.seq);
  if (failed.length < 2) return null;
  return (
    <Banner
      tone="danger"
      shape="edge"
      icon={<TriangleAlert size={20} />}
      actions={
        <Button variant="quiet" size="sm" onClick={() => hand.retry(...failed.map((row) => row.id))}>
          {t('action.retryAll')}
        </Button>
      }
    >
      {t('chat.failed', { count: failed.length })}
    </Banner>
  );
});

import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Banner } from '../../components/banner.tsx';
import { Button } from '../../components/button.tsx';
import { needsAttention } from '../../queries/failed-messages.ts';
import type { MessagesWindow } from '../../queries/messages.ts';
import { useEngine } from '../../session/services.tsx';

interface FailedBarProps {
  messages: MessagesWindow;
}

/** From two failed messages on, one tap for all of them. */
export function FailedBar({ messages }: FailedBarProps) {
  const { t } = useTranslation();
  const engine = useEngine();
  const failed = [...messages.outbox.values()].filter(needsAttention).sort((a, b) => a.seq - b.seq);
  if (failed.length < 2) return null;
  const retryAll = async () => {
    // One after the other: a retried message goes to the end of its lane, so that the order stays.
    for (const row of failed) await engine.retry(row.id);
  };
  return (
    <Banner
      tone="danger"
      shape="edge"
      icon={<TriangleAlert size={20} />}
      actions={
        <Button variant="quiet" size="sm" onClick={() => void retryAll()}>
          {t('action.retryAll')}
        </Button>
      }
    >
      {t('chat.failed', { count: failed.length })}
    </Banner>
  );
}

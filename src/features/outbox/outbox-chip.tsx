import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/button.tsx';
import { STRIP_DELAY_MS } from '../../components/strip-timing.ts';
import { useOutboxCount } from '../../queries/outbox-count.ts';
import { useEngineStatus } from '../../session/services.tsx';

/**
 * Leads to the outbox while something stays in it. What goes at once, as a like does on a good network, is over before
 * anybody needs to know, and a chip that comes and goes moves what the thumb is about to touch: as with the strip.
 */
export function OutboxChip() {
  const { t } = useTranslation();
  const { attention, connection } = useEngineStatus();
  const count = useOutboxCount();
  const hasWaited = useHasWaited(count > 0);
  const isStaying = attention > 0 || connection === 'offline' || hasWaited;
  if (count === 0 || !isStaying) return null;
  return (
    <Button size="sm" variant="secondary" render={<Link to="/profile/outbox" />}>
      {t('outbox.title')} · {count}
    </Button>
  );
}

function useHasWaited(isWaiting: boolean): boolean {
  const [hasWaited, setHasWaited] = useState(false);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => setHasWaited(true), STRIP_DELAY_MS);
    return () => {
      clearTimeout(timer);
      setHasWaited(false);
    };
  }, [isWaiting]);
  return hasWaited;
}

import { CloudOff } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { reportFault } from '../../app/faults.ts';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { NarrowLayout } from '../../components/narrow-layout.tsx';
import { useServices } from '../../session/services.tsx';

const FIRST_WAIT_MS = 5_000;
const LONGEST_WAIT_MS = 60_000;

/** A token, but this device holds nothing of its owner, and the server cannot be asked. Nobody is logged out for that. */
export function UnreachableScreen() {
  const { t } = useTranslation();
  const { session } = useServices();
  // No event of the network tells that a server is there again.
  useEffect(() => {
    let wait = FIRST_WAIT_MS;
    let timer: ReturnType<typeof setTimeout>;
    const waitAndAsk = (): void => {
      timer = setTimeout(async () => {
        if (document.visibilityState === 'visible') await session.askAgain().catch(reportFault);
        wait = Math.min(2 * wait, LONGEST_WAIT_MS);
        if (!isOver) waitAndAsk();
      }, wait);
    };
    let isOver = false;
    waitAndAsk();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [session]);
  return (
    <NarrowLayout>
      <EmptyState
        icon={<CloudOff size={32} />}
        line={t('auth.unreachable')}
        hint={t('auth.unreachableHint')}
        action={<Button onClick={() => void session.start()}>{t('action.tryAgain')}</Button>}
      />
    </NarrowLayout>
  );
}

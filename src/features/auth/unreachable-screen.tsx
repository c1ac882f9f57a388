import { CloudOff } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { ErrorDetail } from '../../../protocol/index.ts';
import { useErrorText } from '../../app/error-text.ts';
import { reportFault } from '../../app/faults.ts';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { NarrowLayout } from '../../components/narrow-layout.tsx';
import { askAgain } from '../../session/ask-again.ts';
import { useServices } from '../../session/services.tsx';

const AGAIN_MS = 10_000;

/**
 * A token, but this device holds nothing of its owner, and the server cannot be asked. That is no reason to sign out.
 * @param error what our server says, if it was reached
 */
export function UnreachableScreen({ error }: { error: ErrorDetail | null }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { api, session } = useServices();
  // No event of the network tells that a server is there again.
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void askAgain(api, session).catch(reportFault);
    }, AGAIN_MS);
    return () => clearInterval(timer);
  }, [api, session]);
  return (
    <NarrowLayout>
      <EmptyState
        icon={<CloudOff size={32} />}
        line={error === null ? t('auth.unreachable') : errorText(error)}
        hint={t('auth.unreachableHint')}
        action={<Button onClick={() => void session.start()}>{t('action.tryAgain')}</Button>}
      />
    </NarrowLayout>
  );
}

import { CloudOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { NarrowLayout } from '../../components/narrow-layout.tsx';
import { useServices } from '../../session/services.tsx';

/** A token, but this device holds nothing of its owner, and the server cannot be asked. Nobody is logged out for that. */
export function UnreachableScreen() {
  const { t } = useTranslation();
  const { session } = useServices();
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

import { Bandage } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';

/** What a screen says that threw. A fresh start is the honest way out: state in memory is what broke. */
export function CrashNotice() {
  const { t } = useTranslation();
  return (
    <EmptyState
      icon={<Bandage size={32} />}
      line={t('crash.title')}
      hint={t('crash.body')}
      action={<Button onClick={() => location.reload()}>{t('action.reload')}</Button>}
    />
  );
}

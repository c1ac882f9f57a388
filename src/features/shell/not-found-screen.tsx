import { Link } from '@tanstack/react-router';
import { Compass } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { NarrowLayout } from '../../components/narrow-layout.tsx';

/** `/not-found` and every address that leads nowhere (specification §2). */
export function NotFoundScreen() {
  const { t } = useTranslation();
  return (
    <NarrowLayout>
      <EmptyState
        icon={<Compass size={32} />}
        line={t('notFound.title')}
        isPageTitle
        hint={t('notFound.body')}
        action={<Button render={<Link to="/" />}>{t('notFound.goHome')}</Button>}
      />
    </NarrowLayout>
  );
}

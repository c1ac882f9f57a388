import { Link } from '@tanstack/react-router';
import { QrCode } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { NarrowLayout } from '../../components/narrow-layout.tsx';
import { LanguageSwitch } from '../shell/language-switch.tsx';

/** `/qr-login`, until codes can be shown and scanned: it says so, and leads back to what works. */
export function QrLoginScreen() {
  const { t } = useTranslation();
  return (
    <NarrowLayout corner={<LanguageSwitch />}>
      <EmptyState
        icon={<QrCode size={32} />}
        line={t('auth.scanToSignIn')}
        isPageTitle
        hint={t('auth.scanNotYet')}
        action={<Button render={<Link to="/" />}>{t('auth.loginWithCredentials')}</Button>}
      />
    </NarrowLayout>
  );
}

import { Link, useNavigate } from '@tanstack/react-router';
import { ScanLine } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/button.tsx';
import { Hero } from '../../components/hero.tsx';
import { NarrowLayout } from '../../components/narrow-layout.tsx';
import { Stack } from '../../components/stack.tsx';
import { LanguageSwitch } from '../shell/language-switch.tsx';
import { ScanFromApp } from './scan-from-app.tsx';
import { ShownCode } from './shown-code.tsx';

interface QrLoginScreenProps {
  /** The camera instead of the code. */
  isScanning: boolean;
}

/** `/qr-login`: this new device shows a code, or scans one of the app on a device that is signed in. */
export function QrLoginScreen({ isScanning }: QrLoginScreenProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <NarrowLayout
      corner={<LanguageSwitch />}
      hero={
        <Hero
          title={t(isScanning ? 'scan.title' : 'auth.scanToSignIn')}
          lead={t(isScanning ? 'scan.visitorLead' : 'qr.showLead')}
        />
      }
    >
      {isScanning ? <ScanFromApp /> : <ShownCode />}
      <Stack gap="sm">
        {isScanning ? (
          <Button variant="outline" isWide render={<Link to="/qr-login" />}>
            {t('qr.showInstead')}
          </Button>
        ) : (
          <Button
            variant="outline"
            isWide
            icon={<ScanLine size={20} aria-hidden="true" />}
            onClick={() => void navigate({ to: '/qr-login', search: { scan: true } })}
          >
            {t('scan.title')}
          </Button>
        )}
        <Button variant="quiet" isWide render={<Link to="/" />}>
          {t('auth.backToSignIn')}
        </Button>
      </Stack>
    </NarrowLayout>
  );
}

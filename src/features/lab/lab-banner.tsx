import { Link } from '@tanstack/react-router';
import { FlaskConical } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Banner } from '../../components/banner.tsx';
import { Button } from '../../components/button.tsx';
import { lab } from './lab.ts';

/** On every screen while a fault is on, so that nobody takes it for a real one. */
export function LabBanner() {
  const { t } = useTranslation();
  const on = useSyncExternalStore(lab.faults.subscribe, lab.faults.get);
  if (on.size === 0) return null;
  return (
    <Banner
      tone="spark"
      shape="edge"
      icon={<FlaskConical size={20} />}
      actions={
        <Button variant="plain" size="sm" render={<Link to="/profile/network-lab" />}>
          {t('lab.open')}
        </Button>
      }
    >
      {[...on].map((fault) => t(`lab.fault.${fault}`)).join(' · ')}
    </Banner>
  );
}

import { Link } from '@tanstack/react-router';
import { FlaskConical } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useObservable } from '../../app/use-observable.ts';
import { Banner } from '../../components/banner.tsx';
import { Button } from '../../components/button.tsx';
import { lab } from './lab.ts';

/** On every screen while a fault is simulated, so that it is not taken for a real one. */
export function LabBanner() {
  const { t } = useTranslation();
  const on = useObservable(lab.faults.on);
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

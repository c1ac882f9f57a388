import { Hourglass } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readFaults, reportFault } from '../../app/faults.ts';
import { APP_VERSION } from '../../app/version.ts';
import { Banner } from '../../components/banner.tsx';
import { Button } from '../../components/button.tsx';
import { useEngine, useEngineStatus } from '../../session/services.tsx';

/** Something has waited for minutes although nothing stands in its way: says so, with a report for support. */
export function StuckBanner() {
  const { t } = useTranslation();
  const engine = useEngine();
  const { isStuck } = useEngineStatus();
  const [isCopied, setIsCopied] = useState(false);
  if (!isStuck) return null;
  const copy = async () => {
    try {
      const report = { app: APP_VERSION, trace: await engine.exportTrace(), faults: readFaults() };
      await navigator.clipboard.writeText(JSON.stringify(report, null, 1));
      setIsCopied(true);
    } catch (error) {
      reportFault(error);
    }
  };
  return (
    <Banner
      tone="info"
      shape="edge"
      icon={<Hourglass size={20} />}
      actions={
        <Button variant="quiet" size="sm" onClick={() => void copy()}>
          {t(isCopied ? 'action.copied' : 'status.copyReport')}
        </Button>
      }
    >
      {t('status.stuck')}
    </Banner>
  );
}

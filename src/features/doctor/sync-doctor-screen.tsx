import { useTranslation } from 'react-i18next';
import { useBack } from '../../app/use-back.ts';
import { AppHeader } from '../../components/app-header.tsx';
import { Screen } from '../../components/screen.tsx';
import { SkeletonList } from '../../components/skeleton.tsx';
import { ConnectionStrip } from '../shell/connection-strip.tsx';
import { TroubleBanner } from '../shell/trouble-banner.tsx';
import { DeviceFacts } from './device-facts.tsx';
import { ExportTrace } from './export-trace.tsx';
import { LadderSection } from './ladder-section.tsx';
import { ScopesSection } from './scopes-section.tsx';
import { TimelineSection } from './timeline-section.tsx';
import { useDiagnosis } from './use-diagnosis.ts';
import { WaitingSection } from './waiting-section.tsx';

/** `/profile/sync-doctor`: where a message is stuck, and what repairs it. */
export function SyncDoctorScreen() {
  const { t } = useTranslation();
  const back = useBack('/profile/settings');
  const findings = useDiagnosis();
  return (
    <Screen
      width="narrow"
      isPadded
      banner={<TroubleBanner />}
      header={<AppHeader title={t('doctor.title')} back={{ onPress: back }} status={<ConnectionStrip />} />}
    >
      {findings === undefined ? (
        <SkeletonList rows={6} />
      ) : (
        <>
          <LadderSection findings={findings} />
          <WaitingSection diagnosis={findings.diagnosis} />
          <ScopesSection diagnosis={findings.diagnosis} />
          <DeviceFacts findings={findings} />
          <TimelineSection steps={findings.steps} />
          <ExportTrace />
        </>
      )}
    </Screen>
  );
}

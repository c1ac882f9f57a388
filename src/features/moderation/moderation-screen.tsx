import { CloudOff, Inbox } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBack } from '../../app/use-back.ts';
import { AppHeader } from '../../components/app-header.tsx';
import { ArrowRows } from '../../components/arrow-rows.tsx';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Screen } from '../../components/screen.tsx';
import { Segmented } from '../../components/segmented.tsx';
import { SkeletonList } from '../../components/skeleton.tsx';
import { Stack } from '../../components/stack.tsx';
import { ConnectionStrip } from '../shell/connection-strip.tsx';
import { ModerationLog } from './moderation-log.tsx';
import { ReportCard } from './report-card.tsx';
import { SuspensionCard } from './suspension-card.tsx';
import { type ModerationView, useModeration } from './use-moderation.ts';

const views: readonly ModerationView[] = ['open', 'closed', 'suspended', 'log'];

/** `/moderation`: for the accounts that the server's configuration names; it needs the server all the time. */
export function ModerationScreen() {
  const { t } = useTranslation();
  const back = useBack('/profile');
  const [view, setView] = useState<ModerationView>('open');
  return (
    <Screen
      width="narrow"
      isPadded
      header={
        <AppHeader
          title={t('moderation.title')}
          back={{ onPress: back }}
          status={<ConnectionStrip />}
          below={
            <Segmented
              label={t('moderation.view')}
              value={view}
              options={views.map((value) => ({ value, label: t(`moderation.${value}`) }))}
              onChange={setView}
            />
          }
        />
      }
    >
      <View key={view} view={view} />
    </Screen>
  );
}

function View({ view }: { view: ModerationView }) {
  const { t } = useTranslation();
  const { page, hasFailed, hasMore, reload, more } = useModeration(view);
  if (page === null)
    return hasFailed ? (
      <EmptyState
        icon={<CloudOff size={32} />}
        line={t('moderation.unavailable')}
        hint={t('moderation.unavailableHint')}
        action={<Button onClick={() => void reload()}>{t('action.tryAgain')}</Button>}
      />
    ) : (
      <SkeletonList rows={4} />
    );
  const { reports, suspensions, log } = page;
  if (reports.length + suspensions.length + log.length === 0)
    return <EmptyState icon={<Inbox size={32} />} line={t('moderation.none')} />;
  const changed = () => void reload();
  return (
    <ArrowRows>
      <Stack>
        {reports.map((report) => (
          <ReportCard key={report.id} report={report} onChanged={changed} />
        ))}
        {suspensions.map((suspension) => (
          <SuspensionCard key={suspension.id} suspension={suspension} onChanged={changed} />
        ))}
        {log.length > 0 && <ModerationLog rows={log} />}
        {hasMore && (
          <Button isWide variant="quiet" onClick={() => void more()}>
            {t('moderation.more')}
          </Button>
        )}
      </Stack>
    </ArrowRows>
  );
}

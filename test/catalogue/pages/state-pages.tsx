import { Compass, RefreshCw } from 'lucide-react';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { AppHeader } from '../../../src/components/app-header.tsx';
import { Banner } from '../../../src/components/banner.tsx';
import { Button } from '../../../src/components/button.tsx';
import { EmptyState } from '../../../src/components/empty-state.tsx';
import { LoadingScreen } from '../../../src/components/loading-screen.tsx';
import { NarrowLayout } from '../../../src/components/narrow-layout.tsx';
import { Screen } from '../../../src/components/screen.tsx';
import { SkeletonChat, SkeletonList } from '../../../src/components/skeleton.tsx';
import { type ConnectionStatus, StatusStrip } from '../../../src/components/status-strip.tsx';
import { TwoPane } from '../../../src/components/two-pane.tsx';
import { Shell } from './shell.tsx';

export function NotFoundPage() {
  const { t } = useTranslation();
  return (
    <NarrowLayout>
      <EmptyState
        icon={<Compass size={32} />}
        line={t('notFound.title')}
        hint={t('notFound.body')}
        action={<Button>{t('notFound.goHome')}</Button>}
      />
    </NarrowLayout>
  );
}

export function LoadingPage() {
  return <LoadingScreen />;
}

export function SkeletonPage() {
  const { t } = useTranslation();
  const list = (
    <Screen header={<AppHeader title={t('chats.title')} size="large" />}>
      <SkeletonList rows={7} />
    </Screen>
  );
  return (
    <Shell current="chats">
      <TwoPane
        listLabel={t('chats.list')}
        list={() => list}
        placeholder={
          <Screen ground="weave" header={<AppHeader title="Ben" />}>
            <SkeletonChat />
          </Screen>
        }
      />
    </Shell>
  );
}

const statuses: readonly ConnectionStatus[] = ['offline', 'connecting', 'sending'];

export function StatusPage() {
  const { t } = useTranslation();
  return (
    <main>
      {statuses.map((status) => (
        <Fragment key={status}>
          <AppHeader
            title={t('chats.title')}
            size="large"
            status={<StatusStrip status={status} count={3} />}
          />
          <br />
          <br />
        </Fragment>
      ))}
      <br />
      <Banner
        icon={<RefreshCw size={20} />}
        shape="edge"
        actions={
          <Button size="sm" variant="plain">
            {t('update.apply')}
          </Button>
        }
      >
        {t('update.ready')}
      </Banner>
    </main>
  );
}

import { CloudOff, Globe } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type SiteRow, siteRow, z } from '../../../protocol/index.ts';
import { useIsOnline } from '../../app/online.ts';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ListRow } from '../../components/list-row.tsx';
import { Section } from '../../components/section.tsx';
import { SkeletonList } from '../../components/skeleton.tsx';
import { useKeptAnswer } from '../../queries/kept-answer.ts';
import { useEngine } from '../../session/services.tsx';
import { AccountScreenFrame } from '../shell/account-screen-frame.tsx';
import { RowList } from '../shell/row-list.tsx';
import { When } from '../shell/when.tsx';
import { useAccountCall } from './use-account-call.ts';

const QUESTION = 'connected sites';
const siteRows = z.array(siteRow);

/** `/profile/connected-sites`: which other sites know who the member is, and how to end that. */
export function ConnectedSitesScreen() {
  const { t } = useTranslation();
  return (
    <AccountScreenFrame title={t('account.sites')} backTo="/profile/settings">
      <Sites />
    </AccountScreenFrame>
  );
}

function useSites() {
  const { t } = useTranslation();
  const { call, toaster } = useAccountCall();
  const isOnline = useIsOnline();
  const engine = useEngine();
  const kept = useKeptAnswer(QUESTION, siteRows);
  const [isAsked, setIsAsked] = useState(false);
  const sites: readonly SiteRow[] | 'loading' | 'unreachable' =
    kept ?? (isAsked && kept === null ? 'unreachable' : 'loading');

  const reload = useCallback(async (): Promise<void> => {
    const rows = await call((api, token) => api.sites(token), { showsOffline: true });
    if (rows) await engine.keepAnswer(QUESTION, rows.data).catch(() => undefined);
    setIsAsked(true);
  }, [call, engine]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again when the network is back.
  useEffect(() => {
    void reload();
  }, [reload, isOnline]);

  const remove = async ({ id, origin }: SiteRow): Promise<void> => {
    if (!(await call((api, token) => api.removeSite(token, id)))) return;
    if (kept)
      await engine
        .keepAnswer(
          QUESTION,
          kept.filter((row) => row.id !== id),
        )
        .catch(() => undefined);
    toaster.show({
      message: t('account.siteDisconnected', { name: new URL(origin).host }),
      variant: 'success',
    });
  };
  return { sites, reload, remove };
}

function Sites() {
  const { t } = useTranslation();
  const { sites, reload, remove } = useSites();
  if (sites === 'loading') return <SkeletonList rows={2} />;
  if (sites === 'unreachable') {
    return (
      <EmptyState
        icon={<CloudOff size={32} />}
        line={t('account.sitesUnreachable')}
        hint={t('devices.unreachableHint')}
        action={<Button onClick={() => void reload()}>{t('action.tryAgain')}</Button>}
      />
    );
  }
  if (sites.length === 0)
    return (
      <EmptyState
        icon={<Globe size={32} />}
        line={t('account.sitesEmpty')}
        hint={t('account.sitesEmptyHint')}
      />
    );
  return (
    <Section note={t('account.sitesNote')}>
      <RowList items={sites} keyOf={({ id }) => id}>
        {(site) => <Site site={site} onRemove={() => remove(site)} />}
      </RowList>
    </Section>
  );
}

function Site({ site, onRemove }: { site: SiteRow; onRemove: () => Promise<void> }) {
  const { t } = useTranslation();
  const [isRemoving, setIsRemoving] = useState(false);
  const name = new URL(site.origin).host;
  return (
    <ListRow
      isWrapping
      hasActionsBeside
      leading={<Globe size={22} aria-hidden="true" />}
      title={name}
      subtitle={<When at={Date.parse(site.lastUsedAt)} say={(time) => t('devices.used', { time })} />}
      actions={
        <Button
          variant="outline"
          size="sm"
          isLoading={isRemoving}
          aria-label={t('account.siteDisconnectName', { name })}
          onClick={() => {
            setIsRemoving(true);
            void onRemove().finally(() => setIsRemoving(false));
          }}
        >
          {t('account.siteDisconnect')}
        </Button>
      }
    />
  );
}

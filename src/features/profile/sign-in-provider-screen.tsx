import { Navigate } from '@tanstack/react-router';
import { CloudOff, LogIn, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type OidcLink, oidcLinkBody } from '../../../protocol/index.ts';
import { useErrorText } from '../../app/error-text.ts';
import { Banner } from '../../components/banner.tsx';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ListRow } from '../../components/list-row.tsx';
import { Section } from '../../components/section.tsx';
import { SkeletonList } from '../../components/skeleton.tsx';
import { Stack } from '../../components/stack.tsx';
import { formatDate } from '../../i18n/format.ts';
import { useServices } from '../../session/services.tsx';
import { usePasswordForm } from '../auth/use-password-form.tsx';
import { AccountScreenFrame } from '../shell/account-screen-frame.tsx';
import { useProviderLink } from './use-provider-link.ts';

/** `/profile/sign-in-provider`: an account elsewhere that opens this one, connected and disconnected. */
export function SignInProviderScreen() {
  const { t } = useTranslation();
  return (
    <AccountScreenFrame title={t('account.providerTitle')} backTo="/profile/settings">
      <ProviderLink />
    </AccountScreenFrame>
  );
}

function ProviderLink() {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { link, error, reload, disconnect } = useProviderLink();
  if (link === 'none') return <Navigate to="/profile/settings" replace />;
  if (link === 'loading') return <SkeletonList rows={1} />;
  if (link === 'unreachable') {
    return (
      <EmptyState
        icon={<CloudOff size={32} />}
        line={t('account.providerUnreachable')}
        hint={t('devices.unreachableHint')}
        action={<Button onClick={() => void reload()}>{t('action.tryAgain')}</Button>}
      />
    );
  }
  return (
    <>
      {error !== null && (
        <Banner tone="danger" icon={<TriangleAlert size={20} />}>
          {errorText(error)}
        </Banner>
      )}
      {link.connectedAt === null ? (
        <ConnectForm name={link.name} />
      ) : (
        <Connected name={link.name} since={link.connectedAt} onDisconnect={disconnect} />
      )}
    </>
  );
}

type ConnectedProps = {
  name: OidcLink['name'];
  since: string;
  onDisconnect: () => Promise<void>;
};

function Connected({ name, since, onDisconnect }: ConnectedProps) {
  const { t, i18n } = useTranslation();
  const [isEnding, setIsEnding] = useState(false);
  const date = formatDate(i18n.language, 'dayYear', new Date(since));
  return (
    <Section note={t('account.providerNote')}>
      <ListRow
        isWrapping
        hasActionsBeside
        leading={<LogIn size={22} aria-hidden="true" />}
        title={name}
        subtitle={t('account.providerSince', { date })}
        actions={
          <Button
            variant="outline"
            size="sm"
            isLoading={isEnding}
            aria-label={t('account.siteDisconnectName', { name })}
            onClick={() => {
              setIsEnding(true);
              void onDisconnect().finally(() => setIsEnding(false));
            }}
          >
            {t('account.siteDisconnect')}
          </Button>
        }
      />
    </Section>
  );
}

function ConnectForm({ name }: Pick<OidcLink, 'name'>) {
  const { t } = useTranslation();
  const { api } = useServices();
  const { field, ask, handleSubmit, isSubmitting } = usePasswordForm({
    body: oidcLinkBody,
    offlineText: t('devices.unreachableHint'),
  });
  const connect = handleSubmit(async (body) => {
    const begun = await ask((token) => api.oidcBeginLink(token, body));
    if (begun) location.assign(begun.data.url);
  });
  return (
    <form noValidate onSubmit={connect}>
      <Stack>
        <p>{t('account.providerLead', { name })}</p>
        {field}
        <Button type="submit" isWide isLoading={isSubmitting}>
          {t('account.providerConnect', { name })}
        </Button>
      </Stack>
    </form>
  );
}

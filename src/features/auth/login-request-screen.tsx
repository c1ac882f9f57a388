import { CloudOff, Globe, ShieldX } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { shownName } from '../../../protocol/index.ts';
import { Avatar } from '../../components/avatar.tsx';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Hero } from '../../components/hero.tsx';
import { ListRow } from '../../components/list-row.tsx';
import { LoadingScreen } from '../../components/loading-screen.tsx';
import { NarrowLayout } from '../../components/narrow-layout.tsx';
import { Section } from '../../components/section.tsx';
import { Stack } from '../../components/stack.tsx';
import type { LoginRequest } from '../../session/login-request.ts';
import { LanguageSwitch } from '../shell/language-switch.tsx';
import { type LoginRequestState, useLoginRequest } from './use-login-request.ts';

/** What a member sees in the window that another site has opened (docs/decisions/0008, `loginRequestFrom`). */
export function LoginRequestScreen({ request }: { request: LoginRequest }) {
  const { t } = useTranslation();
  const { state, allow, retry } = useLoginRequest(request);
  const notice = (icon: ReactNode, line: string, hint?: string, action?: ReactNode) => (
    <NarrowLayout corner={<LanguageSwitch />}>
      <EmptyState
        icon={icon}
        line={line}
        isPageTitle
        {...(hint === undefined ? {} : { hint })}
        {...(action === undefined ? {} : { action })}
      />
    </NarrowLayout>
  );
  if (state.kind === 'asking') return <LoadingScreen />;
  if (state.kind === 'notAllowed')
    return notice(<ShieldX size={32} />, t('account.siteNotAllowed'), t('account.siteNotAllowedHint'));
  if (state.kind === 'gone')
    return notice(<ShieldX size={32} />, t('account.siteGone'), t('account.siteGoneHint'));
  if (state.kind === 'done') return notice(<Globe size={32} />, t('account.siteDone'));
  if (state.kind === 'unreachable')
    return notice(
      <CloudOff size={32} />,
      t('account.siteUnreachable'),
      t('account.siteUnreachableHint'),
      <Button onClick={retry}>{t('action.tryAgain')}</Button>,
    );
  return <ConsentCard state={state} onAllow={allow} />;
}

interface ConsentCardProps {
  state: Extract<LoginRequestState, { kind: 'consent' }>;
  onAllow: () => void;
}

function ConsentCard({ state, onAllow }: ConsentCardProps) {
  const { t } = useTranslation();
  const { account, origin } = state;
  const name = shownName(`${account.firstName} ${account.lastName}`) || account.email;
  return (
    <NarrowLayout corner={<LanguageSwitch />} hero={<Hero title={t('account.siteTitle')} lead={origin} />}>
      <Stack>
        <Section title={t('account.siteAccount')}>
          <ListRow
            leading={<Avatar name={name} id={account.id} size="md" />}
            title={name}
            subtitle={account.email}
          />
        </Section>
        <p>{t('account.siteLearns')}</p>
        <p>{t('account.siteRevoke')}</p>
        <Button isWide onClick={onAllow}>
          {t('account.siteAllow')}
        </Button>
        <Button isWide variant="quiet" onClick={() => window.close()}>
          {t('action.cancel')}
        </Button>
      </Stack>
    </NarrowLayout>
  );
}

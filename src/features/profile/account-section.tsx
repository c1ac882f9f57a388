import { Link } from '@tanstack/react-router';
import { Globe, KeyRound, LogIn, MonitorSmartphone, UserCog } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { LinkRow } from '../../components/link-row.tsx';
import { Section } from '../../components/section.tsx';
import { useProviderName } from '../auth/use-provider-name.ts';

/** The ways to everything that keeps the account safe. */
export function AccountSection() {
  const { t } = useTranslation();
  const provider = useProviderName();
  return (
    <Section title={t('account.title')}>
      <LinkRow
        icon={KeyRound}
        title={t('auth.changePassword')}
        render={<Link to="/profile/change-password" />}
      />
      <LinkRow icon={MonitorSmartphone} title={t('devices.title')} render={<Link to="/profile/devices" />} />
      <LinkRow icon={Globe} title={t('account.sites')} render={<Link to="/profile/connected-sites" />} />
      {provider !== null && (
        <LinkRow
          icon={LogIn}
          title={t('account.provider', { name: provider })}
          render={<Link to="/profile/sign-in-provider" />}
        />
      )}
      <LinkRow icon={UserCog} title={t('account.data')} render={<Link to="/profile/account" />} />
    </Section>
  );
}

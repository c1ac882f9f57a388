import { Link } from '@tanstack/react-router';
import { Globe, KeyRound, LogIn, UserCog } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { LinkRow } from '../../components/link-row.tsx';
import { Section } from '../../components/section.tsx';
import { useProviderName } from '../auth/use-provider-name.ts';

/** The ways to everything that keeps the account safe. */
export function AccountSection() {
  const { t } = useTranslation();
  const provider = useProviderName();
  return (
    <Section>
      <LinkRow
        anchor="password"
        icon={KeyRound}
        title={t('auth.changePassword')}
        render={<Link to="/profile/change-password" />}
      />
      <LinkRow
        anchor="sites"
        icon={Globe}
        title={t('account.sites')}
        render={<Link to="/profile/connected-sites" />}
      />
      {provider !== null && (
        <LinkRow
          icon={LogIn}
          title={t('account.provider', { name: provider })}
          render={<Link to="/profile/sign-in-provider" />}
        />
      )}
      <LinkRow
        anchor="data"
        icon={UserCog}
        title={t('account.data')}
        render={<Link to="/profile/account" />}
      />
    </Section>
  );
}

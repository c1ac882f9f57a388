import { Link } from '@tanstack/react-router';
import { Globe, KeyRound, MonitorSmartphone, UserCog } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { LinkRow } from '../../components/link-row.tsx';
import { Section } from '../../components/section.tsx';

/** The ways to everything that keeps the account safe. */
export function AccountSection() {
  const { t } = useTranslation();
  return (
    <Section title={t('account.title')}>
      <LinkRow
        icon={KeyRound}
        title={t('auth.changePassword')}
        render={<Link to="/profile/change-password" />}
      />
      <LinkRow icon={MonitorSmartphone} title={t('devices.title')} render={<Link to="/profile/devices" />} />
      <LinkRow icon={Globe} title={t('account.sites')} render={<Link to="/profile/connected-sites" />} />
      <LinkRow icon={UserCog} title={t('account.data')} render={<Link to="/profile/account" />} />
    </Section>
  );
}

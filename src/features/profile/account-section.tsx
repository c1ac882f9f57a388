import { Link } from '@tanstack/react-router';
import { ChevronRight, KeyRound, MonitorSmartphone } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ListRow } from '../../components/list-row.tsx';
import { Section } from '../../components/section.tsx';

/** The ways to everything that keeps the account safe. */
export function AccountSection() {
  const { t } = useTranslation();
  const onward = <ChevronRight size={20} aria-hidden="true" />;
  return (
    <Section title={t('account.title')}>
      <ListRow
        isCompact
        leading={<KeyRound size={22} aria-hidden="true" />}
        title={t('auth.changePassword')}
        trailing={onward}
        render={<Link to="/profile/change-password" />}
      />
      <ListRow
        isCompact
        leading={<MonitorSmartphone size={22} aria-hidden="true" />}
        title={t('devices.title')}
        trailing={onward}
        render={<Link to="/profile/devices" />}
      />
    </Section>
  );
}

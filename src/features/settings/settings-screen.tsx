import { Link } from '@tanstack/react-router';
import { Languages } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useBack } from '../../app/use-back.ts';
import { AppHeader } from '../../components/app-header.tsx';
import { LinkRow } from '../../components/link-row.tsx';
import { Screen } from '../../components/screen.tsx';
import { Section } from '../../components/section.tsx';
import { getLanguage } from '../../i18n/i18n.ts';
import { languages } from '../../i18n/registry.ts';
import { NotificationKindsSection } from '../notifications/kinds-section.tsx';
import { NotificationsSection } from '../notifications/notifications-section.tsx';
import { OutboxLink } from '../outbox/outbox-link.tsx';
import { AccountSection } from '../profile/account-section.tsx';
import { DeviceSection } from '../profile/device-section.tsx';
import { ConnectionStrip } from '../shell/connection-strip.tsx';
import { AppearanceSection } from './appearance-section.tsx';
import { DataSection } from './data-section.tsx';
import { HelpSection } from './help-section.tsx';
import { MediaSection } from './media-section.tsx';
import { PrivacySection } from './privacy-section.tsx';
import { StorageSection } from './storage-section.tsx';
import { VersionSection } from './version-section.tsx';

/** `/profile/settings` */
export function SettingsScreen() {
  const { t } = useTranslation();
  const back = useBack('/profile');
  return (
    <Screen
      width="narrow"
      isPadded
      header={<AppHeader title={t('settings.title')} back={{ onPress: back }} status={<ConnectionStrip />} />}
    >
      <AppearanceSection />
      <MediaSection />
      <DataSection />
      <PrivacySection />
      <Section>
        <LinkRow
          icon={Languages}
          title={t('settings.language')}
          meta={languages[getLanguage()].name}
          render={<Link to="/profile/change-language" />}
        />
        <OutboxLink />
      </Section>
      <AccountSection />
      <NotificationsSection />
      <NotificationKindsSection />
      <DeviceSection />
      <StorageSection />
      <HelpSection />
      <VersionSection />
    </Screen>
  );
}

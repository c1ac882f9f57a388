import type { FunctionComponent } from 'react';
import { useTranslation } from 'react-i18next';
import { useBack } from '../../app/use-back.ts';
import { AppHeader } from '../../components/app-header.tsx';
import { Screen } from '../../components/screen.tsx';
import { Section } from '../../components/section.tsx';
import { NotificationKindsSection } from '../notifications/kinds-section.tsx';
import { NotificationsSection } from '../notifications/notifications-section.tsx';
import { OutboxLink } from '../outbox/outbox-link.tsx';
import { AccountSection } from '../profile/account-section.tsx';
import { ConnectionStrip } from '../shell/connection-strip.tsx';
import { AppearanceSection } from './appearance-section.tsx';
import { DataSection } from './data-section.tsx';
import type { SettingsGroup } from './groups.ts';
import { HelpSection } from './help-section.tsx';
import { LanguageSection } from './language-section.tsx';
import { MediaSection } from './media-section.tsx';
import { PrivacySection } from './privacy-section.tsx';
import { SoundsSection } from './sounds-section.tsx';
import { StorageSection } from './storage-section.tsx';
import { useMarkSetting } from './use-mark-setting.ts';
import { VersionSection } from './version-section.tsx';

const contents: Record<Exclude<SettingsGroup, 'devices'>, FunctionComponent> = {
  account: AccountSection,
  privacy: PrivacySection,
  notifications: () => (
    <>
      <NotificationsSection />
      <SoundsSection />
      <NotificationKindsSection />
    </>
  ),
  appearance: () => (
    <>
      <AppearanceSection />
      <LanguageSection />
    </>
  ),
  storage: () => (
    <>
      <MediaSection />
      <DataSection />
      <StorageSection />
    </>
  ),
  help: () => (
    <>
      <Section>
        <OutboxLink anchor="outbox" />
      </Section>
      <HelpSection />
      <VersionSection />
    </>
  ),
};

/** `/profile/settings/{group}`: the settings of one group. Devices have an address of their own. */
export function SettingsGroupScreen({ group }: { group: keyof typeof contents }) {
  const { t } = useTranslation();
  const back = useBack('/profile/settings');
  useMarkSetting();
  const Content = contents[group];
  return (
    <Screen
      width="narrow"
      isPadded
      header={
        <AppHeader
          title={t(`settings.groups.${group}`)}
          back={{ onPress: back, isNarrowOnly: true }}
          status={<ConnectionStrip />}
        />
      }
    >
      <Content />
    </Screen>
  );
}

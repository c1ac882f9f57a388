import { Link } from '@tanstack/react-router';
import { ChevronRight, CloudUpload, Languages } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useKeptScroll } from '../../app/kept-scroll.ts';
import { useBack } from '../../app/use-back.ts';
import { AppHeader } from '../../components/app-header.tsx';
import { Badge } from '../../components/badge.tsx';
import { ListRow } from '../../components/list-row.tsx';
import { Screen } from '../../components/screen.tsx';
import { Section } from '../../components/section.tsx';
import { getLanguage } from '../../i18n/i18n.ts';
import { languages } from '../../i18n/registry.ts';
import { useEngineStatus } from '../../session/services.tsx';
import { NotificationsSection } from '../notifications/notifications-section.tsx';
import { AccountSection } from '../profile/account-section.tsx';
import { DeviceSection } from '../profile/device-section.tsx';
import { ConnectionStrip } from '../shell/connection-strip.tsx';
import { AppearanceSection } from './appearance-section.tsx';
import { PrivacySection } from './privacy-section.tsx';

/** `/profile/settings` */
export function SettingsScreen() {
  const { t } = useTranslation();
  const scrollRef = useKeptScroll('settings');
  const back = useBack('/profile');
  const { pending, attention } = useEngineStatus();
  const waiting = pending + attention;
  return (
    <Screen
      width="narrow"
      isPadded
      scrollRef={scrollRef}
      header={<AppHeader title={t('settings.title')} back={{ onPress: back }} status={<ConnectionStrip />} />}
    >
      <AppearanceSection />
      <PrivacySection />
      <Section>
        <ListRow
          isCompact
          leading={<Languages size={22} aria-hidden="true" />}
          title={t('settings.language')}
          meta={languages[getLanguage()].name}
          trailing={<ChevronRight size={20} aria-hidden="true" />}
          render={<Link to="/profile/change-language" />}
        />
        <ListRow
          isCompact
          leading={<CloudUpload size={22} aria-hidden="true" />}
          title={t('outbox.title')}
          meta={waiting > 0 ? <Badge count={waiting} tone={attention > 0 ? 'new' : 'muted'} /> : undefined}
          trailing={<ChevronRight size={20} aria-hidden="true" />}
          render={<Link to="/profile/outbox" />}
        />
      </Section>
      <AccountSection />
      <NotificationsSection />
      <DeviceSection />
    </Screen>
  );
}

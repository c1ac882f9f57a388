import { Link, useNavigate, useRouter, useRouterState } from '@tanstack/react-router';
import {
  Bell,
  HardDrive,
  LifeBuoy,
  Lock,
  type LucideIcon,
  MonitorSmartphone,
  Palette,
  SearchX,
  UserCog,
} from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBack } from '../../app/use-back.ts';
import { AppHeader } from '../../components/app-header.tsx';
import { ArrowRows } from '../../components/arrow-rows.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { LinkRow } from '../../components/link-row.tsx';
import { Screen } from '../../components/screen.tsx';
import { Section } from '../../components/section.tsx';
import { DeviceSection } from '../profile/device-section.tsx';
import { ConnectionStrip } from '../shell/connection-strip.tsx';
import { SearchField } from '../shell/search-field.tsx';
import { type SettingsGroup, settingsGroupOf, settingsGroups } from './groups.ts';
import { findSettings, type Setting } from './settings-index.ts';

const icons: Record<SettingsGroup, LucideIcon> = {
  account: UserCog,
  privacy: Lock,
  notifications: Bell,
  appearance: Palette,
  storage: HardDrive,
  devices: MonitorSmartphone,
  help: LifeBuoy,
};

/** The list of devices is a screen of its own, which other places lead to, too. */
const linkTo = (group: SettingsGroup, anchor?: string): ReactElement =>
  group === 'devices' ? (
    <Link to="/profile/devices" />
  ) : (
    <Link
      to="/profile/settings/$group"
      params={{ group }}
      {...(anchor === undefined ? {} : { hash: anchor })}
    />
  );

const textOf = ({ q }: { q?: unknown }): string => (typeof q === 'string' ? q : '');

/** `/profile/settings`: the groups, and a field that finds single settings in all of them. */
export function SettingsScreen() {
  const { t } = useTranslation();
  const back = useBack('/profile');
  const navigate = useNavigate();
  const router = useRouter();
  // Of the address: the list is drawn before its route's match is there.
  const [search, setSearch] = useState(() => textOf(router.latestLocation.search));
  const change = (text: string): void => {
    setSearch(text);
    // Beside an open group the list stays where it is; a phone comes back to it through the address.
    if (settingsGroupOf(router.latestLocation.pathname) !== null) return;
    void navigate({ to: '/profile/settings', search: text === '' ? {} : { q: text }, replace: true });
  };
  return (
    <Screen
      width="narrow"
      isPadded
      scrollName="settings"
      header={
        <AppHeader
          title={t('settings.title')}
          back={{ onPress: back }}
          below={<SearchField label={t('settings.search')} value={search} onChange={change} />}
          status={<ConnectionStrip />}
        />
      }
    >
      {search.trim() === '' ? (
        <>
          <Groups />
          <DeviceSection />
        </>
      ) : (
        <Found found={findSettings(search, t)} />
      )}
    </Screen>
  );
}

function Groups() {
  const { t } = useTranslation();
  const current = useRouterState({ select: ({ location }) => settingsGroupOf(location.pathname) });
  return (
    <ArrowRows>
      <Section>
        {settingsGroups.map((group) => (
          <LinkRow
            key={group}
            icon={icons[group]}
            title={t(`settings.groups.${group}`)}
            subtitle={t(`settings.groupHints.${group}`)}
            isCurrent={group === current}
            render={linkTo(group)}
          />
        ))}
      </Section>
    </ArrowRows>
  );
}

function Found({ found }: { found: readonly Setting[] }) {
  const { t } = useTranslation();
  return (
    <div>
      <div role="status">
        {found.length === 0 && <EmptyState icon={<SearchX size={32} />} line={t('search.nothing')} />}
      </div>
      {found.length > 0 && (
        <ArrowRows>
          <Section>
            {found.map(({ anchor, group, title }) => (
              <LinkRow
                key={anchor}
                icon={icons[group]}
                title={t(title)}
                subtitle={t(`settings.groups.${group}`)}
                render={linkTo(group, anchor)}
              />
            ))}
          </Section>
        </ArrowRows>
      )}
    </div>
  );
}

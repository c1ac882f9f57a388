import { ChevronRight, Languages, LogOut, Moon, UserPlus, Users } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { AppHeader } from '../../../src/components/app-header.tsx';
import { Avatar } from '../../../src/components/avatar.tsx';
import { Badge } from '../../../src/components/badge.tsx';
import { CodeDisplay } from '../../../src/components/code-display.tsx';
import { ListRow } from '../../../src/components/list-row.tsx';
import { Screen } from '../../../src/components/screen.tsx';
import { Section } from '../../../src/components/section.tsx';
import { ProfileHead } from '../../../src/features/profile/profile-head.tsx';
import { me } from '../sample.ts';
import { Shell } from './shell.tsx';

export function ProfilePage() {
  const { t } = useTranslation();
  const icon = { size: 22, 'aria-hidden': true } as const;
  const chevron = <ChevronRight size={20} aria-hidden="true" />;
  return (
    <Shell current="me">
      <Screen width="narrow" isPadded header={<AppHeader title={t('profile.title')} size="large" />}>
        <ProfileHead
          avatar={<Avatar id={me.id} name={me.name} size="xl" />}
          name={me.name}
          line="ana@example.ph"
        />
        <CodeDisplay code={me.code} label={t('profile.myCode')} />
        <Section>
          <ListRow
            isCompact
            leading={<UserPlus {...icon} />}
            title={t('friends.addTitle')}
            trailing={chevron}
            onPress={() => {}}
          />
          <ListRow
            isCompact
            leading={<Users {...icon} />}
            title={t('friends.requests')}
            trailing={
              <>
                <Badge count={2} />
                {chevron}
              </>
            }
            onPress={() => {}}
          />
        </Section>
        <Section>
          <ListRow
            isCompact
            leading={<Languages {...icon} />}
            title={t('settings.language')}
            trailing={<>English {chevron}</>}
            onPress={() => {}}
          />
          <ListRow
            isCompact
            leading={<Moon {...icon} />}
            title={t('settings.theme')}
            trailing={
              <>
                {t('settings.themeSystem')} {chevron}
              </>
            }
            onPress={() => {}}
          />
        </Section>
        <Section>
          <ListRow
            isCompact
            tone="danger"
            leading={<LogOut {...icon} />}
            title={t('profile.signOut')}
            onPress={() => {}}
          />
        </Section>
      </Screen>
    </Shell>
  );
}

import { Check, Languages } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { setTheme, useTheme } from '../../app/theme.ts';
import { ListRow } from '../../components/list-row.tsx';
import { Section } from '../../components/section.tsx';
import { Segmented } from '../../components/segmented.tsx';
import { Stack } from '../../components/stack.tsx';
import { setLanguage } from '../../i18n/i18n.ts';
import type { MessageKey } from '../../i18n/messages.ts';
import { languageList, languages } from '../../i18n/registry.ts';
import { type ThemeSetting, themeSettings } from '../../theme/theme-setting.ts';

const themeKeys = {
  system: 'profile.themeSystem',
  light: 'profile.themeLight',
  dark: 'profile.themeDark',
  black: 'profile.themeBlack',
} as const satisfies Record<ThemeSetting, MessageKey>;

/** Language and theme: settings of this device. */
export function AppearanceSection() {
  const { t, i18n } = useTranslation();
  const theme = useTheme();
  return (
    <>
      <Section title={t('profile.theme')} surface="padded">
        <Stack gap="md">
          <Segmented
            label={t('profile.theme')}
            value={theme}
            options={themeSettings.map((value) => ({ value, label: t(themeKeys[value]) }))}
            onChange={setTheme}
          />
        </Stack>
      </Section>
      <Section title={t('profile.language')}>
        {languageList.map((language) => (
          <ListRow
            key={language}
            isCompact
            leading={<Languages size={22} aria-hidden="true" />}
            title={<span lang={language}>{languages[language].name}</span>}
            {...(language === i18n.language ? { trailing: <Check size={20} aria-hidden="true" /> } : {})}
            onPress={() => void setLanguage(language)}
          />
        ))}
      </Section>
    </>
  );
}

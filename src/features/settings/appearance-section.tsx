import { useTranslation } from 'react-i18next';
import {
  setHaptics,
  setMotion,
  setTextSize,
  useHaptics,
  useMotion,
  useTextSize,
} from '../../app/preferences.ts';
import { setTheme, useTheme } from '../../app/theme.ts';
import { Section } from '../../components/section.tsx';
import { Segmented } from '../../components/segmented.tsx';
import { SwitchRow } from '../../components/switch-row.tsx';
import { type TextSize, textSizes } from '../../theme/device-preferences.ts';
import { type ThemeSetting, themeSettings } from '../../theme/theme-setting.ts';

/** How this device draws and feels. */
export function AppearanceSection() {
  const { t } = useTranslation();
  const themeNames: Record<ThemeSetting, string> = {
    system: t('settings.themeSystem'),
    light: t('settings.themeLight'),
    dark: t('settings.themeDark'),
    black: t('settings.themeBlack'),
  };
  const sizeNames: Record<TextSize, string> = {
    small: t('settings.textSmall'),
    medium: t('settings.textMedium'),
    large: t('settings.textLarge'),
    huge: t('settings.textHuge'),
  };
  const motion = useMotion();
  return (
    <>
      <Section anchor="theme" title={t('settings.theme')} surface="padded">
        <Segmented
          label={t('settings.theme')}
          value={useTheme()}
          options={themeSettings.map((value) => ({ value, label: themeNames[value] }))}
          onChange={setTheme}
        />
      </Section>
      <Section anchor="text-size" title={t('settings.textSize')} surface="padded">
        <Segmented
          label={t('settings.textSize')}
          value={useTextSize()}
          options={textSizes.map((value) => ({ value, label: sizeNames[value] }))}
          onChange={setTextSize}
        />
      </Section>
      <Section>
        <SwitchRow
          anchor="motion"
          label={t('settings.lessMotion')}
          hint={t('settings.lessMotionHint')}
          isOn={motion === 'less'}
          onChange={(isOn) => setMotion(isOn ? 'less' : 'system')}
        />
        <SwitchRow anchor="haptics" label={t('settings.haptics')} isOn={useHaptics()} onChange={setHaptics} />
      </Section>
    </>
  );
}

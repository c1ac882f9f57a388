import { Music } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { setSounds, useSounds } from '../../app/preferences.ts';
import { Section } from '../../components/section.tsx';
import { SwitchRow } from '../../components/switch-row.tsx';

/** The soft tones of messages that go out and come in, on this device. */
export function SoundsSection() {
  const { t } = useTranslation();
  return (
    <Section>
      <SwitchRow
        anchor="sounds"
        leading={<Music size={22} />}
        label={t('settings.sounds')}
        hint={t('settings.soundsHint')}
        isOn={useSounds()}
        onChange={setSounds}
      />
    </Section>
  );
}

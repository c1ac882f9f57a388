import { useTranslation } from 'react-i18next';
import { DEFAULT_SETTINGS, type MemberSettings } from '../../../protocol/index.ts';
import { useMutate } from '../../app/use-mutate.ts';
import { Section } from '../../components/section.tsx';
import { SwitchRow } from '../../components/switch-row.tsx';
import { useMe } from '../../queries/people.ts';

type Kind = Extract<keyof MemberSettings, `notify${string}`>;
const kinds = [
  'notifyMessages',
  'notifyGroups',
  'notifyFriendRequests',
  'notifyComments',
  'notifyLikes',
] as const satisfies readonly Kind[];

/** Of what one is told, the same on all devices, and how much of it a locked screen shows. */
export function NotificationKindsSection() {
  const { t } = useTranslation();
  const mutate = useMutate();
  const settings: MemberSettings = useMe()?.settings ?? DEFAULT_SETTINGS;
  return (
    <Section title={t('notify.title')}>
      {kinds.map((kind) => (
        <SwitchRow
          key={kind}
          anchor={kind}
          label={t(`notify.${kind}`)}
          isOn={settings[kind]}
          onChange={(isOn) => mutate('updateSettings', { [kind]: isOn })}
        />
      ))}
      <SwitchRow
        anchor="previews"
        label={t('notify.hidePreviews')}
        hint={t('notify.hidePreviewsHint')}
        isOn={settings.hidePreviews}
        onChange={(hidePreviews) => mutate('updateSettings', { hidePreviews })}
      />
    </Section>
  );
}

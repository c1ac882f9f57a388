import { Link } from '@tanstack/react-router';
import { Ban, VolumeX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { DEFAULT_SETTINGS, groupInvites, type MemberSettings } from '../../../protocol/index.ts';
import { useMutate } from '../../app/use-mutate.ts';
import { LinkRow } from '../../components/link-row.tsx';
import { Section } from '../../components/section.tsx';
import { Segmented } from '../../components/segmented.tsx';
import { SwitchRow } from '../../components/switch-row.tsx';
import { useMe } from '../../queries/people.ts';

/** Who sees what of me, and who may bring me into groups: the same on all my devices. */
export function PrivacySection() {
  const { t } = useTranslation();
  const mutate = useMutate();
  const settings: MemberSettings = useMe()?.settings ?? DEFAULT_SETTINGS;
  const change = (wanted: Partial<MemberSettings>) => mutate('updateSettings', wanted);
  return (
    <>
      <Section>
        <SwitchRow
          anchor="receipts"
          label={t('people.readReceipts')}
          hint={t('people.readReceiptsHint')}
          isOn={settings.sendReadReceipts}
          onChange={(sendReadReceipts) => change({ sendReadReceipts })}
        />
        <SwitchRow
          anchor="presence"
          label={t('people.presence')}
          hint={t('people.presenceHint')}
          isOn={settings.showPresence}
          onChange={(showPresence) => change({ showPresence })}
        />
        <SwitchRow
          anchor="link-previews"
          label={t('previews.setting')}
          hint={t('previews.settingHint')}
          isOn={settings.linkPreviews ?? false}
          onChange={(linkPreviews) => change({ linkPreviews })}
        />
        <LinkRow
          anchor="blocked"
          icon={Ban}
          title={t('people.blocked')}
          render={<Link to="/profile/blocked" />}
        />
        <LinkRow
          anchor="muted"
          icon={VolumeX}
          title={t('people.mutedPeople')}
          render={<Link to="/profile/muted" />}
        />
      </Section>
      <Section
        anchor="group-invites"
        title={t('people.groupInvites')}
        surface="padded"
        note={t(`people.groupInvitesHints.${settings.groupInvites}`)}
      >
        <Segmented
          label={t('people.groupInvites')}
          value={settings.groupInvites}
          options={groupInvites.options.map((value) => ({
            value,
            label: t(`people.groupInvitesChoices.${value}`),
          }))}
          onChange={(chosen) => change({ groupInvites: chosen })}
        />
      </Section>
    </>
  );
}

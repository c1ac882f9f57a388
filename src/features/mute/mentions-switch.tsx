import { useTranslation } from 'react-i18next';
import type { MembershipRow } from '../../../protocol/index.ts';
import { useMutate } from '../../app/use-mutate.ts';
import { SwitchRow } from '../../components/switch-row.tsx';

/** Whether what names the member comes through while the group is muted. */
export function MentionsSwitch({ place }: { place: MembershipRow }) {
  const { t } = useTranslation();
  const mutate = useMutate();
  return (
    <SwitchRow
      label={t('mute.mentions')}
      hint={t('mute.mentionsHint')}
      isOn={place.mutesMentions !== true}
      onChange={(isOn) => mutate('setChatPreferences', { chatId: place.chatId, mutesMentions: !isOn })}
    />
  );
}

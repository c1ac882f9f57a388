import { Bell, BellOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ChatType, MembershipRow } from '../../../protocol/index.ts';
import { ListRow } from '../../components/list-row.tsx';
import { useMuteState } from '../../queries/mute-clock.ts';
import { useAct } from '../people/use-act.ts';
import { MentionsSwitch } from './mentions-switch.tsx';
import { useMuteSheet } from './use-mute-sheet.tsx';
import { useMuteWords } from './use-mute-words.ts';

interface MuteRowsProps {
  place: MembershipRow;
  chatType: ChatType;
}

/** Mutes a chat for a time, says until when it is muted, and takes that back. */
export function MuteRows({ place, chatType }: MuteRowsProps) {
  const { t } = useTranslation();
  const act = useAct();
  const mute = useMuteState(place);
  const words = useMuteWords(mute);
  const { sheet, open } = useMuteSheet();
  const unmute = () =>
    void act('setChatPreferences', { chatId: place.chatId, isMuted: false }, t('mute.off'));
  return (
    <>
      {words === null ? (
        <ListRow
          isCompact
          leading={<BellOff size={22} aria-hidden="true" />}
          title={t('group.mute')}
          onPress={open}
        />
      ) : (
        <>
          <ListRow
            isCompact
            leading={<Bell size={22} aria-hidden="true" />}
            title={t('group.unmute')}
            subtitle={words}
            onPress={unmute}
          />
          {chatType !== 'PRIVATE' && <MentionsSwitch place={place} />}
        </>
      )}
      {sheet(place, chatType)}
    </>
  );
}

import { BellOff, Clock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ChatType, MembershipRow } from '../../../protocol/index.ts';
import { serverClock } from '../../../sync/index.ts';
import { Sheet, SheetAction } from '../../components/sheet.tsx';
import { useAct } from '../people/use-act.ts';
import { MentionsSwitch } from './mentions-switch.tsx';
import { muteWords } from './mute-words.ts';

const HOUR_MS = 60 * 60 * 1_000;

const DURATIONS = [
  { label: 'mute.hour', ms: HOUR_MS },
  { label: 'mute.eightHours', ms: 8 * HOUR_MS },
  { label: 'mute.week', ms: 7 * 24 * HOUR_MS },
  { label: 'mute.forever', ms: null },
] as const;

interface MuteSheetProps {
  place: MembershipRow;
  chatType: ChatType;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

/** How long a chat is to be muted, and in a group whether what names the member comes through. */
export function MuteSheet({ place, chatType, isOpen, onOpenChange }: MuteSheetProps) {
  const { t, i18n } = useTranslation();
  const act = useAct();
  const mute = (ms: number | null): void => {
    const now = serverClock.now();
    const until = ms === null ? null : new Date(now + ms);
    void act(
      'setChatPreferences',
      { chatId: place.chatId, isMuted: true, ...(until && { mutedUntil: until.toISOString() }) },
      muteWords(t, { language: i18n.language, until, now: new Date(now) }),
    );
  };
  return (
    <Sheet isOpen={isOpen} onOpenChange={onOpenChange} title={t('mute.title')}>
      {DURATIONS.map(({ label, ms }) => (
        <SheetAction
          key={label}
          label={t(label)}
          icon={
            ms === null ? <BellOff size={20} aria-hidden="true" /> : <Clock size={20} aria-hidden="true" />
          }
          onPress={() => mute(ms)}
        />
      ))}
      {chatType !== 'PRIVATE' && <MentionsSwitch place={place} />}
    </Sheet>
  );
}

import { BellOff, Clock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ChatType, MembershipRow } from '../../../protocol/index.ts';
import { serverClock } from '../../../sync/index.ts';
import { Sheet, SheetAction } from '../../components/sheet.tsx';
import { useActOnAll } from '../people/use-act.ts';
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
  places: readonly MembershipRow[];
  /** Of a single chat. */
  chatType?: ChatType;
  /** They are muted. */
  onMuted?: () => void;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

/** How long chats are to be muted, and in a single group whether what names the member comes through. */
export function MuteSheet({ places, chatType, onMuted, isOpen, onOpenChange }: MuteSheetProps) {
  const { t, i18n } = useTranslation();
  const [place] = places;
  const actOnAll = useActOnAll();
  const mute = (ms: number | null): void => {
    const now = serverClock.now();
    const until = ms === null ? null : new Date(now + ms);
    const end = until && { mutedUntil: until.toISOString() };
    void actOnAll(
      'setChatPreferences',
      places.map(({ chatId }) => ({ chatId, isMuted: true, ...end })),
      muteWords(t, { language: i18n.language, until, now: new Date(now) }),
    ).then((isDone) => (isDone ? onMuted?.() : undefined));
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
      {place && chatType !== undefined && chatType !== 'PRIVATE' && <MentionsSwitch place={place} />}
    </Sheet>
  );
}

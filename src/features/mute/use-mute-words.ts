import { useTranslation } from 'react-i18next';
import { useMinute } from '../../app/clock.ts';
import type { MuteState } from '../../queries/mute-clock.ts';
import { muteWords } from './mute-words.ts';

/** See `muteWords`; null when it is not muted. */
export function useMuteWords({ isMuted, until }: MuteState): string | null {
  const { t, i18n } = useTranslation();
  const now = new Date(useMinute());
  return isMuted ? muteWords(t, { language: i18n.language, until, now }) : null;
}

import type { TFunction } from 'i18next';
import { calendarDaysBetween, formatDate } from '../../i18n/format.ts';

/**
 * That a chat is muted, and until when on this device's calendar: "Muted until tomorrow, 8:00 AM".
 * @param until null: until it is taken back
 */
export const muteWords = (
  t: TFunction,
  { language, until, now }: { language: string; until: Date | null; now: Date },
): string => {
  if (until === null) return t('mute.muted');
  const time = formatDate(language, 'clock', until);
  const days = calendarDaysBetween(now, until);
  if (days <= 0) return t('mute.until', { time });
  if (days === 1) return t('mute.until', { time: t('mute.tomorrow', { time }) });
  const date = formatDate(language, until.getFullYear() === now.getFullYear() ? 'day' : 'dayYear', until);
  return t('mute.until', { time: t('mute.later', { date, time }) });
};

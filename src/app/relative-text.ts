import { useTranslation } from 'react-i18next';
import { formatDate } from '../i18n/format.ts';
import { relativeTime } from '../i18n/relative-time.ts';

/** How long ago in words; from a week on the date. */
export function useRelativeText(): (thenMs: number, nowMs: number) => string {
  const { t, i18n } = useTranslation();
  return (thenMs, nowMs) => {
    const relative = relativeTime(thenMs, nowMs);
    if (relative.key === 'date') return formatDate(i18n.language, 'dayYear', new Date(thenMs));
    return 'count' in relative ? t(relative.key, { count: relative.count }) : t(relative.key);
  };
}

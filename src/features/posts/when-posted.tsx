import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMinute } from '../../app/clock.ts';
import { useRelativeText } from '../../app/relative-text.ts';
import { formatDate } from '../../i18n/format.ts';
import * as styles from './post-card.css.ts';

/** How long ago; a tap shows the exact time (decisions.md §11). */
export function WhenPosted({ at }: { at: string }) {
  const { i18n } = useTranslation();
  const relativeText = useRelativeText();
  // Each minute draws it again; the seconds are counted then.
  useMinute();
  const [isExact, setIsExact] = useState(false);
  const then = Date.parse(at);
  const exact = formatDate(i18n.language, 'exact', new Date(then));
  return (
    <button type="button" className={styles.time} title={exact} onClick={() => setIsExact(!isExact)}>
      <time dateTime={at}>{isExact ? exact : relativeText(then, Math.max(Date.now(), then))}</time>
    </button>
  );
}
